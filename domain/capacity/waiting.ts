import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay, londonTime } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { fits, type Left } from './capacity.ts';

// The waiting list of a full day: one entry for each customer who wants certain cakes on it. Room that appears is
// offered to the first whose cakes fit, and is taken while it is offered.

/** How long an offer can be used, from when it is e-mailed. */
const OFFER_SECONDS = 2 * 60 * 60;

export function offerEnd(from: Instant): Instant {
  return plusSeconds(from, OFFER_SECONDS);
}

/**
 * `lapsed`: the offer was not used in time. `over`: the day can no longer be ordered, a cake of it is gone, or e-mails do
 * not reach the customer. Only the first two are in line.
 */
export type WaitingState = 'waiting' | 'offered' | 'ordered' | 'left' | 'lapsed' | 'over';

/** A cake that is waited for, as it was asked for. */
export const WaitingItem = z.object({
  cakeId: z.string(),
  sizeId: z.string(),
  options: z
    .array(
      z.object({
        groupId: z.string(),
        choiceId: z.string(),
        /** The names then. */
        group: z.string(),
        name: z.string(),
      }),
    )
    .optional(),
  title: z.string(),
  size: z.string(),
  units: z.int(),
  isAddOn: z.boolean(),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

/** An entry that is in line. */
export interface InLine {
  id: string;
  day: Day;
  units: number;
  state: 'waiting' | 'offered';
  /** Null until the offer is e-mailed. */
  offeredUntil: Instant | null;
  /** `open`: an offer could be used until its end. `closed`: not now, perhaps later. `over`: not any more. */
  chance: 'open' | 'closed' | 'over';
}

interface LineChanges<Entry> {
  over: Entry[];
  lapsed: Entry[];
  offered: Entry[];
}

/**
 * What has to change now: offers that end, entries whose day cannot be ordered any more, and the offers of what is left
 * then, each to the first whose cakes fit.
 * @param line in the order of joining.
 * @param left of each day, with all offers counted as taken.
 */
export function changeLine<Entry extends InLine>(
  line: readonly Entry[],
  left: ReadonlyMap<Day, Left>,
  now: Instant,
): LineChanges<Entry> {
  const free = new Map(left);
  const add = (day: Day, units: number, orders: number) => {
    const before = free.get(day);
    if (before) free.set(day, { units: before.units + units, orders: before.orders + orders });
  };
  const changes: LineChanges<Entry> = { over: [], lapsed: [], offered: [] };
  const waiting: Entry[] = [];
  for (const entry of line) {
    const isOffered = entry.state === 'offered';
    // Nobody can order a closed day, whatever is offered.
    const isOver = entry.chance === 'over' || (isOffered && entry.chance === 'closed');
    const isLapsed = entry.offeredUntil !== null && entry.offeredUntil < now;
    if (isOver) changes.over.push(entry);
    else if (isOffered && isLapsed) changes.lapsed.push(entry);
    else if (!isOffered) waiting.push(entry);
    if (isOffered && (isOver || isLapsed)) add(entry.day, entry.units, 1);
  }
  for (const entry of waiting) {
    const room = free.get(entry.day);
    if (entry.chance !== 'open' || !room || !fits(entry.units, room)) continue;
    changes.offered.push(entry);
    add(entry.day, -entry.units, -1);
  }
  return changes;
}

/** `14:30`, or `00:30 on Sunday 13 December` if that is another day than today. */
export function offerEndInWords(until: Instant, now: Instant): string {
  const at = londonTime(until);
  const day = londonDay(until);
  return day === londonDay(now) ? at : `${at} on ${dayInWords(day, 'long')}`;
}
