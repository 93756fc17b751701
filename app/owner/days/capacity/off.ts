import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { setWeekCapacity } from '#server/content/calendar.ts';
import type { Route } from './+types/off';

export { default, loader } from './capacity.tsx';

/** Turns all limits off. */
export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version });
  return ownerAction(args, Form, async ({ shop, by, form: { version } }) => {
    const result = await setWeekCapacity(shop, undefined, { by, version });
    return outcomeOf(shop, result, href('/owner/capacity'));
  });
}
