import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { endCalendarFeed } from '#server/staff/calendar-feed.ts';
import type { Route } from './+types/end';

/** Ends the address of the person's calendar. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    await endCalendarFeed(shop, by);
    return {};
  });
}
