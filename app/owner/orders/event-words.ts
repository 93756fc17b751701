import { countOf } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { groupInWords } from '#domain/orders/items-in-words.ts';
import { everOrdered, itemAt } from '#domain/orders/positions.ts';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { emailName, reasonInWords } from './email-words.ts';
import { reversalsInWords } from './reversal-words.ts';

// On the server: the history of an order in words.

/** What happened, for people. @param role some may not read amounts, or what was written to the customer. */
export function eventInWords(
  event: OrderEvent,
  booked: Pick<BookedOrder, 'items' | 'order' | 'emails' | 'trail'>,
  role: Role,
): string {
  const seesAmounts = may(role, 'see-amounts');
  const takenOff = booked.order?.takenOff;
  const order = { ...booked, items: everOrdered({ items: booked.items, takenOff }) };
  switch (event.kind) {
    case 'placed':
      return event.facts.replaces ? 'Ordered, in place of an earlier order' : 'Ordered';
    case 'agreed':
      return order.trail.some(({ kind }) => kind === 'quoted')
        ? 'Quote accepted, to be paid later'
        : 'Taken on the phone';
    case 'quoted': {
      const { total, validUntil } = event.facts;
      const what = seesAmounts ? `Quoted ${formatPence(total)}` : 'Quoted';
      return `${what}, until ${dayInWords(validUntil, 'short', londonDay(event.at))}`;
    }
    case 'quote-ended':
      return event.facts.why === 'lapsed' ? 'The quote ran out' : 'Quote ended';
    case 'checkout-opened':
      return 'The customer opened the card page';
    case 'pay-link-made':
      return 'Pay link made';
    case 'counter-paid':
      if (seesAmounts) return `Paid ${formatPence(event.facts.amount)} at the counter`;
      return event.facts.isPart ? 'Paid in part' : 'Paid';
    case 'part-paid':
      return seesAmounts && event.facts.amount
        ? `Paid ${formatPence(event.facts.amount)} of it`
        : 'Paid in part';
    case 'counter-unpaid':
      return 'Not paid after all';
    case 'restored':
      return 'Brought back from Stripe after an older backup; a note, if there was one, is lost';
    case 'replaced':
      return event.actor === 'staff'
        ? 'Changed: another quote was made instead'
        : 'The customer ordered something else instead';
    case 'processing':
      return 'The customer is paying by bank, which takes days';
    case 'funded':
      return seesAmounts && event.facts.amount ? `Paid ${formatPence(event.facts.amount)}` : 'Paid';
    case 'checkout-found':
      return 'Stripe had a card page from before the backup';
    case 'expired':
    case 'expired-unopened':
      return 'The time to pay ran out';
    case 'notified':
      return 'E-mail to the cafe sent';
    case 'reversed':
      return reversalsInWords(event, order.trail, seesAmounts);
    case 'contact-corrected':
      return `Corrected: ${event.facts.fields.map((field) => CONTACT_NAMES[field]).join(', ')}`;
    case 'email-written': {
      const words = order.emails.find(({ kind }) => kind === event.facts.email)?.words;
      const what = 'E-mail to the customer written';
      return words && may(role, 'see-contact') ? `${what}: “${words}”` : what;
    }
    case 'email-taken-back':
      return 'E-mail to the customer taken back before it was sent';
    case 'email-sent':
      return `${emailName(event.facts.email)}: sent`;
    case 'email-dropped':
      return `${emailName(event.facts.email)}: not sent (${reasonInWords(event.facts.reason)})`;
    case 'resent':
      return `E-mail to the ${event.facts.to} sent again`;
    case 'ready-told':
      return `The customer is told that it is ready for ${dayInWords(event.facts.day, 'short')}`;
    case 'fulfilment':
      return fulfilmentInWords(event);
    case 'moved':
      return movedInWords(event, order.items);
    case 'cancelled':
      return event.actor === 'stripe'
        ? 'Cancelled, as it was refunded in full at Stripe'
        : 'Cancelled';
    case 'uncancelled':
      return 'Not cancelled after all';
    case 'refund-requested':
      return seesAmounts
        ? `Refund of ${formatPence(event.facts.amount)} asked for`
        : 'Refund asked for';
    case 'refund-refused':
      return seesAmounts
        ? `Stripe refused a refund of ${formatPence(event.facts.amount)}: ${event.facts.reason}`
        : 'Stripe refused a refund';
    case 'overbooked':
      return overbookedInWords(event);
    case 'text-changed':
      return textChangeInWords(event, order.items);
    case 'note-changed':
      return changedInWords('Our note', event);
    case 'addition-begun':
      return 'The customer began to add something';
    case 'addition-ended':
      return 'It was not paid, and not added';
    case 'added':
      return additionInWords(event, order.items, seesAmounts);
    case 'taken-off':
      return event.facts.undoes
        ? 'Not added after all'
        : takenOffInWords(event, order.items, seesAmounts);
    case 'put-back':
      return 'Not taken off after all';
    case 'rest-kept':
      return seesAmounts
        ? `${formatPence(event.facts.amount)} kept, or given back in another way`
        : 'Nothing more to give back';
    case 'rest-owed':
      return 'To give back again';
    case 'cancel-requested':
      return 'The customer asked to cancel';
    case 'cancel-declined':
      return 'Kept: the customer gets an e-mail';
    case 'cancel-undeclined':
      return 'The request to cancel is open again';
    case 'seen':
      return 'The customer’s changes marked as seen';
    case 'anonymised':
      return 'Name and contact removed';
  }
}

function overbookedInWords({
  at,
  facts: { days, times = [] },
}: Extract<OrderEvent, { kind: 'overbooked' }>): string {
  const when = (day: Day, time?: CollectionTime) => whenInWords(day, time, 'short', londonDay(at));
  const full = [
    ...days.map(({ day, units, capacity }) => `${units} of ${capacity} points on ${when(day)}`),
    ...times.map(
      ({ day, time, orders, most }) =>
        `${orders} of ${countOf(most, 'order')} on ${when(day, time)}`,
    ),
  ];
  return full.map((each) => `Overbooked: ${each}`).join('. ');
}

const CONTACT_NAMES = { name: 'name', phone: 'phone number', email: 'e-mail address' };

const BY_CUSTOMER: OrderEvent['kind'][] = ['moved', 'text-changed', 'added', 'contact-corrected'];

/** Who did it, where that is not in the words. */
export function byInWords(
  { kind, actor, personId }: OrderEvent,
  names: ReadonlyMap<string, string>,
): string {
  if (actor === 'staff') return `by ${names.get(personId ?? '') ?? 'staff'}`;
  const isCustomers = actor === 'customer' && BY_CUSTOMER.includes(kind);
  return isCustomers ? 'by the customer' : '';
}

/** `Marked ready for Wed 25 Nov` */
function fulfilmentInWords({
  facts: { day, fulfilment },
}: Extract<OrderEvent, { kind: 'fulfilment' }>): string {
  const again = fulfilment === 'to-make' ? ' again' : '';
  return `Marked ${FULFILMENT_WORDS[fulfilment].toLowerCase()}${again} for ${dayInWords(day, 'short')}`;
}

/** Names the cakes if it was only some of the order's. */
function movedInWords(
  { at, facts: { from, to, positions, time } }: Extract<OrderEvent, { kind: 'moved' }>,
  items: BookedOrder['items'],
): string {
  const some = positions.length < items.length ? positions : [];
  const what = some.flatMap((position) => itemAt(items, position)?.title ?? []).join(', ');
  const moved = what ? `${what} moved` : 'Moved';
  const [before, after] = [
    whenInWords(from, time?.was, 'short', londonDay(at)),
    whenInWords(to, time?.is, 'short', londonDay(at)),
  ];
  return `${moved} from ${before} to ${after}`;
}

/** `Added: 16 Rainbow Tall Candles, £5`, `New options for Red Velvet, £4` */
function additionInWords(
  { facts: { positions, optionsOf, amount } }: Extract<OrderEvent, { kind: 'added' }>,
  items: BookedOrder['items'],
  seesAmounts: boolean,
): string {
  const added = [
    ...(positions.length > 0 ? [`Added: ${titlesOf(positions, items) || 'something'}`] : []),
    ...(optionsOf.length > 0 ? [`New options for ${titlesOf(optionsOf, items)}`] : []),
  ];
  return [...added, ...(seesAmounts ? [formatPence(amount)] : [])].join(', ');
}

/** `Taken off: 16 Rainbow Tall Candles, £5` */
function takenOffInWords(
  { facts: { positions, amount } }: Extract<OrderEvent, { kind: 'taken-off' }>,
  items: BookedOrder['items'],
  seesAmounts: boolean,
): string {
  const what = `Taken off: ${titlesOf(positions, items) || 'something'}`;
  return seesAmounts ? `${what}, ${formatPence(amount)}` : what;
}

/** `2 × 16 Rainbow Tall Candles, Red Velvet` */
function titlesOf(positions: number[], items: BookedOrder['items']): string {
  const titles = positions.flatMap((position) => itemAt(items, position)?.title ?? []);
  return [...Map.groupBy(titles, (title) => title)]
    .map(([what, { length: count }]) => groupInWords({ count, what }))
    .join(', ');
}

function textChangeInWords(
  event: Extract<OrderEvent, { kind: 'text-changed' }>,
  items: BookedOrder['items'],
): string {
  const { position } = event.facts;
  const what =
    position === undefined
      ? 'Who collects'
      : `Message on ${itemAt(items, position)?.title ?? 'a cake'}`;
  return changedInWords(what, event);
}

function changedInWords(what: string, { texts }: OrderEvent): string {
  // They are removed with the name.
  if (!texts) return `${what} changed`;
  const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`);
  return `${what} changed from ${quoted(texts.before)} to ${quoted(texts.after)}`;
}
