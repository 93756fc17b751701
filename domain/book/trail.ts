import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { CollectionTime } from '#domain/calendar/rules.ts';
import { type Order, OrderId, PaymentStatus } from '#domain/orders/order.ts';
import { Reversal } from '#domain/orders/reversal.ts';
import { Pence } from '#domain/pence.ts';
import { FULFILMENTS } from './collection.ts';

/** Who caused an event. */
const Actor = z.enum(['staff', 'customer', 'stripe', 'shop']);

/** What a message, a name or a note was, and what it is. */
const Texts = z.object({ before: z.string(), after: z.string() });

/**
 * What can happen to an order, and the facts that are stored about it: codes, ids, days and amounts,
 * never personal data. They are read for years: only ever add kinds and optional facts.
 */
const OrderEvent = z.discriminatedUnion('kind', [
  event('placed', { total: Pence, replaces: OrderId.optional() }),
  /** Taken on the phone, to be paid later. */
  event('agreed', { total: Pence }),
  /** Offered to the customer; accepted by the first payment, or as staff say (`agreed`). */
  event('quoted', { total: Pence, validUntil: Day }),
  /** Nobody can accept it any more: its time is over, or staff have ended it. */
  event('quote-ended', { why: z.enum(['lapsed', 'withdrawn']) }),
  /** A checkout of a phone order was opened from its pay link. */
  event('checkout-opened', {}),
  event('pay-link-made', {}),
  /** A phone order was paid without the payment provider: all of it, its deposit or its rest. */
  event('counter-paid', { amount: Pence, payment: z.string(), isPart: z.literal(true).optional() }),
  /** Staff took that back. */
  event('counter-unpaid', { amount: Pence, payment: z.string() }),
  /** Rebuilt from its checkout, because an older backup had been restored. */
  event('restored', { total: Pence, checkout: z.string() }),
  /** The same browser placed another order instead; or staff have changed the quote. */
  event('replaced', { by: OrderId }),
  /** The customer chose a method of payment that takes days. */
  event('processing', {}),
  event('funded', { checkout: z.string().optional(), amount: Pence.optional() }),
  /** A part of the money has come; a rest is left to pay. */
  event('part-paid', { checkout: z.string().optional(), amount: Pence.optional() }),
  event('expired', { payment: PaymentStatus }),
  /** No checkout was opened for it. */
  event('expired-unopened', {}),
  /** A checkout that an older backup does not know was found at the payment provider. It may be paid. */
  event('checkout-found', { checkout: z.string() }),
  /** The cafe's e-mail was accepted: the order is paid. */
  event('notified', {}),
  /** All refunds and disputes of the order. */
  event('reversed', { reversals: z.array(Reversal) }),
  /** By staff, or the e-mail address by the customer. */
  event('contact-corrected', { fields: z.array(z.enum(['name', 'phone', 'email'])) }),
  /** Staff wrote to the customer: the words are in `BookedOrder.emails`. */
  event('email-written', { email: z.string() }),
  /** Before it was sent. */
  event('email-taken-back', { email: z.string() }),
  event('email-sent', { email: z.string() }),
  event('email-dropped', { email: z.string(), reason: z.string() }),
  /** Staff asked for an e-mail again. */
  event('resent', { to: z.enum(['cafe', 'customer']) }),
  /** Staff had the customer told that the collection of a day is ready. */
  event('ready-told', { day: Day }),
  event('fulfilment', { day: Day, from: z.enum(FULFILMENTS), fulfilment: z.enum(FULFILMENTS) }),
  event('moved', {
    from: Day,
    to: Day,
    positions: z.array(z.int()),
    /** If the collection time has changed. */
    time: z.object({ was: CollectionTime.optional(), is: CollectionTime.optional() }).optional(),
    /** Nobody had come for them. */
    wasMissed: z.literal(true).optional(),
  }),
  event('cancelled', {}),
  /** Taken back before the customer was notified. */
  event('uncancelled', {}),
  /** The id is that of the shop, before the payment provider has one. */
  event('refund-requested', { refund: z.string(), amount: Pence }),
  /** The payment provider will not make it. */
  event('refund-refused', { refund: z.string(), amount: Pence, reason: z.string() }),
  /** More was booked for these days than the cafe makes, this order included. */
  event('overbooked', {
    days: z.array(z.object({ day: Day, units: z.int(), capacity: z.int() })),
    times: z
      .array(z.object({ day: Day, time: CollectionTime, orders: z.int(), most: z.int() }))
      .optional(),
  }),
  /** The message on the item, or who collects. */
  event('text-changed', { position: z.int().optional() }),
  /** That of staff. */
  event('note-changed', {}),
  /** The customer wants to add something, and has not paid it yet. */
  event('addition-begun', { addition: OrderId, amount: Pence }),
  /** It was not paid: the order is as it was. */
  event('addition-ended', { addition: OrderId }),
  /** The positions of the new items, and those of items that have got options. */
  event('added', {
    addition: OrderId,
    amount: Pence,
    positions: z.array(z.int()),
    optionsOf: z.array(z.int()),
  }),
  /**
   * By staff: what the items cost, what was paid of it, what the cafe keeps of that by its terms, and the deposit that has
   * ended, as it was more than the new total.
   * One that takes back an addition of staff has its id.
   */
  event('taken-off', {
    taking: OrderId,
    amount: Pence,
    surplus: Pence,
    kept: Pence,
    positions: z.array(z.int()),
    days: z.array(Day),
    deposit: Pence.optional(),
    undoes: z.literal('addition').optional(),
  }),
  /** Before the customer was notified. */
  event('put-back', { taking: OrderId, days: z.array(Day) }),
  /** Of what was to be given back for what was taken off: the owner gives it in another way, or keeps it. */
  event('rest-kept', { amount: Pence }),
  /** Staff took that back. */
  event('rest-owed', { amount: Pence }),
  /** The customer asks for it; the cafe decides. */
  event('cancel-requested', { number: z.int() }),
  event('cancel-declined', { number: z.int() }),
  /** Taken back before the customer was notified. */
  event('cancel-undeclined', { number: z.int() }),
  /** A member of staff has seen what the customer changed, up to this event of the order. */
  event('seen', { event: z.int() }),
  event('anonymised', {}),
]);
export type OrderEvent = z.output<typeof OrderEvent>;

type OverbookedFacts = Extract<OrderEvent, { kind: 'overbooked' }>['facts'];
export type OverbookedDay = OverbookedFacts['days'][number];
export type OverbookedTime = NonNullable<OverbookedFacts['times']>[number];

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
    /** Of a text that has changed, until the order is anonymised. */
    texts: Texts.optional(),
  });
}

/** Which state of an order a page shows: its last event. */
export function versionOf(trail: OrderEvent[]): number {
  return trail.at(-1)?.id ?? 0;
}

/** The event that begins the trail of an order as a customer or a checkout adds it. */
export function firstEvent({ total, checkoutId }: Order, replaces: OrderId | undefined): NewEvent {
  if (checkoutId !== null) {
    return { kind: 'restored', actor: 'shop', facts: { total, checkout: checkoutId } };
  }
  return { kind: 'placed', actor: 'customer', facts: { total, replaces } };
}

/** @returns undefined for an event that is damaged. */
export function parseEvent(stored: unknown): OrderEvent | undefined {
  return OrderEvent.safeParse(stored).data;
}
