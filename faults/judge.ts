import { sumPence } from '#domain/money.ts';
import { type Booked, emptyBook, isPaid, type Session } from './evidence.ts';
import { mayBeMissing } from './forms.ts';
import { wrongsOfPhoneOrder } from './judge-phone-orders.ts';
import { checkShopOrders, checkShoppers } from './judge-shop-orders.ts';
import type { Add, Evidence, Violation } from './verdict.ts';

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
  checkPushes(evidence, paid, add);
  checkAsked(evidence, add);
  return violations;
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
    const charged = sumPence(own.map(({ amount_total }) => amount_total));
    const returned = sumPence(
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
    const sum = sumPence([
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
