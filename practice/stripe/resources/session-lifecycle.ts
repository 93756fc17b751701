import { type Account, newId, unixTime } from '../account.ts';
import { invalidRequest, type JsonObject } from '../api/protocol.ts';
import type { PaymentMethod, PaymentRecord, SessionRecord } from '../records.ts';
import { chargeObject, receiveMoney } from './payments.ts';

// open ──card or bank debit──▶ complete (a debit is unpaid until settleDebit)
// open ──expired by request or time──▶ expired
// Each function reads and writes several records: call it in one transaction.

/** A session in the API's format: what a shop reads of a payment without tax, shipping or discounts. */
export function sessionObject(session: SessionRecord, origin: string): JsonObject {
  const { customer_email, payer_email, submit_message, adaptive_pricing } = session;
  const email = payer_email ?? customer_email;
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: adaptive_pricing },
    amount_subtotal: session.amount_total,
    amount_total: session.amount_total,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    created: session.created,
    currency: session.currency,
    custom_text: { submit: submit_message === null ? null : { message: submit_message } },
    customer_details: email === null ? null : { email },
    customer_email,
    expires_at: session.expires_at,
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.payment_intent,
    payment_status: session.payment_status,
    status: session.status,
    success_url: session.success_url,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${origin}/c/pay/${session.id}` : null,
  };
}

/** Reads a session and expires it first if it is overdue. */
export function readSession(account: Account, id: string): SessionRecord | undefined {
  const session = account.sessions.find(id);
  if (session === undefined || session.status !== 'open') return session;
  return session.expires_at > unixTime(account.now()) ? session : expireSession(account, session);
}

export function expireSession(account: Account, session: SessionRecord): SessionRecord {
  const expired = account.sessions.replace({ ...session, status: 'expired' });
  emitSession(account, 'expired', expired);
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

interface Payer {
  email: string;
  method: PaymentMethod;
  last4: string;
}

/** Completes an open session: a card pays at once, a bank debit starts processing. */
export function completeSession(
  account: Account,
  session: SessionRecord,
  { email, method, last4 }: Payer,
): SessionRecord {
  const payment = account.payments.add({
    id: newId('pi'),
    amount: session.amount_total,
    currency: session.currency,
    created: unixTime(account.now()),
    charge: newId('ch'),
    status: method === 'card' ? 'succeeded' : 'processing',
    method,
    last4,
    balance_transaction: null,
    metadata: session.payment_metadata,
  });
  if (method === 'card' && account.settings.read().balance === 'at-once') {
    receiveMoney(account, payment);
  }
  const complete = account.sessions.replace({
    ...session,
    status: 'complete',
    payment_status: method === 'card' ? 'paid' : 'unpaid',
    payment_intent: payment.id,
    payer_email: email,
  });
  emitSession(account, 'completed', complete);
  return complete;
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
    emitSession(account, 'async_payment_failed', session);
    return session;
  }
  receiveMoney(account, { ...payment, status: 'succeeded' });
  const paid = account.sessions.replace({ ...session, payment_status: 'paid' });
  emitSession(account, 'async_payment_succeeded', paid);
  return paid;
}

/** Enters a card payment that was made while `balance` was `later`. */
export function bookPayment(account: Account, payment: PaymentRecord): JsonObject {
  if (payment.status !== 'succeeded' || payment.balance_transaction !== null) {
    throw invalidRequest('No money of this payment is to be booked.');
  }
  const charge = chargeObject(account, receiveMoney(account, payment));
  account.emit('charge.updated', charge);
  return charge;
}

function emitSession(
  account: Account,
  what: 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed',
  session: SessionRecord,
): void {
  account.emit(`checkout.session.${what}`, sessionObject(session, account.origin));
}
