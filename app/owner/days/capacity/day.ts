import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { setDayCapacity } from '#server/content/calendar.ts';
import type { Route } from './+types/day';

export { default, loader } from './capacity.tsx';

/** Sets what the cafe makes on a single day. */
export function action(args: Route.ActionArgs) {
  const Form = z.object({ day: Text, units: Text });
  return ownerAction(args, Form, async ({ shop, by, form }) =>
    outcomeOf(shop, await setDayCapacity(shop, form, by), href('/owner/capacity')),
  );
}
