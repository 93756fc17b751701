import type { Change } from './changes.ts';
import type { Email, OrderBook, Push, Session, ShownOrder, StripeRefund } from './evidence.ts';
import type { Attempted } from './forms.ts';
import type { History } from './history.ts';
import type { PhoneOrder } from './phone-orders.ts';
import type { Shopper } from './shopper.ts';

/** What shoppers and staff have seen, and what is at Stripe, in inboxes and in the shop afterwards. */
export interface Evidence {
  shoppers: Shopper[];
  phoneOrders: PhoneOrder[];
  /** Customers' requests, by their ids. */
  asked: (Attempted & { id: string })[];
  sessions: Session[];
  emails: Email[];
  /** The ids of the phones of staff, and what they have got. */
  devices: string[];
  pushes: Push[];
  /** Undefined: the shop does not have this order. */
  orders: Map<string, ShownOrder | undefined>;
  changes: Change[];
  /** Those at Stripe. */
  refunds: StripeRefund[];
  /** Only orders that have something in them. */
  books: Map<string, OrderBook>;
  /** The ids of those that the shop has. */
  requests: Set<string>;
  history: Pick<History, 'mayBeUndone'>;
}

/**
 * `lost`: paid, but the order is missing or wrong, or the cafe or the customer got no e-mail; or a refund or a
 * change that the shop has confirmed is missing. `done twice`: a refund, a request or an addition. `told wrongly`: a
 * phone of staff has shown one push twice. `ledger differs`: the shop's money of an order is not Stripe's.
 */
export const WRONGS = [
  'lost',
  'charged twice',
  'unpaid shown paid',
  'oversold',
  'done twice',
  'told wrongly',
  'ledger differs',
  'refused',
] as const;
export type Wrong = (typeof WRONGS)[number];

export interface Violation {
  wrong: Wrong;
  what: string;
  orderIds: string[];
}

export type Add = (wrong: Wrong, what: string, ...orderIds: string[]) => void;
