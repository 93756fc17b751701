import { timeInLondon, timeOrInstant } from '#app/owner/frame/london-time.ts';
import { type Collection, isFinished } from '#domain/book/collection.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { readyHours } from '#domain/emails/email-kinds.ts';
import type { Merchant } from '#domain/merchant.ts';
import { isRefundedInFull } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';

export type ReadyView = ReturnType<typeof readyView>;

type Setting = Pick<Merchant, 'ready' | 'openingHours'>;

/** On the server: whether a customer gets the e-mail that their order is ready. */
export function readyView(collection: Collection, setting: Setting, now: Instant) {
  const { day, items, email, fulfilment, readyEmail } = collection;
  const { until } = readyHours(day, timeOf(items, day), setting.openingHours);
  return {
    /** `Told at 14:05`; empty if there is no e-mail. */
    told: isFinished(fulfilment) && readyEmail ? toldInWords(readyEmail, now) : '',
    /** Whether staff can have the e-mail sent. */
    canTell:
      setting.ready === 'tap' &&
      readyEmail === undefined &&
      fulfilment === 'ready' &&
      email !== '' &&
      now < until &&
      !isRefundedInFull(collection),
  };
}

function toldInWords({ state, at }: NonNullable<Collection['readyEmail']>, now: Instant): string {
  if (state === 'sent') return `Told at ${timeInLondon(at)}`;
  if (state === 'dropped') return 'Not told by e-mail';
  if (at <= plusSeconds(now, UNDO_SECONDS)) return 'E-mail on its way';
  const today = londonDay(now);
  return `E-mail ${londonDay(at) === today ? 'at' : 'on'} ${timeOrInstant(at, today)}, when you open`;
}
