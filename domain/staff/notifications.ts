import * as z from 'zod';
import { londonTime } from '#domain/calendar/days.ts';
import { TimeOfDay } from '#domain/calendar/rules.ts';
import type { Instant } from '#domain/clock.ts';
import type { Role } from './person.ts';
import { may, type Right } from './rights.ts';

/** What a person may be notified of. */
export const NotificationKind = z.enum(['orders', 'changes', 'requests', 'incidents']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Each without a right is everybody's. */
const NEEDED: Partial<Record<NotificationKind, Right>> = {
  requests: 'take-orders',
  incidents: 'run-cafe',
};

/** In every night, or every day, from the one time to the other; London's. */
const QuietHours = z
  .object({ from: TimeOfDay, until: TimeOfDay })
  .refine(({ from, until }) => from !== until);
export type QuietHours = z.infer<typeof QuietHours>;

/** What a person has chosen, for all of their devices. */
export const NotificationChoices = z.object({
  /** Of what their role was offered then: a person who gets another one is notified of the rest. */
  unwanted: z.array(NotificationKind),
  quiet: QuietHours.nullable(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export const FIRST_CHOICES: NotificationChoices = { unwanted: [], quiet: null };

/** Those that a person of the role can choose. */
export function kindsFor(role: Role): NotificationKind[] {
  return NotificationKind.options.filter((kind) => {
    const needed = NEEDED[kind];
    return needed === undefined || may(role, needed);
  });
}

const MINUTES_OF_DAY = 24 * 60;

/** For how many minutes more it is quiet; 0 if it is not. */
export function quietMinutes(now: Instant, quiet: QuietHours | null): number {
  if (!quiet) return 0;
  const passed = minutesBetween(quiet.from, londonTime(now));
  const length = minutesBetween(quiet.from, quiet.until);
  return Math.max(0, length - passed);
}

/** From the one time of day until it is next the other. */
function minutesBetween(from: string, until: string): number {
  return (minutesOf(until) - minutesOf(from) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
}
