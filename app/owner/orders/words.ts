import { countOf } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import type { Fulfilment } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import { timeInWords, whenInWords } from '#domain/calendar/times.ts';
import { movedDays, readyDay, refundOf, reminderDay } from '#domain/emails/email-kinds.ts';
import { formatPence } from '#domain/money.ts';
import { emailDetour, reachableEmail } from '#domain/orders/email-address.ts';
import { groupInWords } from '#domain/orders/items-in-words.ts';
import {
  disputeStateInWords,
  isGivenAtCounter,
  isMade,
  isReturned,
  needsAnswer,
  type Order,
  type Reversal,
  wasBooked,
} from '#domain/orders/order.ts';
import { reversedInWords } from '#domain/orders/order-text.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import type { BookedEmail, BookedOrder } from '#server/orders/book-rows.ts';
import type { MoveOrderResult } from '#server/orders/move.ts';

// On the server: words for the screen of an order.

/** What happened, for people. @param role some may not read amounts, or what was written to the customer. */
export function eventInWords(
  event: OrderEvent,
  booked: Pick<BookedOrder, 'items' | 'order' | 'textChanges' | 'noteChanges' | 'emails' | 'trail'>,
  role: Role,
): string {
  const seesAmounts = may(role, 'see-amounts');
  const order = { ...booked, items: everOrdered(booked) };
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
      return `${what}, until ${dayInWords(validUntil, 'short')}`;
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
    case 'email-corrected':
      return 'The customer corrected the e-mail address';
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
      return overbookedInWords(event.facts);
    case 'text-changed':
      return textChangeInWords(event, order);
    case 'note-changed':
      return noteChangeInWords(event, order);
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
    case 'cancel-requested':
      return 'The customer asked to cancel';
    case 'cancel-declined':
      return 'Kept: the customer is told by e-mail';
    case 'cancel-undeclined':
      return 'The request to cancel is open again';
    case 'seen':
      return 'The customer’s changes marked as seen';
    case 'anonymised':
      return 'Name and contact removed';
  }
}

function overbookedInWords({
  days,
  times = [],
}: Extract<OrderEvent, { kind: 'overbooked' }>['facts']): string {
  const full = [
    ...days.map(
      ({ day, units, capacity }) => `${units} of ${capacity} points on ${dayInWords(day, 'short')}`,
    ),
    ...times.map(
      ({ day, time, orders, most }) =>
        `${orders} of ${countOf(most, 'order')} on ${whenInWords(day, time, 'short')}`,
    ),
  ];
  return full.map((each) => `Overbooked: ${each}`).join('. ');
}

const CONTACT_NAMES = { name: 'name', phone: 'phone number', email: 'e-mail address' };

const BY_CUSTOMER: OrderEvent['kind'][] = ['moved', 'text-changed', 'added'];

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
  { facts: { from, to, positions, time } }: Extract<OrderEvent, { kind: 'moved' }>,
  items: BookedOrder['items'],
): string {
  const some = positions && positions.length < items.length ? positions : [];
  const what = some.flatMap((position) => itemAt(items, position)?.title ?? []).join(', ');
  const moved = what ? `${what} moved` : 'Moved';
  const [before, after] = [
    whenInWords(from, time?.was, 'short'),
    whenInWords(to, time?.is, 'short'),
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

/** What the order has and had, with positions. */
function everOrdered({ items, order }: Pick<BookedOrder, 'items' | 'order'>) {
  const taken = (order?.takenOff ?? []).map(({ item, position }) => ({ ...item, position }));
  return [...withPositions(items), ...taken];
}

function textChangeInWords(
  { facts: { number, position } }: Extract<OrderEvent, { kind: 'text-changed' }>,
  { items, textChanges }: Pick<BookedOrder, 'items' | 'textChanges'>,
): string {
  const what =
    position === undefined
      ? 'Who collects'
      : `Message on ${itemAt(items, position)?.title ?? 'a cake'}`;
  return changedInWords(
    what,
    textChanges.find((each) => each.number === number),
  );
}

function noteChangeInWords(
  { facts: { number } }: Extract<OrderEvent, { kind: 'note-changed' }>,
  { noteChanges }: Pick<BookedOrder, 'noteChanges'>,
): string {
  return changedInWords(
    'Our note',
    noteChanges.find((each) => each.number === number),
  );
}

/** What the form of the note of staff shows. @returns undefined if the order has none to write. */
export function writableNote({ state, anonymisedAt, staffNote, trail }: BookedOrder) {
  if (!wasBooked(state) || anonymisedAt !== null) return undefined;
  // Of the note alone: nothing else that happens to the order is a conflict.
  const version = trail.findLast(({ kind }) => kind === 'note-changed')?.id ?? 0;
  return { staffNote, version };
}

function changedInWords(what: string, change: { before: string; after: string } | undefined) {
  // The texts are removed with the name.
  if (!change) return `${what} changed`;
  const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`);
  return `${what} changed from ${quoted(change.before)} to ${quoted(change.after)}`;
}

/** Why an order was not moved, and what to do. */
export function moveProblem(result: Exclude<MoveOrderResult, { ok: true }>, to: Day): string {
  switch (result.reason) {
    case 'closed':
      return `Customers cannot choose ${dayInWords(to)}: ${result.why}.`;
    case 'ticked-off':
      return tickedProblem(result);
    case 'full':
      return `${dayInWords(to)} is full: ${result.left > 0 ? `only ${countOf(result.left, 'point')} left` : 'nothing is left'}.`;
    case 'time':
      return timeProblem(result, to);
    case 'past':
      return `${dayInWords(to)} is in the past. Please choose a later day.`;
    case 'too-far':
      return `${dayInWords(to)} is more than two years ahead. Please check the year.`;
    case 'conflict':
      return 'It was moved on another device.';
    case 'too-often':
    case 'unknown':
      return 'It cannot be moved: it was never paid, or its name has been removed.';
  }
}

export function timeProblem(
  { isFull, offered }: Pick<Extract<MoveOrderResult, { reason: 'time' }>, 'isFull' | 'offered'>,
  to: Day,
): string {
  const day = dayInWords(to, 'short');
  if (offered.length === 0) return `All collection times of ${day} are taken.`;
  const times = offered.map(timeInWords).join(', ');
  return isFull
    ? `That collection time is full. On ${day} there is room at ${times}.`
    : `Please choose a collection time. On ${day} there is ${times}.`;
}

export function tickedProblem({ day, fulfilment }: { day: Day; fulfilment: Fulfilment }): string {
  return `It is marked as “${FULFILMENT_WORDS[fulfilment]}” for ${dayInWords(day)}. Untick that on the order first.`;
}

/** Stripe's states of a refund. */
const STATES_OF_REFUNDS: Record<string, string> = {
  pending: 'on its way',
  requires_action: 'on its way',
  succeeded: 'sent back',
  failed: 'returned by the bank: the customer does not have it',
  canceled: 'stopped: the customer does not have it',
};

/** Refunds and disputes, for the owner: what each is, and its amount. */
export function moneyBack(
  reversals: Reversal[],
): { id: string; what: string; amount: string; mayTakeBack: boolean }[] {
  return reversals.map((reversal) => {
    const { id, state, amount } = reversal;
    return {
      id,
      what: `${reversalName(reversal)}${reversalState(reversal)}`,
      amount: isMade(reversal) ? reversedInWords(reversal) : formatPence(amount),
      mayTakeBack: isGivenAtCounter(reversal) && !isReturned(state),
    };
  });
}

function reversalName(reversal: Reversal): string {
  const day = dayInWords(londonDay(reversal.at), 'short');
  if (reversal.kind === 'dispute') return `Disputed, ${day}`;
  return isGivenAtCounter(reversal) ? `Given back at the counter, ${day}` : `Refund, ${day}`;
}

function reversalState(reversal: Reversal): string {
  const { kind, state, reason, answerBy } = reversal;
  if (kind === 'dispute') {
    const until =
      answerBy && needsAnswer(state) ? `, answer by ${dayInWords(londonDay(answerBy))}` : '';
    return `: ${disputeStateInWords(state)}${until}`;
  }
  if (isGivenAtCounter(reversal)) return isReturned(state) ? ': entered by mistake' : '';
  if (state === 'refused') return `: refused by Stripe (${reasonInWords(reason ?? null)})`;
  return `: ${STATES_OF_REFUNDS[state] ?? state}`;
}

/** What Stripe said that it had not said before. */
function reversalsInWords(
  { id: eventId, facts }: Extract<OrderEvent, { kind: 'reversed' }>,
  trail: OrderEvent[],
  seesAmounts: boolean,
): string {
  const before = trail.findLast(({ id, kind }) => kind === 'reversed' && id < eventId);
  const known = before?.kind === 'reversed' ? before.facts.reversals : [];
  const news = facts.reversals.filter(
    ({ id, state, isPending }) =>
      !known.some((each) => each.id === id && each.state === state && each.isPending === isPending),
  );
  const words = news.map((reversal) => {
    const { kind, state } = reversal;
    const amount = reversedInWords(reversal);
    if (isGivenAtCounter(reversal)) {
      const what = seesAmounts ? amount : 'Money';
      return isReturned(state)
        ? `${what} not given back after all`
        : `${what} given back at the counter`;
    }
    const of = seesAmounts ? ` of ${amount}` : '';
    return kind === 'refund'
      ? `Refund${of} ${STATES_OF_REFUNDS[state] ?? state}`
      : `Dispute${of} by the customer’s bank: ${disputeStateInWords(state)}`;
  });
  return words.length > 0 ? words.join('; ') : 'Stripe’s refunds and disputes checked again';
}

/** @param dropped why an e-mail that waits will not be sent. */
export function emailInWords(
  email: BookedEmail,
  dropped?: string,
): { what: string; state: string } {
  const { kind, state, at, attempts, failingSince, reason } = email;
  const what = emailName(kind);
  if (state === 'sent') return { what, state: at ? `sent ${instantInWords(at)}` : 'sent' };
  if (state === 'dropped') return { what, state: `not sent: ${reasonInWords(reason)}` };
  if (dropped) return { what, state: `will not be sent: ${dropped}` };
  if (failingSince) {
    const since = `tried ${countOf(attempts, 'time')} since ${instantInWords(failingSince)}`;
    return {
      what,
      state: `not sent yet: ${since}, and tried again by itself (${reasonInWords(reason)})`,
    };
  }
  if (attempts > 0) return { what, state: 'is being sent' };
  return { what, state: at ? `waits until ${instantInWords(at)}` : 'waits' };
}

export function emailName(kind: string): string {
  if (kind === 'cafe') return 'E-mail to the cafe';
  if (kind === 'confirmation') return 'Confirmation to the customer';
  if (kind === 'cancelled') return 'Cancellation to the customer';
  if (kind === 'waiting-joined') return 'On the waiting list, to a customer';
  if (kind === 'waiting-offer') return 'Offer of a place, to a customer';
  if (kind === 'request') return 'Request, to the cafe';
  if (kind === 'request-placed') return 'Request received, to a customer';
  if (refundOf(kind)) return 'Refund, to the customer';
  if (kind === 'agreed') return 'Order and pay link to the customer';
  if (kind === 'quote') return 'Quote and its link to the customer';
  if (kind === 'rest') return 'Pay link for the rest, to the customer';
  if (kind === 'rest-reminder') return 'Reminder to pay the rest, to the customer';
  const day = reminderDay(kind);
  if (day) return `Reminder for ${dayInWords(day, 'short')}`;
  const ready = readyDay(kind);
  if (ready) return `“It is ready” for ${dayInWords(ready, 'short')}, to the customer`;
  if (kind === 'review') return '“How was it?”, to the customer';
  const [name = ''] = kind.split(' ');
  const numbered = NUMBERED_NAMES[name];
  if (numbered) return numbered;
  const moved = movedDays(kind);
  if (moved) return `New day, ${dayInWords(moved.to, 'short')}, to the customer`;
  return `E-mail “${kind}”`;
}

/** Of e-mails that an order can have more than once. */
const NUMBERED_NAMES: Record<string, string> = {
  'customer-moved': 'Moved by the customer, to the cafe',
  'customer-changed': 'Changed by the customer, to the cafe',
  'customer-added': 'Added by the customer, to the cafe',
  'customer-requests': 'Request to cancel, to the cafe',
  added: 'Addition to the order, to the customer',
  'taken-off': 'What was taken off, to the customer',
  changed: 'Changed order to the customer',
  'cancel-requested': 'Request to cancel, to the customer',
  'cancel-declined': 'Answer to the request to cancel',
  written: 'E-mail to the customer',
  missed: 'E-mail about the missed collection',
  'request-replied': 'Reply to a request, to the cafe',
  'request-asked': 'Question about a request, to a customer',
  'request-declined': 'Request declined, to a customer',
};

/** That the order's own address does not work, and what that means. */
export function unreachedInWords(order: Order): string | undefined {
  const { email } = order.customer;
  switch (emailDetour(order)) {
    case 'at-payment':
      return `We cannot reach “${email}”. E-mails go to ${reachableEmail(order)}, which the customer gave at payment.`;
    case 'nowhere':
      return `We cannot reach “${email}”, so the customer gets no e-mails. Please correct the address, or ring.`;
    default:
      return undefined;
  }
}

/** Why there is no e-mail about an order. */
export function noEmailsInWords({ state, email, anonymisedAt }: BookedOrder): string {
  if (state === 'placed' || state === 'expired') {
    return 'None yet. They are sent when the order is paid.';
  }
  return email === '' && anonymisedAt === null ? 'None: there is no e-mail address.' : 'None.';
}

/** The service's code is kept: it is what a developer asks for. */
function reasonInWords(reason: string | null): string {
  return reason ?? 'no reason is known';
}

/** @param problem what a customer reads. */
export function unpipedProblem(problem: string): string {
  return `A customer would read: “${problem}”`;
}
