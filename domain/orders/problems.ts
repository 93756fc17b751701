import type { Instant } from '#domain/clock.ts';
import type { Ports } from '#domain/ports.ts';
import type { Order, OrderId } from './order.ts';
import type { FailingNotification } from './order-ports.ts';

export type ProblemKind =
  /** Money was paid that names an order but is not what the order asks for. */
  | 'payment-mismatch'
  /** Money was paid in a checkout of ours whose order is missing and cannot be brought back. */
  | 'payment-without-order'
  /** The payment provider cannot say how a placed order ends. */
  | 'payment-unsettled'
  | 'dispute'
  | 'unreadable-order';

export type ProblemFacts = Record<string, string | number>;

export interface NewProblem {
  /** What the problem is about: with the kind, it makes the key. */
  subject: string;
  kind: ProblemKind;
  orderId: OrderId | null;
  facts: ProblemFacts;
}

export interface Problem extends Omit<NewProblem, 'subject' | 'kind'> {
  key: string;
  /** One of `ProblemKind`, `email-failing`, or one that a newer version has written. */
  kind: string;
  raisedAt: Instant;
}

export function problemKey({ kind, subject }: Pick<NewProblem, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

/** Stores a problem for the owner and logs it, the first time that it is found. */
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

type ProblemPorts = Pick<Ports, 'problems' | 'orders' | 'outbox' | 'clock'>;

/** More than anybody looks through; the rest shows when these are closed. */
const MOST = 200;

/**
 * What the owner has to look at now: stored problems, without those that have solved themselves since,
 * and e-mails to the cafe that have failed for a quarter of an hour.
 */
export async function openProblems({
  problems,
  orders,
  outbox,
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
  const failing = await outbox.failing(MOST);
  return [...open, ...failing.map(emailProblem)];
}

function isSolved({ kind }: Problem, { state }: Order): boolean {
  // The order was found, so it can be read.
  if (kind === 'unreadable-order') return true;
  return kind === 'payment-unsettled' && (state === 'funded' || state === 'paid');
}

function emailProblem({ orderId, attempts, reason, since }: FailingNotification): Problem {
  const kind = 'email-failing';
  return { key: `${kind} ${orderId}`, kind, orderId, facts: { attempts, reason }, raisedAt: since };
}

/** How many problems of each kind are open: for `/readyz` and the log. */
export async function countProblems(ports: ProblemPorts): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of await openProblems(ports)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** One line for the log while any problem is open. */
export async function warnOfProblems(ports: ProblemPorts & Pick<Ports, 'log'>): Promise<void> {
  const counts = await countProblems(ports);
  if (Object.keys(counts).length === 0) return;
  ports.log.warn(counts, 'open problems: npm run orders -- problems');
}
