import { href } from 'react-router';
import * as z from 'zod';
import { daysOutcome } from '#app/owner/days/calendar-outcome.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { onlyPosted } from '#app/owner/frame/only-posted.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { openDays } from '#server/content/calendar.ts';
import type { Route } from './+types/reopening';

export const loader = onlyPosted(href('/owner/calendar'));

/** Opens a day again that the owner has closed. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ day: ChosenDay }), async ({ shop, by, form: { day } }) =>
    daysOutcome(shop, await openDays(shop, { first: day, last: day }, by)),
  );
}
