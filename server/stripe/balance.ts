import type Stripe from 'stripe';
import { asDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import type { Moved, Payout, PayoutState } from '#domain/ledger/balance.ts';
import { expanded, idOf, instant, POUNDS, unixTime } from './expanded.ts';

export interface FoundPayout extends Omit<Payout, 'isComplete'> {
  at: Instant;
}

const PAGE = 100;
const STATES = new Map<string, PayoutState>([
  ['paid', 'arrived'],
  ['failed', 'returned'],
  ['canceled', 'cancelled'],
]);

/** Lists the changes of the account's balance since. Other currencies are not the shop's: it sells in pounds. */
export async function findMoved(stripe: Stripe, since: Instant): Promise<Moved[]> {
  const found: Moved[] = [];
  for await (const each of stripe.balanceTransactions.list({
    created: { gte: unixTime(since) },
    limit: PAGE,
    expand: ['data.source'],
  })) {
    if (each.currency === POUNDS) found.push(movedBy(each));
  }
  return found;
}

function movedBy(found: Stripe.BalanceTransaction): Moved {
  const { id, amount, fee, reporting_category: kind, description, created } = found;
  const source = expanded(found.source);
  const payment = source && 'payment_intent' in source ? source.payment_intent : null;
  return {
    id,
    kind,
    source: idOf(found.source) ?? null,
    paymentId: idOf(payment) ?? null,
    amount,
    fee,
    // Of the others it may have personal data.
    words: source === undefined ? description : null,
    at: instant(created),
  };
}

/** Lists the payouts that were made since. */
export async function findPayouts(stripe: Stripe, since: Instant): Promise<FoundPayout[]> {
  const found: FoundPayout[] = [];
  for await (const each of stripe.payouts.list({
    created: { gte: unixTime(since) },
    limit: PAGE,
  })) {
    if (each.currency !== POUNDS) continue;
    found.push({
      id: each.id,
      amount: each.amount,
      // Midnight of the day in UTC.
      arrives: asDay(instant(each.arrival_date).slice(0, 10)),
      state: STATES.get(each.status) ?? 'on-its-way',
      failure: each.failure_code,
      isByHand: !each.automatic,
      at: instant(each.created),
    });
  }
  return found;
}

/** Lists the balance transactions that a payout contains, without its own. Stripe may say only some of them at first. */
export async function findPaidOut(
  stripe: Stripe,
  payout: string,
): Promise<{ id: string; net: number }[]> {
  const found: { id: string; net: number }[] = [];
  for await (const { id, net, source } of stripe.balanceTransactions.list({
    payout,
    limit: PAGE,
  })) {
    // A failed payout comes back in a later one, which also names it.
    if (idOf(source) !== payout) found.push({ id, net });
  }
  return found;
}
