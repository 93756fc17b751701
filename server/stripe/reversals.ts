import type Stripe from 'stripe';
import type { Instant } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Reversal } from '#domain/orders/reversal.ts';
import type { Pence } from '#domain/pence.ts';
import { type OrderWithCheckout, retrieveSession } from './checkout-sessions.ts';
import { createOnce } from './create-once.ts';
import { PaymentsUnavailable } from './errors.ts';
import { chargeOf, expanded, idOf, instant, POUNDS, unixTime } from './expanded.ts';

export interface FoundReversal extends Reversal {
  /** Of a refund that staff have asked for here: `Refund.id`. */
  requestId?: string;
}

export interface PaidWith {
  /** `visa`, `bacs_debit` */
  name: string;
  /** The last digits of the card or account, if the provider says them. */
  last4: string | undefined;
}

/** Stripe's largest page; more than the refunds of any order. */
const MOST = 100;
const MOVED = ['data.balance_transaction', 'data.failure_balance_transaction'];

/**
 * Refunds a part of the payment in the order's own session, once, and returns Stripe's id. Stripe forgets idempotency
 * keys after a day, so refunds that it has are looked through first. A stored refusal is final: another server may have
 * told the owner of it, who then asks for another refund, which has another id.
 */
export async function refundPayment(
  stripe: Stripe,
  order: OrderWithCheckout,
  { id, amount }: { id: string; amount: Pence },
): Promise<string> {
  const payment = await findPayment(stripe, order);
  if (!payment) throw new PaymentsUnavailable('refused', 'no-payment');
  const made = async () => {
    const { data } = await stripe.refunds.list({ payment_intent: payment, limit: MOST });
    return data.find(({ metadata }) => metadata?.refund === id);
  };
  const parameters: Stripe.RefundCreateParams = {
    payment_intent: payment,
    amount,
    reason: 'requested_by_customer',
    metadata: { refund: id, order: order.id },
  };
  const refund =
    (await made()) ??
    (await createOnce({
      create: (options) => stripe.refunds.create(parameters, options),
      key: `refund-${id}`,
      find: made,
      isFinal: () => true,
    }));
  return refund.id;
}

/** How the payment in the order's own session was made. */
export async function findPaidWith(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<PaidWith | undefined> {
  const session = await retrieveSession(stripe, checkoutId);
  const details = session && chargeOf(session)?.payment_method_details;
  if (!details) return undefined;
  const { type, card, bacs_debit } = details;
  return {
    name: card?.brand ?? type,
    last4: (card ?? bacs_debit)?.last4 ?? undefined,
  };
}

/** Lists refunds and disputes of the payment in the order's own session, and the money that they have moved. */
export async function findReversals(
  stripe: Stripe,
  order: OrderWithCheckout,
): Promise<{ reversals: FoundReversal[]; entries: LedgerEntry[] }> {
  const payment = await findPayment(stripe, order);
  if (!payment) return { reversals: [], entries: [] };
  const wanted = { payment_intent: payment, limit: MOST };
  const refunds = await stripe.refunds.list({ ...wanted, expand: MOVED });
  const disputes = await stripe.disputes.list(wanted);
  const found = [...refunds.data.map(refundMoves), ...disputes.data.map(disputeMoves)];
  return {
    reversals: found.map((moves) => ({ ...reversalOf(moves), payment: order.checkoutId })),
    entries: found.flatMap(entriesOf),
  };
}

async function findPayment(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<string | undefined> {
  return idOf((await stripe.checkout.sessions.retrieve(checkoutId)).payment_intent);
}

/** A refund or dispute, and the transactions by which money has left the balance and come back. */
interface Moves {
  reversal: Stripe.Refund | Stripe.Dispute;
  out: Stripe.BalanceTransaction[];
  back: Stripe.BalanceTransaction[];
}

/** Needs a refund with its balance transactions expanded. It has none while it waits for money in the account. */
function refundMoves(refund: Stripe.Refund): Moves {
  const out = expanded(refund.balance_transaction);
  const back = expanded(refund.failure_balance_transaction);
  return { reversal: refund, out: out ? [out] : [], back: back ? [back] : [] };
}

/** An inquiry has no balance transactions, and a dispute at most two: withdrawn and reinstated. */
function disputeMoves(dispute: Stripe.Dispute): Moves {
  const { balance_transactions: moved } = dispute;
  return {
    reversal: dispute,
    out: moved.filter(({ amount }) => amount < 0),
    back: moved.filter(({ amount }) => amount > 0),
  };
}

function reversalOf({ reversal, out }: Moves): Omit<FoundReversal, 'payment'> {
  const { id, amount, currency } = reversal;
  const pounds = poundsMoved(out, reversal);
  const isForeign = currency !== POUNDS;
  const requestId = reversal.object === 'refund' && reversal.metadata?.refund;
  const answerBy = reversal.object === 'dispute' && reversal.evidence_details.due_by;
  return {
    id,
    kind: reversal.object,
    amount: pounds ?? (isForeign ? 0 : amount),
    ...(pounds === undefined && { isPending: true }),
    ...(isForeign && { claimed: { amount, currency } }),
    state: reversal.status ?? 'pending',
    at: instant(reversal.created),
    ...(requestId && { requestId }),
    ...(answerBy && { answerBy: instant(answerBy) }),
  };
}

/** The shop books in pounds, at the times of Stripe's balance transactions: then its months are Stripe's. */
function entriesOf({ reversal, out, back }: Moves): LedgerEntry[] {
  const entry = (kind: LedgerEntry['kind'], moved: Stripe.BalanceTransaction[]): LedgerEntry[] => {
    const [first] = moved;
    const amount = poundsMoved(moved, reversal);
    if (first === undefined || amount === undefined) return [];
    const { id, payment_intent } = reversal;
    const paymentId = idOf(payment_intent) ?? null;
    return [{ kind, id, paymentId, amount, at: instant(first.created) }];
  };
  return reversal.object === 'refund'
    ? [...entry('refund', out), ...entry('refund-failed', back)]
    : [...entry('dispute', out), ...entry('dispute-won', back)];
}

/**
 * What left the balance for a refund or dispute, by its own transactions: its `amount` may be in the customer's
 * currency, and another one than was charged. In another currency than pounds both are unknown.
 * @returns undefined while nothing has left.
 */
function poundsMoved(
  moved: Stripe.BalanceTransaction[],
  { amount, currency }: Pick<Moves['reversal'], 'amount' | 'currency'>,
): number | undefined {
  if (moved.length === 0) return undefined;
  if (moved.every((each) => each.currency === POUNDS)) {
    return Math.abs(moved.reduce((total, each) => total + each.amount, 0));
  }
  // The account is kept in another currency.
  return currency === POUNDS ? amount : undefined;
}

export async function checkoutOfPayment(
  stripe: Stripe,
  payment: string,
): Promise<string | undefined> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
  return data[0]?.id;
}

/** Lists the payments of which a refund or a dispute was made since. */
export async function findReversedPayments(stripe: Stripe, since: Instant): Promise<string[]> {
  const made = { created: { gte: unixTime(since) }, limit: MOST };
  const payments = new Set<string | undefined>();
  for await (const { payment_intent } of stripe.refunds.list(made)) {
    payments.add(idOf(payment_intent));
  }
  for await (const { payment_intent } of stripe.disputes.list(made)) {
    payments.add(idOf(payment_intent));
  }
  return [...payments].filter((payment) => payment !== undefined);
}
