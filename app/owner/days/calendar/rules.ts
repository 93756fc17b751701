import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { changeWeeklyRules } from '#server/content/calendar.ts';
import type { Route } from './+types/rules';

export { default, loader } from './calendar.tsx';

const Form = z.object({
  version: Version,
  leadDays: Text,
  daysAhead: Text,
  closedDays: z.enum(['count', 'skip']),
  cutOff: Text,
  closedWeekdays: z.array(z.string()),
});

/** Changes what counts every day. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, ...typed } }) =>
    outcomeOf(shop, await changeWeeklyRules(shop, typed, { by, version })),
  );
}
