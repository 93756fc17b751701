import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import {
  canTransition,
  type Order,
  OrderId,
  OrderState,
  PaymentStatus,
  Reversal,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import { Pence } from '#domain/pence.ts';
import { MADE, type Made } from './collection.ts';

/** Who caused an event. */
const Actor = z.enum(['staff', 'customer', 'stripe', 'shop']);

/**
 * What can happen to an order, and the facts that are stored about it: codes, ids, days and amounts,
 * never personal data. They are read for years: only ever add kinds and optional facts.
 */
const OrderEvent = z.discriminatedUnion('kind', [
  /** The order as it was when the trail was introduced. */
  event('migrated', {
    state: OrderState,
    payment: PaymentStatus.catch('none'),
    reversals: z.array(Reversal),
  }),
  event('placed', { total: Pence, replaces: OrderId.optional() }),
  /** Taken on the phone, to be paid later. */
  event('agreed', { total: Pence }),
  /** Somebody with a pay link has opened a checkout of an agreed order. */
  event('checkout-opened', {}),
  event('pay-link-made', {}),
  /** An agreed order was paid without the payment provider. */
  event('counter-paid', { amount: Pence }),
  /** Staff took that back. */
  event('counter-unpaid', { amount: Pence }),
  /** Rebuilt from its checkout, because an older backup had been restored. */
  event('restored', { total: Pence, checkout: z.string() }),
  /** The same browser placed another order instead. */
  event('replaced', { by: OrderId }),
  /** The customer chose a method of payment that takes days. */
  event('processing', {}),
  event('funded', { checkout: z.string().optional(), amount: Pence.optional() }),
  event('expired', { payment: PaymentStatus.catch('none') }),
  /** Without a checkout the order cannot have been paid. */
  event('expired-unopened', {}),
  /** The cafe's e-mail was accepted: the order is paid. */
  event('told', {}),
  /** All refunds and disputes of the order. */
  event('reversed', { reversals: z.array(Reversal) }),
  event('email-corrected', {}),
  /** By staff. */
  event('contact-corrected', { fields: z.array(z.enum(['name', 'phone', 'email'])) }),
  /** Staff wrote to the customer: the words are in `BookedOrder.emails`. */
  event('email-written', { email: z.string() }),
  /** Before it was sent. */
  event('email-taken-back', { email: z.string() }),
  event('email-sent', { email: z.string() }),
  event('email-dropped', { email: z.string(), reason: z.string() }),
  /** Staff asked for an e-mail again. */
  event('resent', { to: z.enum(['cafe', 'customer']) }),
  event('made', { day: Day, from: z.enum(MADE), made: z.enum(MADE) }),
  /** All items of the first day, unless `positions` says which. */
  event('moved', { from: Day, to: Day, positions: z.array(z.int()).optional() }),
  event('cancelled', {}),
  /** Taken back before the customer was told. */
  event('uncancelled', {}),
  /** The id is that of the shop, before the payment provider has one. */
  event('refund-asked', { refund: z.string(), amount: Pence }),
  /** The payment provider will not make it. */
  event('refund-refused', { refund: z.string(), amount: Pence, reason: z.string() }),
  /** More was booked for these days than the cafe makes, this order included. */
  event('overbooked', {
    days: z.array(z.object({ day: Day, points: z.int(), capacity: z.int() })),
  }),
  /** A message, or who collects: the texts are in `BookedOrder.textChanges`. */
  event('text-changed', { number: z.int(), position: z.int().optional() }),
  /** The customer asks for it; the cafe decides. */
  event('cancel-asked', { number: z.int() }),
  event('cancel-declined', { number: z.int() }),
  /** Taken back before the customer was told. */
  event('cancel-undeclined', { number: z.int() }),
  event('anonymised', {}),
]);
export type OrderEvent = z.output<typeof OrderEvent>;

export type OverbookedDay = Extract<OrderEvent, { kind: 'overbooked' }>['facts']['days'][number];

/** An event to record. The database adds id and time. */
export type NewEvent = New<z.input<typeof OrderEvent>>;
type New<Event> = Event extends unknown ? Omit<Event, 'id' | 'at' | 'personId'> & By : never;
interface By {
  /** Of an event by `staff`. */
  personId?: string;
}

function event<Kind extends string, Facts extends z.ZodRawShape>(kind: Kind, facts: Facts) {
  return z.object({
    id: z.number(),
    at: z.string(),
    actor: Actor,
    personId: z.string().nullable(),
    kind: z.literal(kind),
    facts: z.object(facts),
  });
}

/** The event that begins the trail of an order as a customer or a checkout adds it. */
export function firstEvent({ total, checkoutId }: Order, replaces: OrderId | undefined): NewEvent {
  if (checkoutId !== null) {
    return { kind: 'restored', actor: 'shop', facts: { total, checkout: checkoutId } };
  }
  return { kind: 'placed', actor: 'customer', facts: { total, replaces } };
}

/** @returns undefined for an event that a newer version wrote or that is damaged. */
export function parseEvent(stored: unknown): OrderEvent | undefined {
  return OrderEvent.safeParse(stored).data;
}

/** What a trail says about its order. */
export interface Replayed {
  /** Undefined if no event tells: a server of the previous version placed it. */
  state: OrderState | undefined;
  payment: PaymentStatus;
  made: Map<Day, Made>;
  /** In order. */
  moves: Extract<OrderEvent, { kind: 'moved' }>['facts'][];
  reversals: Reversal[];
  replacedBy: OrderId | undefined;
  isCancelled: boolean;
  isAnonymised: boolean;
  /**
   * Whether each event follows from those before it. Servers of the previous version change orders
   * without an event.
   */
  isComplete: boolean;
}

/** Works out an order from its events, oldest first. Where they contradict, the later one counts. */
export function replay(events: OrderEvent[]): Replayed {
  const order: Replayed = {
    state: undefined,
    payment: 'none',
    made: new Map(),
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

const BEGINNINGS: OrderEvent['kind'][] = ['migrated', 'placed', 'agreed', 'restored'];

function apply(order: Replayed, { kind, facts }: OrderEvent): void {
  switch (kind) {
    case 'migrated':
      order.state = facts.state;
      order.payment = facts.payment;
      order.reversals = facts.reversals;
      return;
    case 'placed':
    case 'restored':
      order.state = 'placed';
      return;
    case 'agreed':
      order.state = 'agreed';
      return;
    case 'counter-paid':
      if (order.state !== 'agreed') order.isComplete = false;
      order.state = 'paid';
      return;
    case 'counter-unpaid':
      if (order.state !== 'paid') order.isComplete = false;
      order.state = 'agreed';
      return;
    case 'replaced':
      order.replacedBy = facts.by;
      return;
    case 'processing':
      order.payment = 'processing';
      return;
    case 'funded':
      order.payment = 'none';
      transition(order, 'fund');
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
      return;
    case 'told':
      transition(order, 'deliver');
      return;
    case 'reversed':
      order.reversals = facts.reversals;
      return;
    case 'made':
      if ((order.made.get(facts.day) ?? 'to-make') !== facts.from) order.isComplete = false;
      order.made.set(facts.day, facts.made);
      return;
    case 'moved':
      if (['ready', 'collected'].includes(order.made.get(facts.from) ?? '')) {
        order.isComplete = false;
      }
      order.made.delete(facts.from);
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
    case 'cancel-asked':
    case 'cancel-declined':
    case 'cancel-undeclined':
    case 'email-corrected':
    case 'contact-corrected':
    case 'email-written':
    case 'email-taken-back':
    case 'email-sent':
    case 'email-dropped':
    case 'resent':
    case 'refund-asked':
    case 'refund-refused':
    case 'overbooked':
      return;
  }
}

/** An agreed order is in the book with a checkout or without. */
function endCheckout(order: Replayed): void {
  if (order.state !== 'agreed') transition(order, 'expire');
}

function transition(order: Replayed, name: Transition): void {
  if (!order.state || !canTransition(name, order.state)) order.isComplete = false;
  order.state = transitions[name].to;
}
