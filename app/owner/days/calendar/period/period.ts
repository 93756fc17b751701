import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { addPeriod } from '#server/content/calendar.ts';
import type { Route } from './+types/period';

export { default, loader } from '../calendar.tsx';

const Form = z.object({ from: Text, to: Text, reason: Text });

/** Adds a period that is closed every year. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) =>
    outcomeOf(shop, await addPeriod(shop, form, by)),
  );
}
