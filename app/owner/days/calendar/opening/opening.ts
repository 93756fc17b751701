import { href } from 'react-router';
import * as z from 'zod';
import { daysOutcome } from '#app/owner/days/calendar-outcome.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { usualHours } from '#domain/words/hours.ts';
import { openDay } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/opening';

/** Opens a day with the hours of its weekday. One without any asks for them first. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ day: ChosenDay }), async ({ shop, by, form: { day } }) => {
    const { hours } = await currentWords(shop);
    if (!usualHours(day, hours.week)) return { to: `${href('/owner/calendar/hours')}?day=${day}` };
    return daysOutcome(shop, await openDay(shop, day, by));
  });
}
