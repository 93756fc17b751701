import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { sumPence } from '#domain/money.ts';
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/orders/customer-details.ts';
import type { Difference } from '#domain/orders/difference.ts';
import { newOrder } from '#domain/orders/new-order.ts';
import {
  collectionDays,
  isUnpaidPhoneOrder,
  type Order,
  OrderId,
  Quote,
  wasBooked,
} from '#domain/orders/order.ts';
import { Note } from '#domain/orders/order-request.ts';
import { PhoneItem } from '#domain/orders/phone-item.ts';
import { readText } from '#domain/orders/readable-lines.ts';
import { isSameOrder } from '#domain/orders/same-order.ts';
import { emailSchema, MISTYPED_EMAIL, PlainLine, refineBy } from '#domain/orders/text-schemas.ts';
import { LEAST_PAYABLE, Pence } from '#domain/pence.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { writtenProblem } from '#server/emails/written.ts';
import type { AskedFor } from '#server/requests/ordered.ts';
import type { Shop } from '#server/shop.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { addOrder } from './add.ts';
import { endPayment } from './checkout.ts';
import { checkOrderable, rejectFull } from './place.ts';
import { repeatRaced } from './races.ts';
import { readOrder } from './rows.ts';

// Orders on the phone: they are in the book before they are paid. A checkout is opened, and money taken at the
// counter, by a statement that finds the order `agreed`, so that only one of them succeeds.

const LEAST = 'Stripe takes no payment of less than 30p.';

const Payable = Pence.min(LEAST_PAYABLE, LEAST);

const Typed = z.object({
  /** Of the form, so that sending it twice makes one order. */
  id: OrderId,
  name: line('name', 'Please ask for the name.'),
  phone: line('phone', 'Please ask for a phone number.'),
  /** Empty: the customer gets no e-mails. */
  email: z.union([
    z.literal(''),
    emailSchema(MISTYPED_EMAIL).max(CUSTOMER_FIELDS.email.max, MISTYPED_EMAIL),
  ]),
  /** For staff alone. */
  note: Note.optional(),
  items: z
    .array(PhoneItem)
    .min(1, 'Please choose a cake.')
    .max(MAX_ITEMS, `Please take at most ${MAX_ITEMS} items at a time.`)
    .refine(
      (items) => Payable.safeParse(sumPence(items.map(({ price }) => price))).success,
      'An order comes to at least 30p and at most £100,000. Please look at the prices.',
    ),
  /** What is paid first, and until when the rest; missing: all at once. */
  deposit: z.object({ amount: Payable, restBy: Day.nullable() }).optional(),
  /** It is a quote, which the customer accepts by paying. */
  quote: Quote.omit({ evenIfFull: true })
    .extend({
      message: z
        .string()
        .transform(readText)
        .superRefine(refineBy((text) => (text === '' ? undefined : writtenProblem(text)))),
    })
    .optional(),
});

/** What staff type while a customer is on the telephone. */
export const PhoneOrderRequest = Typed.superRefine(checkTerms);
export type PhoneOrderRequest = z.infer<typeof PhoneOrderRequest>;

/** A quote with an e-mail address, which needs no phone number: a request has one of both. */
export const EmailedQuote = Typed.extend({ phone: line('phone') }).superRefine(checkTerms);

/** A deposit leaves a rest, which is paid before the collection, and a quote is accepted before both. */
function checkTerms(
  { items, deposit, quote }: z.output<typeof Typed>,
  context: z.RefinementCtx<z.output<typeof Typed>>,
): void {
  const reject = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const [first] = collectionDays(items);
  if (first === undefined) return;
  if (deposit && sumPence(items.map(({ price }) => price)) - deposit.amount < LEAST_PAYABLE) {
    reject(['deposit', 'amount'], `That leaves no rest to pay. ${LEAST}`);
  }
  const restBy = deposit?.restBy ?? first;
  if (restBy > first) reject(['deposit', 'restBy'], AFTER_COLLECTION);
  if (!quote) return;
  const { validUntil } = quote;
  if (validUntil > first) reject(['quote', 'validUntil'], AFTER_COLLECTION);
  else if (validUntil > restBy) {
    const message = 'That is after the day of the rest. Please choose an earlier day.';
    reject(['quote', 'validUntil'], message);
  }
}

const AFTER_COLLECTION = 'That is after the collection. Please choose an earlier day.';

interface PhoneOrderOptions {
  /** The person's id. */
  by: string;
  /** The person has seen why customers cannot choose the day, and what is booked for it. */
  evenIfClosed: boolean;
  /** The customer has paid in another way. */
  isPaid: boolean;
  /** The request that it answers. */
  request?: AskedFor | undefined;
  /** The quote that this one replaces. */
  replaces?: OrderId | undefined;
}

type PhoneOrderResult =
  | { ok: true; id: OrderId }
  /** The quote that this one would replace is accepted, may be paid just now, or was replaced by another. */
  | { ok: false; reason: 'earlier-quote'; problem: PaymentObstacle | 'replaced' }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  /** The form was sent before, with other content. */
  | { ok: false; reason: 'other-content' | 'prices-not-synced' };

/**
 * Takes an order on the phone: it is in the book at once, paid or not, by the shop's rules and for the prices that
 * staff have agreed; a quote is once it is accepted. Safe to repeat: the id identifies the form.
 */
export async function takePhoneOrder(
  shop: Shop,
  form: PhoneOrderRequest,
  options: PhoneOrderOptions,
): Promise<PhoneOrderResult> {
  const { id } = form;
  const isKnown = (await readOrder(shop.db, id)) !== undefined;
  const rejection = isKnown ? undefined : await addPhoneOrder(shop, form, options);
  // Added before, or by a quicker double click, which may be what this one was rejected for.
  const stored = await readOrder(shop.db, id);
  if (!stored && rejection) return rejection;
  const isSame = stored && isSameForm(stored, form);
  // Sent again as one that is paid already.
  if (!isSame || (options.isPaid && isUnpaidPhoneOrder(stored.state))) {
    return { ok: false, reason: 'other-content' };
  }
  return { ok: true, id };
}

/** @returns why it is not added; undefined also for one that was added by a quicker double click. */
async function addPhoneOrder(
  shop: Shop,
  { id, name, phone, email, note: staffNote, items, deposit, quote }: PhoneOrderRequest,
  { by, evenIfClosed, isPaid, request, replaces }: PhoneOrderOptions,
): Promise<Exclude<PhoneOrderResult, { ok: true }> | undefined> {
  const checked = await checkOrderable(shop, items, { evenIfClosed });
  if (!checked.ok) return checked;
  const { now } = checked;
  const customer = { name, email, phone };
  const add = (evenIfFull: boolean) => {
    const order = newOrder({
      id,
      state: quote ? 'quoted' : 'agreed',
      customer,
      staffNote,
      quote: quote && { ...quote, evenIfFull },
      items: checked.items,
      deposit: deposit?.amount ?? null,
      restBy: deposit?.restBy ?? null,
      placedAt: now,
      // No checkout takes a payment yet.
      payBy: now,
    });
    // Reminders of a quote follow once it is accepted.
    const emails = quote
      ? [{ kind: 'quote' } as const]
      : // Of one that is paid, the confirmation takes its place.
        plannedEmails(order, now, { kind: 'agreed' });
    return addOrder(shop, order, {
      hold: { now, except: replaces, evenIfFull },
      replaces: replaces === undefined ? undefined : { id: replaces, exists: true },
      phone: { by, emails, request, isPaid },
    });
  };
  const added = await repeatRaced(async () => {
    const obstacle = replaces === undefined ? undefined : await endEarlier(shop, replaces);
    if (obstacle) return { ok: false, reason: 'earlier-quote', problem: obstacle } as const;
    // The day of a quote may be closed and have room: then it is not to be overbooked when it is accepted.
    const result = await add(evenIfClosed && !quote);
    const isFull = !result.ok && result.reason === 'full';
    const last = isFull && evenIfClosed ? await add(true) : result;
    // Its customer has begun to accept it.
    return !last.ok && last.reason === 'replaced' ? undefined : last;
  });
  if (!added) return { ok: false, reason: 'earlier-quote', problem: 'unavailable' };
  if (added.ok) {
    shop.log.info({ orderId: id, isQuote: quote !== undefined }, 'order taken on the phone');
    return undefined;
  }
  if (added.reason === 'earlier-quote') return added;
  if (added.reason === 'full') return rejectFull(shop, checked.items, added.full, checked);
  return undefined;
}

function isSameForm(
  stored: Order,
  { name, phone, email, note = '', items, deposit, quote }: PhoneOrderRequest,
): boolean {
  return (
    // The note is that of staff.
    isSameOrder(stored, { name, phone, email, items }) &&
    (stored.staffNote ?? '') === note &&
    stored.deposit === (deposit?.amount ?? null) &&
    stored.restBy === (deposit?.restBy ?? null) &&
    isSameQuote(stored.quote, quote)
  );
}

function isSameQuote(stored: Quote | undefined, sent: PhoneOrderRequest['quote']): boolean {
  return (
    stored?.validUntil === sent?.validUntil &&
    stored?.holdsDay === sent?.holdsDay &&
    stored?.message === sent?.message
  );
}

/** Ends what can be paid of the quote that another one replaces. @returns what keeps it from being replaced. */
async function endEarlier(
  shop: Shop,
  id: OrderId,
): Promise<PaymentObstacle | 'replaced' | undefined> {
  const earlier = await readOrder(shop.db, id);
  if (!earlier?.quote || earlier.replacedBy !== null) return 'replaced';
  if (wasBooked(earlier.state)) return 'paid';
  return endPayment(shop, earlier);
}

/** @param missing what is wrong if it is empty; without it, it may be. */
function line(field: CustomerField, missing?: string) {
  const { max } = CUSTOMER_FIELDS[field];
  const text = PlainLine.trim().max(max, `Please use at most ${max} characters.`);
  return missing === undefined ? text : text.min(1, missing);
}
