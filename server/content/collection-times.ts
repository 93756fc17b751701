import type * as z from 'zod';
import type { CollectionTime, TimeWindow } from '#domain/calendar/rules.ts';
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
  return changeRules(shop, { by, version: undefined }, ({ times }) => {
    const others = withoutWeekdays(times, time, weekdays);
    const same = others.find((each) => each.time === time && each.most === most);
    const added = { time, most, weekdays: [...weekdays, ...(same?.weekdays ?? [])].sort() };
    return { times: [...others.filter((each) => each !== same), added].sort(soonestFirst) };
  });
}

/** Removes a window from weekdays. Without any the shop asks for no time. */
export function removeTime(
  shop: Editing,
  { time, weekdays }: { time: CollectionTime; weekdays: number[] },
  by: string,
): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, ({ times }) => {
    const left = withoutWeekdays(times, time, weekdays);
    return { times: left.length > 0 ? left : undefined };
  });
}

export function turnTimesOff(shop: Editing, by: string): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, () => ({ times: undefined }));
}

function withoutWeekdays(
  windows: TimeWindow[] = [],
  time: CollectionTime,
  weekdays: number[],
): TimeWindow[] {
  return windows.flatMap((window) => {
    if (window.time !== time) return window;
    const left = window.weekdays.filter((weekday) => !weekdays.includes(weekday));
    return left.length > 0 ? { ...window, weekdays: left } : [];
  });
}

function soonestFirst(one: TimeWindow, other: TimeWindow): number {
  const key = ({ time, weekdays }: TimeWindow) => `${time} ${weekdays}`;
  return key(one) < key(other) ? -1 : 1;
}
