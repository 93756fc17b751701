import * as z from 'zod';
import { daysOutcome } from '#app/owner/days/calendar-outcome.ts';
import { ChosenDay, Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { isDay } from '#domain/calendar/days.ts';
import { openDays } from '#server/content/calendar.ts';
import type { Route } from './+types/reopening';

/** Without `to`, one day. */
const Form = z.object({ from: ChosenDay, to: Text });

/** Opens days again that the owner has closed. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { from, to } }) =>
    daysOutcome(shop, await openDays(shop, { first: from, last: isDay(to) ? to : from }, by)),
  );
}
