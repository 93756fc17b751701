import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import {
  collectionDays,
  isFunded,
  isRefundedInFull,
  needsAnswer,
  type Order,
  type OrderId,
  publicView,
} from '#domain/orders/order.ts';
import { adviceOn, classOf, needsOwner } from '#server/emails/email-failures.ts';
import type { Backlog, EmailFailure, WaitingEmail } from '#server/emails/email-ports.ts';
import type { Ports } from '#server/ports.ts';

type ProblemKind =
  /** A payment names an order but does not match it. */
  | 'payment-mismatch'
  /** A payment in a checkout of ours has no order, and the order cannot be restored. */
  | 'payment-without-order'
  /** The payment provider cannot tell whether a placed order was paid. */
  | 'payment-unsettled'
  /** An order was paid after it had expired, or on the day of its collection. */
  | 'late-payment'
  /** An order was paid after its hold on a day had lapsed and the day was full. */
  | 'overbooked'
  | 'dispute'
  /** A refund that staff asked for was rejected, or the customer's bank has returned one. */
  | 'refund-failed'
  /** E-mails are not accepted; one problem for all of them. */
  | 'emails-failing'
  /** The customer's e-mail address does not work. */
  | 'customer-not-reached'
  /** The customer asks to cancel the order. */
  | 'cancel-asked'
  /** The payment provider has not created a price: the size cannot be ordered. */
  | 'price-not-created'
  /** The payment provider still has an old price of a cake active. */
  | 'price-not-archived'
  | 'unreadable-order';

export type ProblemFacts = Record<string, string | number>;

export interface NewProblem {
  /** The subject; kind and subject make the key. */
  subject: string;
  kind: ProblemKind;
  orderId: OrderId | null;
  facts: ProblemFacts;
}

export interface StoredProblem extends Omit<NewProblem, 'subject' | 'kind'> {
  key: string;
  /** A `ProblemKind`, or a kind that is not stored. */
  kind: string;
  raisedAt: Instant;
}

export interface Problem extends StoredProblem {
  /** What has happened, in one sentence. */
  title: string;
  /** What the owner does about it. */
  advice: string;
  remedies: Remedy[];
  /** The number of the order, if it can be read. */
  orderNumber?: string;
  customerName?: string;
  /** Of `emails-failing`. */
  emails?: AffectedEmails;
}

export interface AffectedEmails {
  count: number;
  /** Those that fail first; not all of many. */
  listed: AffectedEmail[];
}

export interface AffectedEmail {
  orderId: OrderId;
  /** Missing if the order cannot be read. */
  orderNumber?: string;
  customerName?: string;
  kind: string;
  /** A customer's that alone is not accepted can be given up: `closeProblem` with this key. */
  giveUpKey?: string;
}

type Remedy =
  /** `shop.retryEmails`: all e-mails that wait. */
  | { action: 'send-all' }
  /** `shop.resendToCustomer`: the e-mail with the order's state, and what failed. */
  | { action: 'resend-to-customer' }
  /** The payment or the dispute in the payment provider's dashboard. */
  | { action: 'open-at-stripe'; url: string }
  | { action: 'call'; phone: string }
  /** `declineCancel`: the order stays. */
  | { action: 'decline-cancel' }
  /** `shop.closeProblem` */
  | { action: 'close' };

interface KnownKind {
  title: string;
  advice: string;
  remedies: Remedy['action'][];
}

const KINDS: Record<ProblemKind | 'disk-nearly-full', KnownKind> = {
  'payment-mismatch': {
    title: 'A payment does not match its order.',
    advice:
      'Somebody paid something else than this order asks for, or for two attempts of one basket. Look at the payment at Stripe, refund what is too much, then close this.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  'payment-without-order': {
    title: 'A payment has no order.',
    advice:
      'Stripe has money for an order that is not in the book. Its metadata and receipt at Stripe say who paid. Make the cake or refund it, then close this.',
    remedies: ['open-at-stripe', 'close'],
  },
  'payment-unsettled': {
    title: 'Stripe cannot say whether an order was paid.',
    advice:
      'Check that the Stripe key belongs to the account in which the order was placed, and look for it there.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  'late-payment': {
    title: 'An order was paid late.',
    advice:
      'It had expired, or its payment took days. It is in the book now. Check that its day can still be kept; if not, call the customer and offer another day or a refund. Then close this.',
    remedies: ['call', 'open-at-stripe', 'close'],
  },
  'refund-failed': {
    title: 'A refund did not go through.',
    advice:
      'The customer does not have this money. Look at Stripe why, refund it again on the order or pay it back another way, then close this.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  overbooked: {
    title: 'More is booked for a day than you make.',
    advice:
      'An order was paid after others had taken its place. It is in the book: make it all the same, or call the customer and offer another day or a refund. Then close this.',
    remedies: ['call', 'open-at-stripe', 'close'],
  },
  dispute: {
    title: 'A customer’s bank disputes a payment.',
    advice:
      'Answer it at Stripe before its date. It leaves this list when it is answered or has ended.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  'price-not-created': {
    title: 'A cake cannot be ordered: it has no price at Stripe.',
    advice:
      'The shop tries again by itself, every minute while Stripe does not answer. If this stays, check the Stripe key, and look at the size of the cake.',
    remedies: [],
  },
  'price-not-archived': {
    title: 'An old price is still active at Stripe.',
    advice:
      'The new price counts: nobody can order at the old one here. The shop tries again by itself. If this stays, archive the old price in Stripe’s product catalogue.',
    remedies: ['open-at-stripe', 'close'],
  },
  'unreadable-order': {
    title: 'A stored order cannot be read.',
    advice:
      'This version of the shop cannot read it. Start the version that wrote it, or ask its developer. If nothing is left to do for it, close this.',
    remedies: ['close'],
  },
  'cancel-asked': {
    title: 'A customer asks to cancel an order.',
    advice:
      'Cancel it on the order, with or without a refund, or keep it. The customer gets your answer by e-mail. Once its days are over, this can be closed without one.',
    remedies: ['decline-cancel', 'call', 'close'],
  },
  'customer-not-reached': {
    title: 'A customer’s e-mail address does not work.',
    advice:
      'Correct the address on the order, which sends the e-mail again. Or call the customer about the collection, then close this.',
    remedies: ['call', 'resend-to-customer', 'close'],
  },
  // Its words depend on what fails: `withEmails`.
  'emails-failing': {
    title: 'E-mails are not going out.',
    advice: '',
    remedies: ['send-all'],
  },
  'disk-nearly-full': {
    title: 'The disk of the shop’s server is nearly full.',
    advice:
      'When it is full, nobody can order, and nothing that you change is saved. Ask the person who runs the server to free space. It leaves this list by itself.',
    remedies: [],
  },
};

const UNKNOWN: KnownKind = {
  title: 'The shop has found a problem that it cannot name.',
  advice: 'Ask the person who runs the server to look at it.',
  remedies: [],
};

export function problemKey({ kind, subject }: Pick<NewProblem, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

/** Stores a problem for the owner, and logs it if it is new. */
export async function raiseProblem(
  { problems, clock, log }: Pick<Ports, 'problems' | 'clock' | 'log'>,
  problem: NewProblem,
): Promise<void> {
  if (await problems.raise(problem, clock.now())) logProblem(log, problem);
}

export function logProblem(log: Ports['log'], { kind, orderId, facts }: NewProblem): void {
  log.error({ problem: kind, orderId, ...facts }, `${KINDS[kind].title} See /owner/needs-you`);
}

/** Never rejects: it is called while another error is handled. */
export async function raiseUnreadable(
  ports: Pick<Ports, 'problems' | 'clock' | 'log'>,
  orderId: OrderId,
): Promise<void> {
  try {
    await raiseProblem(ports, { kind: 'unreadable-order', subject: orderId, orderId, facts: {} });
  } catch (error) {
    ports.log.error({ err: error, orderId }, 'a problem was not stored');
  }
}

export type ProblemPorts = Pick<
  Ports,
  'problems' | 'orders' | 'outbox' | 'freeDiskBytes' | 'clock'
> & {
  payments: Pick<Ports['payments'], 'dashboardUrl'>;
};

/** The limit of a list; more appear when these are closed. */
const MOST = 200;
/** Of e-mails that wait, with the customers' names. */
const MOST_EMAILS = 30;

/** Enough for several days of orders and logs: time to free space before the disk is full. */
const NEARLY_FULL_BYTES = 500_000_000;

/** Open problems: stored ones, except those solved since, and a disk that is nearly full. */
export async function openProblems(ports: ProblemPorts): Promise<Problem[]> {
  const { problems, orders, outbox, clock } = ports;
  const backlog = await outbox.backlog(MOST_EMAILS);
  const stored = [
    ...(await updateEmailProblem(ports, backlog, await problems.open(MOST))),
    ...(await diskProblems(ports)),
  ];
  const ids = [
    ...stored.flatMap(({ orderId }) => orderId ?? []),
    ...backlog.emails.map(({ orderId }) => orderId),
  ];
  const found = await orders.findAll([...new Set(ids)]);
  const open: Problem[] = [];
  for (const problem of stored) {
    const order = found.find(({ id }) => id === problem.orderId);
    // The order was found, so it can be read.
    if (order && problem.kind === 'unreadable-order') await problems.remove(problem.key);
    else if (order && isSolved(problem, order)) await problems.close(problem.key, clock.now());
    else if (problem.kind !== 'emails-failing') open.push(explained(ports, problem, order));
    else open.push(withEmails(explained(ports, problem, order), backlog, found));
  }
  return open;
}

const EMAILS_FAILING: Pick<NewProblem, 'kind' | 'subject'> = {
  kind: 'emails-failing',
  subject: 'all',
};
const EMAILS_FAILING_KEY = problemKey(EMAILS_FAILING);

/**
 * Raises it when an e-mail fails that the owner has to know of, and removes it when none fails. It is stored, so that
 * all that fail until then are one problem, of one alert.
 */
async function updateEmailProblem(
  { problems }: ProblemPorts,
  { failing, emails }: Backlog,
  stored: StoredProblem[],
): Promise<StoredProblem[]> {
  const isRaised = stored.some(({ key }) => key === EMAILS_FAILING_KEY);
  if (isRaised && failing === 0) {
    await problems.remove(EMAILS_FAILING_KEY);
    return stored.filter(({ key }) => key !== EMAILS_FAILING_KEY);
  }
  const since = emails.find(needsOwner)?.failure?.since;
  if (isRaised || since === undefined) return stored;
  const problem = { ...EMAILS_FAILING, orderId: null, facts: {} };
  await problems.raise(problem, since);
  return [...stored, { ...problem, key: EMAILS_FAILING_KEY, raisedAt: since }];
}

/** How many e-mails were tried and not accepted. The orders' screens say of each: `BookedEmail.failingSince`. */
export async function countFailingEmails({ outbox }: Pick<Ports, 'outbox'>): Promise<number> {
  return (await outbox.backlog(0)).failing;
}

/** The e-mails are sent in their turns, the cafe's first. */
export async function retryEmails({ outbox, log }: Pick<Ports, 'outbox' | 'log'>): Promise<void> {
  await outbox.retryAll();
  log.info({}, 'all e-mails that wait are sent again, as the owner asked');
}

/** Says whether none goes out, or only these. Customers' names are read here, never stored. */
function withEmails(problem: Problem, { due, failing, emails }: Backlog, found: Order[]): Problem {
  const failed = emails.flatMap(({ failure }) => failure ?? []);
  const ofOutage = failed.filter((failure) => !isAboutOne(failure) && !failure.isOver);
  const isOutage = ofOutage.length > 0;
  const alone = failed.filter(isAboutOne);
  const reason = mostFrequent((isOutage ? ofOutage : alone).map((failure) => failure.reason));
  const count = isOutage ? due : failing;
  const listed = isOutage ? emails : emails.filter(({ failure }) => failure);
  return {
    ...problem,
    ...(isOutage
      ? { advice: adviceOn(reason ?? '') }
      : alone.length > 0
        ? { title: titleOfSome(count), advice: adviceOnSome(reason) }
        : {
            title: 'E-mails go out again.',
            advice: 'These were not accepted before. They are sent again by themselves, or now.',
          }),
    facts: { emails: count, ...(reason !== undefined && { reason }) },
    emails: { count, listed: listed.map((email) => affected(email, found)) },
  };
}

function titleOfSome(count: number): string {
  return count === 1 ? 'An e-mail is not accepted.' : `${count} e-mails are not accepted.`;
}

function adviceOnSome(reason = ''): string {
  switch (classOf(reason)) {
    case 'settings':
      return `Others are accepted. ${adviceOn(reason)}`;
    case 'passing':
      return 'Others are accepted: it may be about the customer’s mailbox, or about what is in the e-mail. It is sent again by itself. If that does not help, call the customer, and give the e-mail up.';
    default:
      return adviceOn(reason);
  }
}

function isAboutOne({ isAlone, reason }: EmailFailure): boolean {
  const failureClass = classOf(reason);
  return isAlone || failureClass === 'too-large' || failureClass === 'unwritable';
}

function mostFrequent(reasons: string[]): string | undefined {
  const groups = [...Map.groupBy(reasons, (reason) => reason).values()];
  return groups.sort((one, other) => other.length - one.length)[0]?.[0];
}

function affected(email: WaitingEmail, found: Order[]): AffectedEmail {
  const { orderId, kind, recipient, failure } = email;
  const order = found.find(({ id }) => id === orderId);
  return {
    orderId,
    kind,
    ...(order && { orderNumber: order.number, customerName: order.customer.name }),
    ...(recipient === 'customer' && failure && isAboutOne(failure) && { giveUpKey: keyOf(email) }),
  };
}

function keyOf({ orderId, kind }: WaitingEmail): string {
  return `email ${orderId} ${kind}`;
}

/** An e-mail to a customer that alone is not accepted is not tried any more. @returns false when no open problem has this key. */
export async function closeProblem(ports: ProblemPorts, key: string): Promise<boolean> {
  const { problems, outbox, clock } = ports;
  // It is open until e-mails are accepted.
  if (key === EMAILS_FAILING_KEY) return false;
  const { emails } = await outbox.backlog(MOST_EMAILS);
  const email = emails.find((each) => keyOf(each) === key);
  if (!email) return problems.close(key, clock.now());
  if (!affected(email, []).giveUpKey) return false;
  await outbox.drop(email, 'closed by the cafe');
  return true;
}

function explained(
  { payments, clock }: ProblemPorts,
  problem: StoredProblem,
  order: Order | undefined,
): Problem {
  const { title, advice, remedies } = isKnownKind(problem.kind) ? KINDS[problem.kind] : UNKNOWN;
  const { dispute, refund, price, checkout = order?.checkoutId } = problem.facts;
  const paymentId = dispute ?? refund ?? price ?? checkout;
  const url = paymentId ? payments.dashboardUrl(String(paymentId)) : undefined;
  return {
    ...problem,
    title,
    advice,
    remedies: remedies.flatMap((action): Remedy[] => {
      if (action === 'open-at-stripe') return url ? [{ action, url }] : [];
      if (action === 'call') {
        const phone = order?.customer.phone;
        return phone ? [{ action, phone }] : [];
      }
      // It closes by itself when it is answered or ends; until then its date matters.
      if (action === 'close' && problem.kind === 'dispute' && order) {
        const { state = 'won' } = order.reversals.find(({ id }) => id === dispute) ?? {};
        return needsAnswer(state) ? [] : [{ action }];
      }
      // Until then the customer waits for an answer.
      if (action === 'close' && problem.kind === 'cancel-asked' && order) {
        return isOver(order, londonDay(clock.now())) ? [{ action }] : [];
      }
      return [{ action }];
    }),
    ...(order && { orderNumber: order.number, customerName: order.customer.name }),
  };
}

function isOver({ items }: Order, today: Day): boolean {
  return collectionDays(items).every((day) => day < today);
}

function isKnownKind(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind);
}

function isSolved({ kind }: StoredProblem, order: Order): boolean {
  if (kind === 'cancel-asked') {
    return order.cancelledAt !== null || isRefundedInFull(publicView(order));
  }
  return kind === 'payment-unsettled' && isFunded(order.state);
}

/** Not stored: each server has a disk of its own, and a full one stores nothing. */
async function diskProblems({ freeDiskBytes, clock }: ProblemPorts): Promise<StoredProblem[]> {
  const free = await freeDiskBytes();
  if (free === undefined || free >= NEARLY_FULL_BYTES) return [];
  const kind = 'disk-nearly-full';
  const facts = { free: `${Math.floor(free / 1_000_000)} MB` };
  // The start of the day, so that the cafe is alerted once a day.
  const raisedAt = `${clock.now().slice(0, 10)}T00:00:00.000Z`;
  return [{ key: kind, kind, orderId: null, facts, raisedAt }];
}

/** Counts open problems by kind, for `/readyz` and the log. */
export async function countProblems(ports: ProblemPorts): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of await openProblems(ports)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Logs one line while any problem is open. */
export async function warnOfProblems(ports: ProblemPorts & Pick<Ports, 'log'>): Promise<void> {
  const counts = await countProblems(ports);
  if (Object.keys(counts).length === 0) return;
  ports.log.warn(counts, 'open problems: see /owner/needs-you');
}
