import { href } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { siteContext } from '#app/shop-context.ts';
import { makeCalendarFeed } from '#server/staff/calendar-feed.ts';
import type { Route } from './+types/make';

export { default, loader } from '../own-account.tsx';

/** Makes the address at which the person's calendar program reads the days of the cafe. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    requireProof(args.context, href('/owner/you'));
    const token = await makeCalendarFeed(shop, by);
    const { origin } = args.context.get(siteContext);
    return { once: [origin + href('/calendar-feed/:token', { token })] };
  });
}
