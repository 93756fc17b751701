import type { OrderEvent } from '#domain/book/trail.ts';
import type { Instant } from '#domain/clock.ts';
import {
  isGivenAtCounter,
  isInquiry,
  isReturned,
  type Order,
  type Reversal,
} from '#domain/orders/order.ts';
import type { LedgerEntry } from './ledger.ts';

type FundedOrder = Pick<Order, 'id' | 'total' | 'placedAt' | 'checkoutId' | 'reversals'>;

/**
 * The entries of an order that was paid or refunded while no server wrote any, from what is stored: exact
 * amounts, and times as close as the trail has them.
 */
export function estimateEntries(order: FundedOrder, trail: OrderEvent[]): LedgerEntry[] {
  const funded = trail.find(({ kind }) => kind === 'funded');
  return [
    {
      kind: 'charge',
      id: order.checkoutId ?? order.id,
      paymentId: null,
      amount: order.total,
      at: funded?.at ?? order.placedAt,
      isEstimate: true,
    },
    ...order.reversals.flatMap((reversal) => reversalEntries(reversal, trail)),
  ];
}

function reversalEntries(reversal: Reversal, trail: OrderEvent[]): LedgerEntry[] {
  const { id, kind, amount, state, at, isPending } = reversal;
  // The entries of what is given at the counter are written with it, and are of other kinds.
  if (isPending || isInquiry(reversal) || isGivenAtCounter(reversal)) return [];
  const entry = { id, paymentId: null, amount, isEstimate: true };
  const isPaidBack = kind === 'refund' ? isReturned(state) : state === 'won';
  return [
    { ...entry, kind, at },
    ...(isPaidBack
      ? [
          {
            ...entry,
            kind: kind === 'refund' ? ('refund-failed' as const) : ('dispute-won' as const),
            at: firstSeen(reversal, trail) ?? at,
          },
        ]
      : []),
  ];
}

/** When the shop learned of the reversal's state. */
function firstSeen({ id, state }: Reversal, trail: OrderEvent[]): Instant | undefined {
  return trail.find(
    (event) =>
      event.kind === 'reversed' &&
      event.facts.reversals.some((known) => known.id === id && known.state === state),
  )?.at;
}
