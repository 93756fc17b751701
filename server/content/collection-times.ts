import type * as z from 'zod';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import type { CollectionTime, WeekTimes } from '#domain/calendar/rules.ts';
import { typedTime } from '#domain/calendar/typed-rules.ts';
import type { Shop } from '#server/shop.ts';
import { type ChangeCalendarResult, changeRules, type Editing, reject } from './calendar.ts';
import { currentWords } from './texts.ts';

// The windows in which customers collect. Orders that have one keep it whatever becomes of the windows.

/** Adds a window to weekdays. One that is there already gets the new limit. */
export async function addTime(
  shop: Editing & Pick<Shop, 'content' | 'firstWords'>,
  typed: z.input<ReturnType<typeof typedTime>>,
  by: string,
): Promise<ChangeCalendarResult> {
  const [{ hours }, { calendar }] = await Promise.all([currentWords(shop), shop.content()]);
  const read = typedTime(hours.week, calendar.stored.times).safeParse(typed);
  if (!read.success) return reject(read.error);
  const { time, most, weekdays } = read.data;
  return changeRules(shop, { by, version: undefined }, ({ times }) => ({
    times: weekOf((weekday) => {
      const windows = times?.[weekday - 1] ?? [];
      if (!weekdays.includes(weekday)) return windows;
      const others = windows.filter((each) => each.time !== time);
      return [...others, { time, most }].sort((one, other) => (one.time < other.time ? -1 : 1));
    }),
  }));
}

/** Removes a window from weekdays. Without any the shop asks for no time. */
export function removeTime(
  shop: Editing,
  { time, weekdays }: { time: CollectionTime; weekdays: number[] },
  by: string,
): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, ({ times }) => {
    const left = weekOf((weekday) =>
      (times?.[weekday - 1] ?? []).filter(
        (each) => each.time !== time || !weekdays.includes(weekday),
      ),
    );
    return { times: left.flat().length > 0 ? left : undefined };
  });
}

export function turnTimesOff(shop: Editing, by: string): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, () => ({ times: undefined }));
}

function weekOf(windowsOf: (weekday: number) => WeekTimes[number]): WeekTimes {
  return WEEKDAYS.map(windowsOf);
}
