import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { removePeriod } from '#server/content/calendar.ts';
import type { Route } from './+types/removal';

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ from: Text, to: Text }), async ({ shop, by, form }) =>
    outcomeOf(shop, await removePeriod(shop, form, by)),
  );
}
