import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import { Pence } from '#domain/pence.ts';

/**
 * Made by the browser, unguessable: whoever knows it may read the order. UUIDs ignore case (RFC 9562),
 * so every id that is read from outside becomes lower case here.
 */
export const OrderId = z.uuidv4().toLowerCase();
export type OrderId = z.infer<typeof OrderId>;

/** @returns undefined for text that is no order id. */
export function parseOrderId(text: string): OrderId | undefined {
  return OrderId.safeParse(text).data;
}

/** `paid` means that the money has come and the cafe's notification has been accepted. */
export const OrderState = z.enum(['placed', 'funded', 'paid', 'expired']);
export type OrderState = z.infer<typeof OrderState>;

/**
 * The life of an order. Money always wins: a payment that turns up for an order already given up
 * still funds it (decisions/004-late-money.md).
 */
export const transitions = {
  fund: { from: ['placed', 'expired'], to: 'funded' },
  deliver: { from: ['funded'], to: 'paid' },
  expire: { from: ['placed'], to: 'expired' },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>;
export type Transition = keyof typeof transitions;

export function canTransition(transition: Transition, state: OrderState): boolean {
  return transitions[transition].from.some((from) => from === state);
}

/** What the payment provider said last about an order's payment, beyond its state. */
export const PaymentStatus = z.enum([
  'none',
  /** A delayed method: the money may come in days. The order is still `placed`. */
  'processing',
  /** A delayed method whose money did not come: the order has expired. */
  'failed',
  /** The provider does not know the checkout any more: the order has expired, and the owner sees it. */
  'unknown',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Money that goes back, or may: a refund, or a dispute opened by the customer's bank. */
export const Reversal = z.object({
  /** The payment provider's id. */
  id: z.string(),
  kind: z.enum(['refund', 'dispute']),
  amount: Pence,
  /** The provider's word: a refund is `pending`, `succeeded`, `failed`, …; a dispute `needs_response`, `won`, … */
  state: z.string(),
  at: z.iso.datetime(),
  /** Until when a dispute has to be answered at the provider. */
  answerBy: z.iso.datetime().optional(),
});
export type Reversal = z.infer<typeof Reversal>;

/** Refunded in pence; a refund that failed or was cancelled does not count. */
export function refundedAmount(reversals: Reversal[]): Pence {
  const ended = ['failed', 'canceled'];
  return sumPence(
    reversals
      .filter(({ kind, state }) => kind === 'refund' && !ended.includes(state))
      .map(({ amount }) => amount),
  );
}

/**
 * A frozen copy of what was bought: later changes of the catalogue do not touch it. It is read back for
 * years, so its schema accepts what older versions wrote: an allergen or a size that is no longer known.
 */
export const OrderItem = z.object({
  cakeId: z.string(),
  sizeId: z.string(),
  /** The payment provider's price id at which it was sold. */
  api: z.string(),
  title: z.string(),
  img: z.string(),
  size: z.string(),
  slices: z.string().nullable(),
  price: Pence,
  message: z.string(),
  day: Day,
  allergens: z.array(z.string()),
});
export type OrderItem = z.infer<typeof OrderItem>;

export interface Customer {
  name: string;
  email: string;
  phone: string;
}

export interface Order {
  id: OrderId;
  state: OrderState;
  customer: Customer;
  items: OrderItem[];
  total: Pence;
  placedAt: Instant;
  /** Until when the card checkout takes money. */
  payBy: Instant;
  /** The card checkout's id; null until it has been opened. */
  checkoutId: string | null;
  payment: PaymentStatus;
  reversals: Reversal[];
  /** The order that the same browser began instead of this one. */
  replacedBy: OrderId | null;
}

/** What anyone who knows the id may see: no name, e-mail or phone, nothing of the payment provider's. */
export const PublicOrder = z.object({
  id: OrderId,
  state: OrderState,
  /** Only the server sets it (spec §3). */
  paid: z.boolean(),
  items: z.array(OrderItem.omit({ api: true })),
  total: Pence,
  payment: PaymentStatus.default('none'),
  /** How much of the total has been paid back. */
  refunded: Pence.default(0),
});
export type PublicOrder = z.infer<typeof PublicOrder>;

export function publicView(order: Order): PublicOrder {
  const { id, state, items, total, payment, reversals } = order;
  return {
    id,
    state,
    paid: state === 'paid',
    items: items.map(({ api: _, ...item }) => item),
    total,
    payment,
    refunded: refundedAmount(reversals),
  };
}
