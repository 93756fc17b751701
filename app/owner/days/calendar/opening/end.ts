import * as z from 'zod';
import { daysOutcome } from '#app/owner/days/calendar-outcome.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { endOpening } from '#server/content/calendar.ts';
import type { Route } from './+types/end';

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ day: ChosenDay }), async ({ shop, by, form: { day } }) =>
    daysOutcome(shop, await endOpening(shop, day, by)),
  );
}
