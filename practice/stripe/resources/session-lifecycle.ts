import { type Account, newId, unixTime } from '../account.ts';
import { invalidRequest } from '../api/protocol.ts';
import type { Payer, PaymentIntentRecord, PaymentMethodType, SessionRecord } from '../records.ts';
import type { EventRecord } from '../webhooks/event-log.ts';
import { type Cause, recordSessionEvent } from '../webhooks/record-event.ts';
import { addBalanceTransaction } from './balance-transactions.ts';

// open ──card or bank debit──▶ complete (a debit is unpaid until settleDebit)
// open ──expired by request or time──▶ expired
// Each function reads and writes several records: call it in one transaction.

/** Reads a session and expires it first if it is overdue. */
export function readSession(account: Account, id: string): SessionRecord | undefined {
  const session = account.sessions.find(id);
  if (session === undefined || session.status !== 'open') return session;
  return session.expires_at > unixTime(account.now()) ? session : expireSession(account, session);
}

export function expireSession(
  account: Account,
  session: SessionRecord,
  cause?: Cause,
): SessionRecord {
  const expired = account.sessions.replace({
    ...session,
    status: 'expired',
    awaiting_authentication: null,
  });
  recordSessionEvent(account, 'checkout.session.expired', expired, cause);
  return expired;
}

export function expireOverdueSessions(account: Account): void {
  const overdue = account.sessions.list({
    where: [
      { field: 'status', is: 'open' },
      { field: 'expires_at', atMost: unixTime(account.now()) },
    ],
    limit: 100,
  });
  for (const session of overdue) expireSession(account, session);
}

/** Completes an open session: a card pays at once, a bank debit starts processing. */
export function completeSession(
  account: Account,
  session: SessionRecord,
  payer: Payer,
  method: PaymentMethodType = 'card',
): EventRecord {
  const payment = account.payments.add({
    ...session.payment_intent_data,
    id: newId('pi'),
    amount: session.amount_total,
    currency: session.currency,
    created: unixTime(account.now()),
    charge: newId('ch'),
    status: method === 'card' ? 'succeeded' : 'processing',
    payment_method_type: method,
    payment_method: newId('pm'),
    last4: payer.last4,
    balance_transaction: null,
  });
  if (method === 'card') receiveMoney(account, payment);
  const complete = account.sessions.replace({
    ...session,
    status: 'complete',
    payment_status: method === 'card' ? 'paid' : 'unpaid',
    payment_intent: payment.id,
    customer: payer,
    awaiting_authentication: null,
  });
  return recordSessionEvent(account, 'checkout.session.completed', complete);
}

/** Ends a bank debit. */
export function settleDebit(
  account: Account,
  session: SessionRecord,
  status: 'succeeded' | 'failed',
): SessionRecord {
  const payment = account.payments.find(session.payment_intent ?? '');
  if (payment?.status !== 'processing') {
    throw invalidRequest('No bank debit is under way in this session.');
  }
  if (status === 'failed') {
    account.payments.replace({ ...payment, status: 'requires_payment_method' });
    recordSessionEvent(account, 'checkout.session.async_payment_failed', session);
    return session;
  }
  receiveMoney(account, { ...payment, status: 'succeeded' });
  const paid = account.sessions.replace({ ...session, payment_status: 'paid' });
  recordSessionEvent(account, 'checkout.session.async_payment_succeeded', paid);
  return paid;
}

function receiveMoney(account: Account, payment: PaymentIntentRecord): void {
  const { charge, amount, currency, payment_method_type } = payment;
  const { id } = addBalanceTransaction(account, {
    amount,
    currency,
    type: payment_method_type === 'card' ? 'charge' : 'payment',
    reporting_category: 'charge',
    source: charge,
  });
  account.payments.replace({ ...payment, balance_transaction: id });
}

export function sessionOfPayment(account: Account, payment: string): string | null {
  const [session] = account.sessions.list({
    where: [{ field: 'payment_intent', is: payment }],
    limit: 1,
  });
  return session?.id ?? null;
}
