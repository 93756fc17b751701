import * as z from 'zod';
import { hoursInWords, type OpenDay } from '#domain/words/hours.ts';
import { weekdayName } from './days.ts';
import { type CollectionTime, MOST_ORDERS, TimeOfDay, type WeekTimes } from './rules.ts';
import { isWithinHours, overlap, timeInWords } from './times.ts';

// What the owner types to add a collection time.

const MOST_A_DAY = 12;

const TypedTime = TimeOfDay.catch('').refine(Boolean, 'Please choose a time.');

/** A window, for one or several weekdays. */
export function typedTime(week: OpenDay[], times: WeekTimes | undefined) {
  return z
    .object({
      from: TypedTime,
      to: TypedTime,
      most: z
        .string()
        .trim()
        .transform((text) => (text === '' ? null : Number(text)))
        .refine(
          (most) => most === null || (Number.isInteger(most) && most >= 1 && most <= MOST_ORDERS),
          `A number from 1 to ${MOST_ORDERS}, or nothing for no limit.`,
        ),
      weekdays: z
        .array(z.coerce.number().int().min(1).max(7))
        .min(1, 'Please tick the days on which it can be chosen.'),
    })
    .refine(({ from, to }) => from < to, {
      path: ['to'],
      message: 'This has to be later than the first time.',
    })
    .transform(({ from, to, ...others }) => ({ time: `${from}-${to}`, ...others }))
    .superRefine(({ time, weekdays }, context) => {
      for (const weekday of weekdays) {
        const hours = week.find((open) => open.weekday === weekday);
        const message = problemOn(weekday, time, hours, times?.[weekday - 1] ?? []);
        if (message) context.addIssue({ code: 'custom', path: ['from'], message });
      }
    });
}

function problemOn(
  weekday: number,
  time: CollectionTime,
  hours: OpenDay | undefined,
  windows: { time: CollectionTime }[],
): string | undefined {
  const days = `${weekdayName(weekday)}s`;
  if (!hours) return `On ${days} you are closed.`;
  if (!isWithinHours(time, hours)) return `On ${days} you open ${hoursInWords(hours)}.`;
  const others = windows.filter((each) => each.time !== time);
  const other = others.find((each) => overlap(each.time, time));
  if (other)
    return `On ${days} it overlaps ${timeInWords(other.time)}. Remove that first, or choose another time.`;
  return others.length < MOST_A_DAY ? undefined : `There are ${MOST_A_DAY} on ${days} already.`;
}
