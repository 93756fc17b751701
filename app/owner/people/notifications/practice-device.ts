import { data } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { addPracticeDevice } from '#server/push/practice-device.ts';
import type { Route } from './+types/practice-device';

/** Adds a device of the practice push service, in a shop that practises. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { session } = args.context.get(staffBrowserContext);
    const owner = { personId: by, sessionId: session?.id ?? '' };
    if (!(await addPracticeDevice(shop, owner))) throw data(null, { status: 404 });
    return { words: `Added. What it gets is at ${shop.push.practice}.` };
  });
}
