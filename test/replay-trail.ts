import type { Fulfilment } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import {
  canTransition,
  type OrderId,
  type OrderState,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Reversal } from '#domain/orders/reversal.ts';

/** What a trail says about its order. */
export interface Replayed {
  /** Undefined if no event tells. */
  state: OrderState | undefined;
  payment: PaymentStatus;
  fulfilment: Map<Day, Fulfilment>;
  /** In order. */
  moves: Extract<OrderEvent, { kind: 'moved' }>['facts'][];
  reversals: Reversal[];
  replacedBy: OrderId | undefined;
  isCancelled: boolean;
  isAnonymised: boolean;
  /** Whether each event follows from those before it. */
  isComplete: boolean;
}

/** Works out an order from its events, oldest first. Where they contradict, the later one counts. */
export function replay(events: OrderEvent[]): Replayed {
  const order: Replayed = {
    state: undefined,
    payment: 'none',
    fulfilment: new Map(),
    moves: [],
    reversals: [],
    replacedBy: undefined,
    isCancelled: false,
    isAnonymised: false,
    isComplete: events[0] !== undefined && BEGINNINGS.includes(events[0].kind),
  };
  for (const event of events) apply(order, event);
  return order;
}

const BEGINNINGS: OrderEvent['kind'][] = ['placed', 'agreed', 'quoted', 'restored'];

function apply(order: Replayed, { kind, facts }: OrderEvent): void {
  switch (kind) {
    case 'placed':
    case 'restored':
      order.state = 'placed';
      return;
    case 'agreed':
      order.state = 'agreed';
      return;
    case 'quoted':
      order.state = 'quoted';
      return;
    case 'quote-ended':
      transition(order, 'endQuote');
      return;
    case 'counter-paid':
      if (order.state !== 'agreed') order.isComplete = false;
      order.state = facts.isPart ? 'agreed' : 'paid';
      return;
    case 'counter-unpaid':
      transition(order, 'unpayAtCounter');
      return;
    case 'replaced':
      order.replacedBy = facts.by;
      if (order.state === 'quoted') order.state = 'expired';
      return;
    case 'processing':
      order.payment = 'processing';
      if (order.state === 'expired') order.state = 'placed';
      foundCheckout(order);
      return;
    case 'funded':
      order.payment = 'none';
      transition(order, 'fund');
      return;
    case 'part-paid':
      order.payment = 'none';
      transition(order, 'payPart');
      return;
    case 'expired':
      order.payment = facts.payment;
      endCheckout(order);
      return;
    case 'expired-unopened':
      endCheckout(order);
      return;
    case 'checkout-opened':
      order.payment = 'none';
      transition(order, order.state === 'quoted' ? 'accept' : 'openCheckout');
      return;
    case 'checkout-found':
      foundCheckout(order);
      return;
    case 'notified':
      transition(order, 'deliver');
      return;
    case 'reversed':
      order.reversals = facts.reversals;
      return;
    case 'fulfilment':
      if ((order.fulfilment.get(facts.day) ?? 'to-make') !== facts.from) order.isComplete = false;
      order.fulfilment.set(facts.day, facts.fulfilment);
      return;
    case 'moved':
      if (['ready', 'collected'].includes(order.fulfilment.get(facts.from) ?? '')) {
        order.isComplete = false;
      }
      order.fulfilment.delete(facts.from);
      order.moves.push(facts);
      return;
    case 'cancelled':
    case 'uncancelled':
      order.isCancelled = kind === 'cancelled';
      return;
    case 'anonymised':
      order.isAnonymised = true;
      return;
    case 'pay-link-made':
    case 'text-changed':
    case 'note-changed':
    case 'cancel-requested':
    case 'cancel-declined':
    case 'cancel-undeclined':
    case 'contact-corrected':
    case 'email-written':
    case 'email-taken-back':
    case 'email-sent':
    case 'email-dropped':
    case 'resent':
    case 'refund-requested':
    case 'refund-refused':
    case 'overbooked':
      return;
  }
}

function foundCheckout(order: Replayed): void {
  if (order.state === 'agreed') order.state = 'paying';
  if (order.state === 'quoted') order.state = 'accepting';
}

function endCheckout(order: Replayed): void {
  if (order.state === 'accepting') transition(order, 'endAccepting');
  else transition(order, order.state === 'paying' ? 'endCheckout' : 'expire');
}

function transition(order: Replayed, name: Transition): void {
  if (!order.state || !canTransition(name, order.state)) order.isComplete = false;
  order.state = transitions[name].to;
}
