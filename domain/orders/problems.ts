import type { Instant } from '#domain/clock.ts';
import type { Ports } from '#domain/ports.ts';
import type { Order, OrderId } from './order.ts';
import type { FailingNotification } from './order-ports.ts';

export type ProblemKind =
  /** A payment names an order but does not match it. */
  | 'payment-mismatch'
  /** A payment in a checkout of ours has no order, and the order cannot be restored. */
  | 'payment-without-order'
  /** The payment provider cannot tell whether a placed order was paid. */
  | 'payment-unsettled'
  | 'dispute'
  /** The customer's e-mail address does not work. */
  | 'customer-not-reached'
  | 'unreadable-order';

export type ProblemFacts = Record<string, string | number>;

export interface NewProblem {
  /** The subject; kind and subject make the key. */
  subject: string;
  kind: ProblemKind;
  orderId: OrderId | null;
  facts: ProblemFacts;
}

export interface Problem extends Omit<NewProblem, 'subject' | 'kind'> {
  key: string;
  /** One of `ProblemKind`, `email-failing`, `customer-email-failing`, or a kind of a newer version. */
  kind: string;
  raisedAt: Instant;
}

export function problemKey({ kind, subject }: Pick<NewProblem, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

/** Stores a problem for the owner, and logs it if it is new. */
export async function raiseProblem(
  { problems, clock, log }: Pick<Ports, 'problems' | 'clock' | 'log'>,
  problem: NewProblem,
): Promise<void> {
  if (!(await problems.raise(problem, clock.now()))) return;
  const { kind, orderId, facts } = problem;
  log.error({ problem: kind, orderId, ...facts }, 'a problem that the owner has to look at');
}

export function raiseUnreadable(
  ports: Pick<Ports, 'problems' | 'clock' | 'log'>,
  orderId: OrderId,
): Promise<void> {
  return raiseProblem(ports, { kind: 'unreadable-order', subject: orderId, orderId, facts: {} });
}

type ProblemPorts = Pick<Ports, 'problems' | 'orders' | 'outbox' | 'customerEmails' | 'clock'>;

/** The limit of a list; more appear when these are closed. */
const MOST = 200;

/**
 * Open problems: stored ones, except those solved since, and e-mails that have failed for a quarter of an
 * hour.
 */
export async function openProblems({
  problems,
  orders,
  outbox,
  customerEmails,
  clock,
}: ProblemPorts): Promise<Problem[]> {
  const stored = await problems.open(MOST);
  const found = await orders.findAll(stored.flatMap(({ orderId }) => orderId ?? []));
  const open: Problem[] = [];
  for (const problem of stored) {
    const order = found.find(({ id }) => id === problem.orderId);
    if (order && isSolved(problem, order)) await problems.close(problem.key, clock.now());
    else open.push(problem);
  }
  const failing = [
    ...(await outbox.failing(MOST)).map((email) => emailProblem('email-failing', email)),
    ...(await customerEmails.failing(MOST)).map((email) =>
      emailProblem('customer-email-failing', email),
    ),
  ];
  return [...open, ...failing];
}

function isSolved({ kind }: Problem, { state }: Order): boolean {
  // The order was found, so it can be read.
  if (kind === 'unreadable-order') return true;
  return kind === 'payment-unsettled' && (state === 'funded' || state === 'paid');
}

function emailProblem(
  kind: string,
  { orderId, attempts, reason, since }: FailingNotification,
): Problem {
  return { key: `${kind} ${orderId}`, kind, orderId, facts: { attempts, reason }, raisedAt: since };
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
  ports.log.warn(counts, 'open problems: npm run orders -- problems');
}
