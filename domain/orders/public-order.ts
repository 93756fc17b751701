import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { Pence } from '#domain/pence.ts';
import { emailDetour } from './email-address.ts';
import {
  CatalogueLine,
  FreeLine,
  isPaidInPart,
  isUnpaidPhoneOrder,
  type Order,
  OrderedOption,
  OrderId,
  type OrderItem,
  OrderState,
  PaymentStatus,
  paidOfTotal,
  wasBooked,
} from './order.ts';
import { refundedAmount } from './reversal.ts';

/** The states of the public API, which is older than the others. */
const PublicState = OrderState.exclude(['quoted', 'accepting', 'agreed', 'paying']);
export type PublicState = z.infer<typeof PublicState>;

/** A phone order and a quote can be paid, like an order that a visitor has placed. */
export function publicState(state: OrderState): PublicState {
  switch (state) {
    case 'quoted':
    case 'accepting':
    case 'agreed':
    case 'paying':
      return 'placed';
    default:
      return state;
  }
}

const HIDDEN = { api: true, vatRate: true } as const;
const PUBLIC_OPTIONS = { options: z.array(OrderedOption.omit({ api: true })).optional() };

/** The view for anyone who knows the id: not who the customer is, and nothing of the payment provider. */
export const PublicOrder = z.object({
  id: OrderId,
  number: z.string(),
  state: PublicState,
  /** Only the server sets it (spec §3). */
  paid: z.boolean(),
  items: z.array(
    z.union([
      CatalogueLine.omit(HIDDEN).extend(PUBLIC_OPTIONS),
      FreeLine.omit(HIDDEN).extend(PUBLIC_OPTIONS),
    ]),
  ),
  /** What the customer wrote with it. */
  note: z.string().optional(),
  total: Pence,
  payment: PaymentStatus,
  /** The refunded part of the total, beside what was taken off. */
  refunded: Pence,
  /** By the cafe. */
  cancelled: z.boolean().optional(),
  /** On the phone, and not paid in full yet: it stays in the book without a payment. */
  agreed: z.boolean().optional(),
  /** Offered to the customer, and not accepted, or not in time. */
  quoted: z.boolean().optional(),
  /**
   * Of an order with a deposit, and one to which staff have added something after it was paid: what is paid of it, and until
   * when the rest is to be paid, if not when it is collected.
   */
  parts: z.object({ deposit: Pence.nullable(), paid: Pence, restBy: Day.optional() }).optional(),
  /** Taken on the phone without an e-mail address. */
  noEmail: z.boolean().optional(),
  /** Its e-mails go to the address that was given at payment, or nowhere, because its own does not work. */
  emailDetour: z.enum(['at-payment', 'nowhere']).optional(),
  /** Until when its days are held while it is not paid. */
  heldUntil: z.iso.datetime().optional(),
});
export type PublicOrder = z.infer<typeof PublicOrder>;

export function publicView(order: Order): PublicOrder {
  const { id, number, state, customer, note, quote, items, total, payment, reversals } = order;
  const { cancelledAt, payBy, deposit, restBy, surplus } = order;
  const detour = emailDetour(order);
  return {
    id,
    number,
    state: publicState(state),
    paid: state === 'paid',
    items: items.map(publicItem),
    ...(note && { note }),
    total,
    payment,
    refunded: Math.max(0, refundedAmount(reversals) - surplus),
    ...(cancelledAt !== null && { cancelled: true }),
    ...(isUnpaidPhoneOrder(state) && { agreed: true }),
    ...(quote && !wasBooked(state) && { quoted: true }),
    ...((deposit !== null || isPaidInPart(order)) && {
      parts: { deposit, paid: paidOfTotal(order), ...(restBy && { restBy }) },
    }),
    ...(customer.email === '' && { noEmail: true }),
    ...(detour && { emailDetour: detour }),
    ...(state === 'placed' && { heldUntil: payBy }),
  };
}

function publicItem({ api: _, vatRate: __, options, ...item }: OrderItem) {
  return {
    ...item,
    ...(options && { options: options.map(({ api: ___, vatRate: ____, ...option }) => option) }),
  };
}
