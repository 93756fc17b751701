import { formatPence } from '#domain/money.ts';
import type { BasketItem } from '../harness/shop-client.ts';
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
import type { Attempt, Shopper } from './shopper.ts';

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

export type ChangeKind = Change['what'];

/** What a customer or the cafe wanted of a paid order. */
export type Change = Attempted & { orderId: string } & (
    | { what: 'move'; day: string; toDay: string }
    | { what: 'ask to cancel' }
    /** Its price in pence. */
    | { what: 'add'; item: BasketItem; title: string; price: number }
    /** By the cafe. The position is that in the basket. */
    | { what: 'take off'; position: number }
    /** `id` is that of the form, which the shop passes on to Stripe. */
    | { what: 'refund'; id: string; amount: number }
    /** The cafe ticks what is collected on the day, which tells the customer, and opens on the day. */
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

type Add = (wrong: Wrong, what: string, ...orderIds: string[]) => void;

const isPaid = ({ payment_status }: Session) => payment_status === 'paid';
/** For what was added to an order. */
const isAddition = ({ metadata }: Session) => 'addition_0' in metadata;

/** Compares the orders that the shop shows with Stripe's sessions and the e-mails. */
export function judge(evidence: Evidence): Violation[] {
  const { phoneOrders, history } = evidence;
  const paid = evidence.sessions.filter(isPaid);
  const violations: Violation[] = [];
  const add: Add = (wrong, what, ...orderIds) => void violations.push({ wrong, what, orderIds });
  // An older backup that lacks what staff have added does not know what was paid for it: an incident of the owner's.
  const unclear = new Set(
    phoneOrders.flatMap(({ id, added }) =>
      added && history.mayBeUndone(added.from, added.to) ? id : [],
    ),
  );
  checkShopOrders(evidence, paid, add);
  checkShoppers(evidence, paid, add);
  for (const order of phoneOrders) {
    if (unclear.has(order.id)) continue;
    for (const [wrong, what] of wrongsOfPhoneOrder(order, evidence)) add(wrong, what, order.id);
  }
  checkMoney(evidence, { paid, unclear }, add);
  checkRefunds(evidence, add);
  checkCancelRequests(evidence, add);
  checkReady(evidence, paid, add);
  checkPushes(evidence, paid, add);
  checkAsked(evidence, add);
  return violations;
}

/** In the e-mail that a bank did not pay, the only one about an order of the website that is not paid. */
const BANK_REFUSED = 'Your bank did not make your payment';

/** Compares what was paid for orders of the website with what the shop shows and has e-mailed. */
function checkShopOrders(evidence: Evidence, paid: Session[], add: Add): void {
  const { shoppers, orders, phoneOrders } = evidence;
  const attempts = new Map(
    shoppers.flatMap((shopper) => shopper.attempts.map((attempt) => [attempt.id, attempt])),
  );
  const emails = Map.groupBy(evidence.emails, ({ orderId }) => orderId);
  const onPhone = new Set(phoneOrders.map(({ id }) => id));
  for (const session of paid) {
    const id = session.client_reference_id ?? 'no order';
    if (onPhone.has(id) || isAddition(session)) continue;
    const attempt = attempts.get(id);
    const isGrown = paid.some((each) => isAddition(each) && each.client_reference_id === id);
    const what = attempt
      ? findDefect(session, {
          basketTotal: attempt.basket.total,
          contents: contentsOf(attempt, isGrown, evidence),
          order: orders.get(id),
          emails: emails.get(id) ?? [],
        })
      : 'no shopper ordered it';
    if (what) add('lost', `${session.id} is paid: ${what}`, id);
  }
  const paidIds = new Set(paid.map(({ client_reference_id: id }) => id));
  for (const [id, order] of orders) {
    if (paidIds.has(id)) continue;
    if (order && (order.paid || order.state === 'funded')) {
      add('unpaid shown paid', `the order is ${order.state}`, id);
    }
    if (emails.get(id)?.some(({ text }) => !text.includes(BANK_REFUSED))) {
      add('unpaid shown paid', 'an e-mail was sent', id);
    }
  }
}

/** Compares what shoppers wanted to pay with what was charged. */
function checkShoppers({ shoppers, changes }: Evidence, paid: Session[], add: Add): void {
  for (const { name, attempts, shownPaid, complaints } of shoppers) {
    const ids = new Set(attempts.map(({ id }) => id));
    const own = paid.filter(({ client_reference_id: id }) => id !== null && ids.has(id));
    const charges = own.filter((session) => !isAddition(session));
    if (charges.length > 1) {
      add('charged twice', `${name}: ${charges.map(({ id }) => id).join(' and ')}`, ...ids);
    }
    const added = changes.filter(({ what, orderId }) => what === 'add' && ids.has(orderId)).length;
    const additions = own.length - charges.length;
    if (additions > added) {
      add('charged twice', `${name} has paid ${additions} additions and made ${added}`, ...ids);
    }
    for (const id of shownPaid) {
      if (!own.some((session) => session.client_reference_id === id)) {
        add('unpaid shown paid', `${name} saw it`, id);
      }
    }
    for (const what of complaints) add('refused', `${name}: ${what}`, ...ids);
  }
}

/** What an order may have in it. */
interface Content {
  items: BasketItem[];
  titles: string[];
  total: number;
  /** Of the total. */
  added: number;
}

/** What was ordered, with what was added and paid, as it was moved and taken off: each of them, if nobody knows. */
function contentsOf(
  { id, basket }: Attempt,
  isGrown: boolean,
  { changes, history }: Pick<Evidence, 'changes' | 'history'>,
): Content[] {
  const own = changes.filter(({ orderId }) => orderId === id);
  const additions = own.flatMap((change) => (isGrown && change.what === 'add' ? [change] : []));
  const added = sumOf(additions.map(({ price }) => price));
  const whole: Content = {
    items: [...basket.items, ...additions.map(({ item }) => item)],
    titles: basket.titles.flat(),
    total: basket.total + added,
    added,
  };
  const changing = own.filter(({ what }) => what === 'move' || what === 'take off');
  return changing.reduce(
    (before, change) => {
      const changed = before.map((content) => withChange(content, change, basket));
      return [
        ...(mayBeMissing(change, history) ? before : []),
        ...(change.answered === 'rejected' ? [] : changed),
      ];
    },
    [whole],
  );
}

function withChange(content: Content, change: Change, basket: Attempt['basket']): Content {
  switch (change.what) {
    case 'move':
      return {
        ...content,
        items: content.items.map((item) =>
          item.day === change.day ? { ...item, day: change.toDay } : item,
        ),
      };
    case 'take off':
      return {
        ...content,
        items: content.items.toSpliced(change.position, 1),
        titles: basket.titles.toSpliced(change.position, 1).flat(),
        total: content.total - (basket.prices[change.position] ?? 0),
      };
    default:
      return content;
  }
}

interface Found {
  basketTotal: number;
  contents: Content[];
  order: ShownOrder | undefined;
  emails: Email[];
}

function findDefect(
  { amount_total }: Session,
  { basketTotal, contents, order, emails }: Found,
): string | undefined {
  if (!order) return 'the order does not exist';
  if (!order.paid) return `the order is ${order.state}`;
  if (amount_total !== basketTotal) return `${amount_total} was charged instead of ${basketTotal}`;
  const totals = contents.map(({ total }) => total);
  if (!totals.includes(order.total)) {
    return `${order.total} is shown instead of ${[...new Set(totals)].join(' or ')}`;
  }
  if (!contents.some(({ items }) => textOf(items) === textOf(order.items))) {
    return 'other items are shown';
  }
  if (!emails.some(({ to }) => to === 'cafe')) return 'there is no e-mail';
  if (!emails.some(({ to }) => to === 'customer')) return 'the customer has no confirmation';
  // An e-mail says what there was when it was written: before or after an addition, before or after something was taken off.
  const sums = new Set(
    contents.flatMap(({ total, added }) => [
      basketTotal,
      basketTotal + added,
      total,
      total - added,
    ]),
  );
  const isComplete = ({ to, text }: Email) =>
    contents.some(
      ({ titles, items }) =>
        titles.every((title) => text.includes(title)) &&
        items.every(({ message }) => text.includes(message)),
    ) &&
    [...sums].some((sum) =>
      text.includes(`${to === 'cafe' ? 'Total paid' : 'Paid'}: ${formatPence(sum)}\n`),
    );
  // Later e-mails to the customer are about changes.
  const areComplete =
    emails.every((email) => email.to === 'customer' || isComplete(email)) &&
    emails.some((email) => email.to === 'customer' && isComplete(email));
  return areComplete ? undefined : 'the e-mail has other contents';
}

/** Sorted: of two that are the same, either can be taken off. */
function textOf(items: (BasketItem | ShownOrder['items'][number])[]): string {
  return items
    .map(({ cakeId, sizeId, options = [], message, day }) =>
      JSON.stringify([
        cakeId,
        sizeId,
        options.map(({ group, choice, text }) => [group, choice, text]),
        message,
        day,
      ]),
    )
    .sort()
    .join();
}

function mayBeMissing(
  { answered, from, to }: Attempted,
  history: Pick<History, 'mayBeUndone'>,
): boolean {
  return answered !== 'done' || history.mayBeUndone(from, to);
}

/** Compares an order that was taken on the phone with what its customer and staff have paid. */
function* wrongsOfPhoneOrder(
  { id, title, total: first, deposit, taken, counter, isShownPaid, quote, added }: PhoneOrder,
  { sessions, emails, books, history }: Evidence,
): Generator<[Wrong, string]> {
  const charges = sessions
    .filter((each) => isPaid(each) && each.client_reference_id === id)
    .map((each) => each.amount_total);
  const charged = sumOf(charges);
  const { cash, order } = books.get(id) ?? emptyBook();
  const isCertain = (attempted: Attempted | undefined): boolean =>
    attempted !== undefined && !mayBeMissing(attempted, history);
  const certain = sumOf(counter.filter(isCertain).map(({ amount }) => amount));
  const possible = sumOf(
    counter.filter(({ answered }) => answered !== 'rejected').map(({ amount }) => amount),
  );
  const sums = [first, ...(added ? [first + added.price] : [])];
  const totals = sums.filter((sum) =>
    sum === first ? !isCertain(added) : added?.answered !== 'rejected',
  );
  const total = order?.total ?? first;
  if (!totals.includes(total)) {
    const wrong = total > Math.max(...totals) ? 'done twice' : 'lost';
    yield [wrong, `the order comes to ${total} instead of ${totals.join(' or ')}`];
  }
  if (charged + certain > total) {
    yield ['charged twice', `${charged} by card and ${certain} at the counter, of ${total}`];
  }
  const parts = sums.flatMap((sum) => [sum, deposit ?? sum, sum - (deposit ?? 0)]);
  const odd = charges.find((amount) => ![...parts, added?.price].includes(amount));
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
  const { state } = order;
  const paid = charged + cash;
  const isQuote = ['quoted', 'accepting', 'expired'].includes(state);
  if (order.paid !== paid) yield ['lost', `${paid} is paid, the order has ${order.paid}`];
  if (paid >= total && state !== 'paid') yield ['lost', `all is paid, and the order is ${state}`];
  const isOpen = state === 'agreed' || state === 'paying' || (quote && paid === 0 && isQuote);
  if (paid < total && !isOpen) {
    yield ['unpaid shown paid', `${paid} of ${total} is paid, and the order is ${state}`];
  }
  if (isCertain(quote?.ended) && paid > 0) {
    yield ['charged twice', 'a quote that had ended was paid'];
  }
  if (
    (isCertain(quote?.ended) && paid === 0 && state !== 'expired') ||
    (isCertain(quote?.lapsed) && state === 'quoted') ||
    (isCertain(quote?.agreed) && isQuote)
  ) {
    yield ['lost', `what staff did with a quote, which is ${state}`];
  }
  for (const to of charged > 0 ? (['cafe', 'customer'] as const) : []) {
    const own = emails.filter((each) => each.orderId === id && each.to === to);
    if (!own.some(({ text }) => text.includes(title))) {
      yield ['lost', `a payment has come, and the ${to} has no e-mail about it`];
    }
  }
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
    const paidBack = refundsOf(own, refunds);
    const charged = sumOf(own.map(({ amount_total }) => amount_total));
    const returned = sumOf(
      paidBack.flatMap((each) => (each.status === 'failed' ? [] : each.amount)),
    );
    const { moved, reversals } = books.get(id) ?? emptyBook();
    const inWords = (sum: number, parts: string[]) => [sum, ...parts.sort()].join(', ');
    const booked = inWords(
      moved,
      reversals.map((each) => `${each.id} ${each.amount} ${each.state}`),
    );
    const atStripe = inWords(
      charged - returned,
      paidBack.map((each) => `${each.id} ${each.amount} ${each.status}`),
    );
    if (booked !== atStripe) {
      add('ledger differs', `the shop has ${booked}; Stripe ${atStripe}`, id);
    }
  }
}

function refundsOf(sessions: Session[], refunds: StripeRefund[]): StripeRefund[] {
  const payments = sessions.map(({ payment_intent }) => payment_intent);
  return refunds.filter(({ payment_intent }) => payments.includes(payment_intent));
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
    const most = change.answered === 'rejected' ? 0 : amount;
    if (sum > most) add('done twice', `a refund of ${sum} instead of ${most}`, orderId);
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
  for (const change of changes.filter(({ what }) => what === 'ask to cancel')) {
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

/** Customers get the e-mail that it is ready when the cafe opens: once, and not if it is cancelled or paid back by then. */
function checkReady(evidence: Evidence, paid: Session[], add: Add): void {
  const { changes, refunds, emails, books, history } = evidence;
  for (const change of changes) {
    if (change.what !== 'ready') continue;
    const { orderId, from, day, opens } = change;
    const others = changes.filter((each) => each.orderId === orderId);
    const own = paid.filter(({ client_reference_id: id }) => id === orderId);
    const total = sumOf(own.map(({ amount_total }) => amount_total));
    const told = emails.filter((each) => each.orderId === orderId && each.text.includes(IS_READY));
    const wasOver = others.some(
      (each) =>
        (each.what === 'cancel' || (each.what === 'refund' && each.amount >= total)) &&
        !mayBeMissing(each, history) &&
        each.to < opens.from,
    );
    if (wasOver && told.length > 0) {
      add('told wrongly', 'it is ready, after it was cancelled or paid back', orderId);
    }
    // A copy follows only an attempt of which the shop does not know that it succeeded.
    const { readyAttempts } = books.get(orderId) ?? emptyBook();
    if (
      told.length > Math.max(1, readyAttempts) &&
      !history.mayBeUndone(from, Number.POSITIVE_INFINITY)
    ) {
      add('told wrongly', `${told.length} times that it is ready`, orderId);
    }
    const mayBeOver =
      sumOf(refundsOf(own, refunds).map(({ amount }) => amount)) >= total ||
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

/** Each request for a cake is in the book, and the cafe and its customer have an e-mail about it. */
function checkAsked({ asked, requests, emails, history }: Evidence, add: Add): void {
  for (const { id, ...placed } of asked) {
    if (!requests.has(id)) {
      if (!mayBeMissing(placed, history)) add('lost', 'the request is missing', id);
      continue;
    }
    for (const to of ['cafe', 'customer'] as const) {
      const isTold = emails.some((email) => email.to === to && email.text.includes(id));
      if (!isTold) add('lost', `the ${to} has no e-mail about the request`, id);
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
