import { href } from 'react-router';
import * as z from 'zod';
import { calendarDone } from '#app/owner/days/calendar-outcome.ts';
import { ChosenDay, Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { isDay } from '#domain/calendar/days.ts';
import { usualHours } from '#domain/words/hours.ts';
import { changeDays, openDay } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/days';

const Form = z.object({
  what: z.enum(['open', 'reopen', 'end-opening', 'keep']),
  from: ChosenDay,
  /** Empty: one day. */
  to: Text,
});

/** What one button does to a day, or to days that were closed together. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { what, from, to } }) => {
    const { week } = (await currentWords(shop)).hours;
    // A day on which the cafe is never open needs hours first.
    if (what === 'open' && !usualHours(from, week)) {
      return { to: `${href('/owner/calendar/hours')}?day=${from}` };
    }
    const range = { first: from, last: isDay(to) ? to : from };
    const result =
      what === 'open' ? await openDay(shop, from, by) : await changeDays(shop, range, what, by);
    if (result.ok) return calendarDone(shop, result.change);
    // There is no field beside which it could be said.
    return result.reason === 'invalid' ? { words: result.problems[''] } : {};
  });
}
