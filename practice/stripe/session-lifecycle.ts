import type { Account } from './account.ts';
import { invalidRequest } from './api/api-error.ts';
import { newId, unixTime } from './identifiers.ts';
import type { PaymentMethodType } from './records/payment-intent.ts';
import type { Payer, SessionRecord } from './records/session.ts';
import type { EventRecord } from './webhooks/event-log.ts';
import { type Cause, recordSessionEvent } from './webhooks/record-event.ts';

// open ──card or bank debit──▶ complete (a debit stays unpaid until settleDebit); open ──asked for, or overdue──▶ expired.
// Each function reads and writes several records: call it inside one transaction.

/** The session as it is now: one whose time is up is expired by being looked at. */
export function readSession(account: Account, id: string): SessionRecord | undefined {
  const session = account.sessions.find(id);
  if (session === undefined || session.status !== 'open') return session;
  return session.expires_at > unixTime(account.now()) ? session : expireSession(account, session);
}

/** Closes an open session for good and tells the shop. */
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

/** Expires every session whose time is up, even if nobody looks at it again. */
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

/** Completes an open session: a card pays at once, a bank debit starts. Returns the event that says so. */
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
  });
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

/** Ends a bank debit: the money has come, or the bank has refused it. */
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
  account.payments.replace({ ...payment, status: 'succeeded' });
  const paid = account.sessions.replace({ ...session, payment_status: 'paid' });
  recordSessionEvent(account, 'checkout.session.async_payment_succeeded', paid);
  return paid;
}

/** The id of the session that a payment was made in. */
export function sessionOfPayment(account: Account, payment: string): string | null {
  const [session] = account.sessions.list({
    where: [{ field: 'payment_intent', is: payment }],
    limit: 1,
  });
  return session?.id ?? null;
}
