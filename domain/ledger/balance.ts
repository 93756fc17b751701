import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { LedgerEntry } from './ledger.ts';

/** A change of the balance that the payment provider keeps for the cafe, in pounds. The shop may not know what it is of. */
export interface Moved {
  id: string;
  /** Stripe's reporting category. */
  kind: string;
  /** Stripe's id of the charge, refund, dispute or payout. */
  source: string | null;
  paymentId: string | null;
  /** In pence, negative for money that left; before the fee. */
  amount: number;
  /** What Stripe keeps of it; negative if it gives a fee back. */
  fee: number;
  /** What a fee of its own is for. */
  words: string | null;
  at: Instant;
}

/** A movement with the order that it is of. */
export interface MatchedMove extends Moved {
  order: { id: OrderId; number: string } | undefined;
  /** The payout that contains it, or is made by it. */
  payout: { id: string; arrives: Day } | undefined;
}

/** Money that Stripe sends to the cafe's bank, or takes from it. */
export interface Payout {
  id: string;
  /** In pence, negative if Stripe takes it from the bank. */
  amount: number;
  /** The day of the bank statement. */
  arrives: Day;
  state: PayoutState;
  /** Stripe's code of why the bank has not taken it. */
  failure: string | null;
  /** Asked for at Stripe: it does not say what such a payout contains. */
  isByHand: boolean;
  /** Whether what it contains has been read. */
  isComplete: boolean;
}

/** `arrived` may still become `returned`. */
export type PayoutState = 'on-its-way' | 'arrived' | 'returned' | 'cancelled';

/** The movements of a time by Stripe's categories, as in its balance report. In pence. */
export interface BalanceSums {
  /** At the start. */
  start: number;
  payments: number;
  /** Negative, as all that left. */
  refunds: number;
  disputes: number;
  /** Of payments and disputes, and those of their own. */
  fees: number;
  /** What Stripe has moved for other reasons. */
  others: number;
  /** What went to the bank, less what came back. */
  paidOut: number;
  /** At the end. */
  end: number;
}

interface Kind {
  words: string;
  sum: Exclude<keyof BalanceSums, 'start' | 'end'>;
  /** The entry of the ledger that it makes. */
  entry?: LedgerEntry['kind'];
}

const KINDS = new Map<string, Kind>(
  Object.entries<Kind>({
    charge: { words: 'Payment', sum: 'payments', entry: 'charge' },
    charge_failure: { words: 'Payment that failed', sum: 'payments' },
    refund: { words: 'Refund', sum: 'refunds', entry: 'refund' },
    refund_failure: {
      words: 'Refund returned by the bank',
      sum: 'refunds',
      entry: 'refund-failed',
    },
    dispute: { words: 'Disputed by the bank', sum: 'disputes', entry: 'dispute' },
    dispute_reversal: { words: 'Dispute won', sum: 'disputes', entry: 'dispute-won' },
    fee: { words: 'Stripe’s fee', sum: 'fees' },
    network_cost: { words: 'Fee of the card network', sum: 'fees' },
    tax: { words: 'Tax on Stripe’s fees', sum: 'fees' },
    payout: { words: 'Paid out', sum: 'paidOut' },
    payout_reversal: { words: 'Payout that did not arrive', sum: 'paidOut' },
  }),
);

/** The sum of a month that it is a part of, without its fee. */
export function sumOfMove({ kind }: Pick<Moved, 'kind'>): Kind['sum'] {
  return KINDS.get(kind)?.sum ?? 'others';
}

/** What the balance has gained. */
export function netOf({ amount, fee }: Pick<Moved, 'amount' | 'fee'>): number {
  return amount - fee;
}

export function moveInWords({ kind, words, amount, order }: MatchedMove): string {
  const known = KINDS.get(kind);
  if (kind === 'payout' && amount > 0) return 'Taken from the bank';
  // Of the same account, such as by a link that the owner has made at Stripe.
  if (known?.entry && !order) return `${known.words}, without an order here`;
  const what = known?.words ?? `Other at Stripe (${kind.replaceAll('_', ' ')})`;
  return words ? `${what}: ${words}` : what;
}

/** What Stripe keeps by this movement, also one that is nothing but a fee. */
export function feeOf({ kind, amount, fee }: Pick<Moved, 'kind' | 'amount' | 'fee'>): number {
  return sumOfMove({ kind }) === 'fees' ? fee - amount : fee;
}

export function sumUpBalance(start: number, moves: Moved[]): BalanceSums {
  const sums = { payments: 0, refunds: 0, disputes: 0, fees: 0, others: 0, paidOut: 0 };
  for (const move of moves) {
    sums[sumOfMove(move)] += move.amount;
    sums.fees -= move.fee;
  }
  const end = Object.values(sums).reduce((sum, amount) => sum + amount, start);
  return { start, ...sums, end };
}

/** Finds the movement of an entry of the ledger, and gives each to one entry only. */
export function matchMoves<Move extends Moved>(moves: Move[]) {
  const unmatched = new Map<string, Move[]>();
  for (const move of moves) {
    const key = keyOfMove(move);
    unmatched.set(key, [...(unmatched.get(key) ?? []), move]);
  }
  return {
    take: (entry: LedgerEntry) => unmatched.get(keyOfEntry(entry))?.shift(),
    /** Those that no entry has taken. */
    rest: () => [...unmatched.values()].flat(),
  };
}

/** The ledger knows a charge by its payment, and the rest by their own ids. */
function keyOfEntry({ kind, id, paymentId }: LedgerEntry): string {
  return `${kind} ${kind === 'charge' ? paymentId : id}`;
}

function keyOfMove({ id, kind, source, paymentId }: Moved): string {
  const entry = KINDS.get(kind)?.entry;
  return entry ? `${entry} ${entry === 'charge' ? paymentId : source}` : id;
}
