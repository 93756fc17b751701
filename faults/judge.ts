import { formatPence } from '#domain/money.ts';
import {
  type Booked,
  type Email,
  emptyBook,
  type OrderBook,
  type Push,
  type Session,
  type ShownOrder,
  type StripeRefund,
} from './evidence.ts';
import type { Attempted } from './forms.ts';
import type { History } from './history.ts';
import type { PhoneOrder } from './phone-orders.ts';
import type { AskedRequest } from './requests.ts';
import type { BasketItem } from './shop-client.ts';
import type { Attempt, Shopper } from './shopper.ts';

export interface Evidence {
  shoppers: Shopper[];
  phoneOrders: PhoneOrder[];
  asked: AskedRequest[];
  sessions: Session[];
  /** About orders. */
  inbox: Email[];
  /** The ids of the phones of staff, and what they have got. */
  devices: string[];
  pushes: Push[];
  emailTexts: Pick<Email, 'to' | 'text'>[];
  /** Undefined: the shop does not have this order. */
  orders: Map<string, ShownOrder | undefined>;
  changes: Change[];
  /** Those at Stripe. */
  refunds: StripeRefund[];
  /** Only orders that have something in them. */
  books: Map<string, OrderBook>;
  /** By their ids. */
  requests: Map<string, { photos: number; texts: string[] }>;
  history: Pick<History, 'mayBeUndone'>;
}

export type ChangeKind = Change['what'];

/** What a customer or the cafe wanted of a paid order. */
export type Change = Attempted & { orderId: string } & (
    | { what: 'move'; day: string; toDay: string }
    | { what: 'ask to cancel' }
    /** Its price in pence. */
    | { what: 'add'; item: BasketItem; title: string; price: number }
    /** By the cafe, perhaps with a refund. The position is that in the basket. */
    | { what: 'take off'; position: number }
    /** `id` is that of the form, which the shop passes on to Stripe. */
    | { what: 'refund'; id: string; amount: number }
    /** The cafe ticks what is collected on the day, tells the customer, and opens on the day. */
    | { what: 'ready'; day: string; opens: Attempted }
    /** By the cafe. */
    | { what: 'cancel' }
  );

/**
 * `lost`: paid, but the order is missing or wrong, or the cafe or the customer got no e-mail; or a refund or a
 * change that the shop has confirmed is missing. `done twice`: a refund, a request or an addition. `told wrongly`: a
 * customer was told twice that it is ready, or after it was cancelled or paid back; or a phone of staff has shown one
 * push twice. `ledger differs`: the shop's money of an order is not Stripe's.
 */
export type Wrong =
  | 'lost'
  | 'charged twice'
  | 'done twice'
  | 'told wrongly'
  | 'ledger differs'
  | 'unpaid shown paid'
  | 'oversold'
  | 'refused';

export interface Violation {
  wrong: Wrong;
  what: string;
  orderIds: string[];
}

export interface Verdict {
  violations: Violation[];
  paidSessions: number;
  /** At Stripe. */
  refunds: number;
}

const isPaid = ({ payment_status }: Session) => payment_status === 'paid';
/** For what was added to an order. */
const isAddition = ({ metadata }: Session) => 'addition_0' in metadata;

/** Compares the orders that the shop shows with Stripe's sessions and the inbox. */
export function judge(evidence: Evidence): Verdict {
  const { shoppers, phoneOrders, sessions, inbox, orders } = evidence;
  const attempts = new Map(
    shoppers.flatMap((shopper) => shopper.attempts.map((attempt) => [attempt.id, attempt])),
  );
  const emails = Map.groupBy(inbox, ({ orderId }) => orderId);
  const paid = sessions.filter(isPaid);
  const onPhone = new Set(phoneOrders.map(({ id }) => id));
  const paidIds = new Set(paid.map(({ client_reference_id: id }) => id));
  const violations: Violation[] = [];
  const add = (wrong: Wrong, what: string, ...orderIds: string[]) =>
    void violations.push({ wrong, what, orderIds });

  for (const session of paid) {
    const id = session.client_reference_id ?? 'no order';
    if (onPhone.has(id) || isAddition(session)) continue;
    const shown = orders.get(id);
    const changes = evidence.changes.filter(({ orderId }) => orderId === id);
    const isGrown = paid.some((each) => isAddition(each) && each.client_reference_id === id);
    const attempt = attempts.get(id);
    const contents =
      attempt && contentsOf(attempt, changes, { isGrown, history: evidence.history });
    const what = contents
      ? (findDefect(session, { ...attempt, contents }, shown, emails.get(id) ?? []) ??
        findOtherItems(contents, shown, evidence))
      : 'no shopper ordered it';
    if (what) add('lost', `${session.id} is paid: ${what}`, id);
  }
  for (const shopper of shoppers) {
    const ids = new Set(shopper.attempts.map(({ id }) => id));
    const own = paid.filter(({ client_reference_id: id }) => id !== null && ids.has(id));
    const charges = own.filter((session) => !isAddition(session));
    if (charges.length > shopper.expectedCharges) {
      const which = charges.map(({ id }) => id).join(' and ');
      add('charged twice', `${shopper.name} expected ${shopper.expectedCharges}: ${which}`, ...ids);
    }
    const added = evidence.changes.filter(
      ({ what, orderId }) => what === 'add' && ids.has(orderId),
    );
    const additions = own.length - charges.length;
    if (additions > added.length) {
      const what = `${shopper.name} has paid ${additions} additions and made ${added.length}`;
      add('charged twice', what, ...ids);
    }
    for (const id of shopper.shownPaid) {
      if (!paidIds.has(id)) add('unpaid shown paid', `${shopper.name} saw it`, id);
    }
    for (const what of shopper.complaints) add('refused', `${shopper.name}: ${what}`, ...ids);
  }
  for (const [id, order] of orders) {
    if (paidIds.has(id)) continue;
    if (order && (order.paid || order.state === 'funded')) {
      add('unpaid shown paid', `the order is ${order.state}`, id);
    }
    if (emails.get(id)?.some(({ text }) => !text.includes(BANK_REFUSED))) {
      add('unpaid shown paid', 'an e-mail was sent', id);
    }
  }
  // An older backup that lacks what staff have added does not know what was paid for it: an incident of the owner's.
  const unclear = new Set(
    phoneOrders.flatMap(({ id, added }) =>
      added && evidence.history.mayBeUndone(added.from, added.to) ? id : [],
    ),
  );
  checkPhoneOrders(evidence, unclear, add);
  checkMoney(evidence, { paid, unclear }, add);
  checkRefunds(evidence, add);
  checkCancelRequests(evidence, add);
  checkReady(evidence, paid, add);
  checkPushes(evidence, paid, add);
  checkAsked(evidence, add);
  return { violations, paidSessions: paid.length, refunds: evidence.refunds.length };
}

/** In the e-mail that a bank did not pay, the only one about an order of the website that is not paid. */
const BANK_REFUSED = 'Your bank did not make your payment';

/** What an order may have in it. */
interface Content {
  items: BasketItem[];
  titles: string[];
  total: number;
  /** Of the total. */
  added: number;
}

/** What was ordered, with what was added and paid, and without what was taken off: with both if nobody knows. */
function contentsOf(
  { basket }: Attempt,
  changes: Change[],
  { isGrown, history }: { isGrown: boolean; history: Pick<History, 'mayBeUndone'> },
): Content[] {
  const own = changes.flatMap((change) => (isGrown && change.what === 'add' ? [change] : []));
  const added = sumOf(own.map(({ price }) => price));
  const without = (taken?: number): Content => {
    const isLeft = (_: unknown, position: number) => position !== taken;
    return {
      items: [...basket.items.filter(isLeft), ...own.map(({ item }) => item)],
      titles: basket.titles.filter(isLeft).flat(),
      total: basket.total - (basket.prices[taken ?? -1] ?? 0) + added,
      added,
    };
  };
  const taking = changes.find(({ what }) => what === 'take off');
  if (taking?.what !== 'take off') return [without()];
  return [
    ...(mayBeMissing(taking, history) ? [without()] : []),
    ...(taking.answered === 'rejected' ? [] : [without(taking.position)]),
  ];
}

function findDefect(
  { amount_total }: Session,
  { basket, contents }: Attempt & { contents: Content[] },
  order: ShownOrder | undefined,
  emails: Email[],
): string | undefined {
  if (!order) return 'the order does not exist';
  if (!order.paid) return `the order is ${order.state}`;
  const totals = contents.map(({ total }) => total);
  if (!totals.includes(order.total) || amount_total !== basket.total) {
    const added = contents[0]?.added ?? 0;
    return `${amount_total} was charged, ${order.total} is shown, the basket had ${basket.total}${added > 0 ? `, ${added} was added` : ''}`;
  }
  if (!emails.some(({ to }) => to === 'cafe')) return 'there is no e-mail';
  if (!emails.some(({ to }) => to === 'customer')) return 'the customer has no confirmation';
  // An e-mail says what there was when it was written.
  const sums = new Set([
    basket.total,
    ...totals,
    ...contents.map(({ total, added }) => total - added),
  ]);
  const isComplete = ({ to, text }: Email) =>
    contents.some(
      ({ titles, items }) =>
        titles.every((title) => text.includes(title)) &&
        items.every(({ message }) => text.includes(message)),
    ) &&
    [...sums].some((sum) =>
      text.includes(`${to === 'cafe' ? 'Total paid' : 'Paid'}: ${formatPence(sum)}\n`),
    );
  const [toCafe, toCustomer] = [
    emails.filter(({ to }) => to === 'cafe'),
    emails.filter(({ to }) => to === 'customer'),
  ];
  // Later e-mails to the customer are about changes.
  const areComplete = toCafe.every(isComplete) && toCustomer.some(isComplete);
  return areComplete ? undefined : 'the e-mail has other contents';
}

type Add = (wrong: Wrong, what: string, ...orderIds: string[]) => void;

/** Compares orders that were taken on the phone with what their customers and staff have paid. */
function checkPhoneOrders(evidence: Evidence, unclear: Set<string>, add: Add): void {
  for (const order of evidence.phoneOrders) {
    if (unclear.has(order.id)) continue;
    for (const [wrong, what] of findWrongs(order, evidence)) add(wrong, what, order.id);
  }
}

function* findWrongs(
  { id, title, total: first, deposit, taken, counter, isShownPaid, quote, added }: PhoneOrder,
  { sessions, inbox, books, history }: Evidence,
): Generator<[Wrong, string]> {
  const charges = sessions
    .filter((each) => each.payment_status === 'paid' && each.client_reference_id === id)
    .map((each) => each.amount_total);
  const charged = sumOf(charges);
  const { cash, order } = books.get(id) ?? emptyBook();
  const isCertain = (attempted: Attempted | undefined): boolean =>
    attempted !== undefined && !mayBeMissing(attempted, history);
  const certain = sumOf(counter.filter(isCertain).map(({ amount }) => amount));
  const possible = sumOf(
    counter.filter(({ answered }) => answered !== 'rejected').map(({ amount }) => amount),
  );
  const totals = totalsWith(first, added, isCertain);
  const total = order?.total ?? first;
  if (!totals.includes(total)) {
    const wrong = total > Math.max(...totals) ? 'done twice' : 'lost';
    yield [wrong, `the order comes to ${total} instead of ${totals.join(' or ')}`];
  }
  if (charged + certain > total) {
    yield ['charged twice', `${charged} by card and ${certain} at the counter, of ${total}`];
  }
  const sums = [first, ...(added ? [first + added.price] : [])];
  const parts = [
    ...sums.flatMap((sum) => [sum, deposit ?? sum, sum - (deposit ?? 0)]),
    ...(added ? [added.price] : []),
  ];
  const odd = charges.find((amount) => !parts.includes(amount));
  if (odd !== undefined) yield ['charged twice', `${odd} was charged, which was never to pay`];
  if (cash < certain) yield ['lost', `${cash} of ${certain} at the counter is written down`];
  if (cash > possible) yield ['done twice', `${cash} at the counter, staff took ${possible}`];
  if (isShownPaid && charged + possible < first) {
    yield ['unpaid shown paid', `the page said so, ${charged + possible} of ${first} has come`];
  }
  if (!order) {
    if (charged > 0 || isCertain(taken)) yield ['lost', 'the order does not exist'];
    return;
  }
  const paid = charged + cash;
  if (order.paid !== paid) yield ['lost', `${paid} is paid, the order has ${order.paid}`];
  const isOpen =
    order.state === 'agreed' ||
    order.state === 'paying' ||
    (quote !== undefined && paid === 0 && NOT_ACCEPTED.includes(order.state));
  if (paid >= total && order.state !== 'paid') {
    yield ['lost', `all is paid, and the order is ${order.state}`];
  }
  if (paid < total && !isOpen) {
    yield ['unpaid shown paid', `${paid} of ${total} is paid, and the order is ${order.state}`];
  }
  if (isCertain(quote?.ended) && paid > 0) {
    yield ['charged twice', 'a quote that had ended was paid'];
  }
  const isOver = isCertain(quote?.ended) ? order.state !== 'expired' : order.state === 'quoted';
  if (paid === 0 && (isCertain(quote?.ended) || isCertain(quote?.lapsed)) && isOver) {
    yield ['lost', `the end of a quote, which is ${order.state}`];
  }
  if (isCertain(quote?.agreed) && NOT_ACCEPTED.includes(order.state)) {
    yield ['lost', `a quote that staff have put into the book is ${order.state}`];
  }
  if (charged > 0) {
    for (const to of ['cafe', 'customer'] as const) {
      const own = inbox.filter((each) => each.orderId === id && each.to === to);
      if (!own.some(({ text }) => text.includes(title))) {
        yield ['lost', `a payment has come, and the ${to} has no e-mail about it`];
      }
    }
  }
}

/** What an order may come to, with what staff have added. */
function totalsWith(
  first: number,
  added: PhoneOrder['added'],
  isCertain: (attempted: Attempted | undefined) => boolean,
): number[] {
  if (!added) return [first];
  const { price, takenOff } = added;
  const isThere = isCertain(added) && (!takenOff || takenOff.answered === 'rejected');
  const isMissing = added.answered === 'rejected' || isCertain(takenOff);
  return [...(isThere ? [] : [first]), ...(isMissing ? [] : [first + price])];
}

/** The states of a quote that is not in the book. */
const NOT_ACCEPTED = ['quoted', 'accepting', 'expired'];

/** As it was ordered, or as the shop shows it. */
type Item = BasketItem | ShownOrder['items'][number];

/** Compares the items with those that there may be, as they were moved. */
function findOtherItems(
  contents: Content[],
  order: ShownOrder | undefined,
  { changes, history }: Pick<Evidence, 'changes' | 'history'>,
): string | undefined {
  if (!order) return undefined;
  // Sorted: of two that are the same, either can be taken off.
  const textOf = (items: Item[], dayOf = (day: string) => day) =>
    items
      .map(({ cakeId, sizeId, options = [], message, day }) =>
        JSON.stringify([
          cakeId,
          sizeId,
          ...options.map((option) =>
            'group' in option
              ? [option.group, option.choice, option.text]
              : [option.groupId, option.choiceId, option.text],
          ),
          message,
          dayOf(day),
        ]),
      )
      .sort()
      .join();
  const shown = textOf(order.items);
  const unmoved = contents.map(({ items }) => textOf(items));
  const move = changes.find(({ what, orderId }) => what === 'move' && orderId === order.id);
  if (move?.what !== 'move') return unmoved.includes(shown) ? undefined : 'other items are shown';
  const moved = contents.map(({ items }) =>
    textOf(items, (day) => (day === move.day ? move.toDay : day)),
  );
  const allowed = [
    ...(mayBeMissing(move, history) ? unmoved : []),
    ...(move.answered === 'rejected' ? [] : moved),
  ];
  if (allowed.includes(shown)) return undefined;
  return [...moved, ...unmoved].includes(shown)
    ? `the move was ${move.answered}, but the order shows something else`
    : 'other items are shown';
}

function mayBeMissing(
  { answered, from, to }: Attempted,
  history: Pick<History, 'mayBeUndone'>,
): boolean {
  return answered !== 'done' || history.mayBeUndone(from, to);
}

/** Compares ledgers and reversals with what Stripe has charged and paid back. */
function checkMoney(
  { refunds, books, orders }: Evidence,
  { paid, unclear }: { paid: Session[]; unclear: Set<string> },
  add: Add,
): void {
  const sessions = Map.groupBy(paid, ({ client_reference_id: id }) => id);
  for (const id of new Set([...orders.keys(), ...books.keys()])) {
    if (unclear.has(id)) continue;
    const own = sessions.get(id) ?? [];
    const payments = own.map(({ payment_intent }) => payment_intent);
    const paidBack = refunds.filter(({ payment_intent }) => payments.includes(payment_intent));
    const moved =
      sumOf(own.map(({ amount_total }) => amount_total)) -
      sumOf(paidBack.flatMap(({ status, amount }) => (status === 'failed' ? [] : amount)));
    const book = books.get(id) ?? emptyBook();
    if (book.moved !== moved) {
      add('ledger differs', `the ledger has ${book.moved}, Stripe ${moved}`, id);
    }
    const shown = book.reversals.map(({ id, amount, state }) => `${id} ${amount} ${state}`).sort();
    const made = paidBack.map(({ id, amount, status }) => `${id} ${amount} ${status}`).sort();
    if (shown.join() !== made.join()) {
      add(
        'ledger differs',
        `the order has ${shown.join() || 'no refund'}, Stripe ${made.join() || 'none'}`,
        id,
      );
    }
  }
}

/** Each form of staff leads to one refund at Stripe of each payment at most. */
function checkRefunds({ changes, refunds, books, history }: Evidence, add: Add): void {
  const made = Map.groupBy(refunds, ({ metadata }) => metadata.refund);
  const asked = new Map(
    changes.flatMap((change) => (change.what === 'refund' ? [[change.id, change] as const] : [])),
  );
  for (const [id, change] of asked) {
    const { orderId, amount } = change;
    const { given } = books.get(orderId) ?? emptyBook();
    const parts = [...made].flatMap(([form = '', own]) => (formOf(form) === id ? [own] : []));
    const repeated = parts.find((own) => own.length > 1);
    if (repeated) add('done twice', `${repeated.length} refunds for one form`, orderId);
    const sum = sumOf([
      ...parts.flatMap(([refund]) => refund?.amount ?? []),
      ...given.flatMap(({ form, ...part }) => (formOf(form) === id ? part.amount : [])),
    ]);
    if (sum > amount) {
      add('done twice', `a refund of ${sum} instead of ${amount}`, orderId);
    }
    if (sum > 0 && change.answered === 'rejected') {
      add('done twice', 'a refund that the shop has rejected was made', orderId);
    }
    if (sum < amount && !mayBeMissing(change, history)) {
      add('lost', `${sum} of the refund of ${amount} was made`, orderId);
    }
  }
  for (const id of made.keys()) {
    if (id !== undefined && !asked.has(formOf(id))) {
      add('done twice', `nobody asked for the refund ${id}`);
    }
  }
}

/** The form of a refund: of its second payment it has a number. */
function formOf(id: string): string {
  return id.replace(SECOND_PAYMENT, '');
}
const SECOND_PAYMENT = /(?<=^.{36})-\d$/;

function checkCancelRequests({ changes, books, history }: Evidence, add: Add): void {
  const asked = changes.filter(({ what }) => what === 'ask to cancel');
  for (const change of asked) {
    const { orderId } = change;
    const { requests } = books.get(orderId) ?? emptyBook();
    if (requests > 1) add('done twice', `${requests} requests to cancel`, orderId);
    if (requests === 0 && !mayBeMissing(change, history)) {
      add('lost', 'the request to cancel is missing', orderId);
    }
  }
}

/** In the e-mail that an order is ready. */
const IS_READY = 'You can collect it today';
/** An e-mail that was not accepted is tried again after this time at the earliest. */
const SHORTEST_PAUSE_MS = 1_400;

/** Customers get the e-mail that it is ready when the cafe opens: once, and not if it is cancelled or paid back by then. */
function checkReady(evidence: Evidence, paid: Session[], add: Add): void {
  const { changes, refunds, inbox, books, history } = evidence;
  for (const change of changes) {
    if (change.what !== 'ready') continue;
    const { orderId, from, day, opens } = change;
    const others = changes.filter((each) => each.orderId === orderId);
    const own = paid.filter(({ client_reference_id: id }) => id === orderId);
    const total = sumOf(own.map(({ amount_total }) => amount_total));
    const wasOver = others.some(
      (each) =>
        (each.what === 'cancel' || (each.what === 'refund' && each.amount >= total)) &&
        !mayBeMissing(each, history) &&
        each.to < opens.from,
    );
    const told = inbox.filter((each) => each.orderId === orderId && each.text.includes(IS_READY));
    if (wasOver && told.length > 0) {
      add('told wrongly', 'it is ready, after it was cancelled or paid back', orderId);
    }
    // A copy follows only an attempt of which the shop does not know that it succeeded.
    const { readyAttempts } = books.get(orderId) ?? emptyBook();
    const isAtOnce = told.some(
      ({ at }, copy) => at - (told[copy - 1]?.at ?? 0) < SHORTEST_PAUSE_MS,
    );
    const isTwice = told.length > 1 && (told.length > readyAttempts || isAtOnce);
    if (isTwice && !history.mayBeUndone(from, Number.POSITIVE_INFINITY)) {
      add('told wrongly', `${told.length} times that it is ready`, orderId);
    }
    const payments = own.map(({ payment_intent }) => payment_intent);
    const paidBack = refunds.filter(({ payment_intent }) => payments.includes(payment_intent));
    const mayBeOver =
      sumOf(paidBack.map(({ amount }) => amount)) >= total ||
      others.some(
        (each) =>
          (each.what === 'cancel' ||
            each.what === 'take off' ||
            (each.what === 'move' && each.day === day)) &&
          each.answered !== 'rejected',
      );
    const isCertain = !mayBeMissing({ ...change, to: opens.to }, history);
    if (isCertain && opens.answered === 'done' && !mayBeOver && told.length === 0) {
      add('lost', 'the customer was not told that it is ready', orderId);
    }
  }
}

/**
 * Each phone of staff gets a push about each paid order, and shows it once if nothing else happens to the order. A restored
 * backup ends all notifications, so after it none is owed.
 */
function checkPushes(
  { orders, changes, devices, pushes, history }: Evidence,
  paid: Session[],
  add: Add,
) {
  const isOwed = !history.mayBeUndone(0, Number.POSITIVE_INFINITY);
  const changed = new Set(changes.map(({ orderId }) => orderId));
  const all = Map.groupBy(pushes, ({ tag }) => tag);
  for (const id of new Set(paid.map(({ client_reference_id }) => client_reference_id ?? ''))) {
    if (!orders.has(id) || changed.has(id)) continue;
    for (const device of devices) {
      const own = all.get(id)?.filter(({ deviceId }) => deviceId === device) ?? [];
      const shown = new Set(own.map(({ copy }) => copy)).size;
      if (shown === 0 && isOwed) add('lost', 'a phone of staff has not shown it', id);
      if (shown > 1) add('told wrongly', `a phone of staff has shown it ${shown} times`, id);
    }
  }
}

/** Compares the requests for cakes with what customers and staff have written. */
function checkAsked({ asked, requests, emailTexts, history }: Evidence, add: Add): void {
  for (const { id, placed, photos, messages } of asked) {
    const stored = requests.get(id);
    if (!stored && !mayBeMissing(placed, history)) add('lost', 'the request is missing', id);
    if (!stored) continue;
    if (stored.photos !== photos) add('lost', `${stored.photos} of ${photos} photos`, id);
    for (const to of ['cafe', 'customer'] as const) {
      const isTold = emailTexts.some((email) => email.to === to && email.text.includes(id));
      if (!isTold) add('lost', `the ${to} has no e-mail about the request`, id);
    }
    for (const { text, by, ...attempted } of messages) {
      const count = stored.texts.filter((each) => each === text).length;
      if (count > 1) add('done twice', `a message of the ${by} is there ${count} times`, id);
      if (count === 0 && !mayBeMissing(attempted, history)) {
        add('lost', `a message of the ${by} is missing`, id);
      }
    }
  }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** Days for which more was sold than the cafe makes, without a record. */
export function findOversold(booked: Booked[]): Violation[] {
  return booked
    .filter(({ count, most }) => count > most)
    .map(({ what, count, most }) => ({
      wrong: 'oversold',
      what: `${count} of ${most} ${what}`,
      orderIds: [],
    }));
}

/** A place that is free is offered, whatever has happened to the server that was about to do so. */
export function findPassedOver(waiting: { id: string; day: string }[]): Violation[] {
  return waiting.map(({ id, day }) => ({
    wrong: 'lost',
    what: `${day} has room, and the entry ${id} of its waiting list has no offer`,
    orderIds: [],
  }));
}
