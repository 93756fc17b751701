import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { removeTime } from '#server/content/collection-times.ts';
import type { Route } from './+types/removal';

export function action(args: Route.ActionArgs) {
  const Form = z.object({ time: Text, weekdays: Text });
  return ownerAction(args, Form, async ({ shop, by, form: { time, weekdays } }) => {
    const window = { time, weekdays: weekdays.split(' ').map(Number) };
    return outcomeOf(shop, await removeTime(shop, window, by), href('/owner/times'));
  });
}
