import type { Account } from './account.ts';
import { newId, unixTime } from './identifiers.ts';
import type { Payer, SessionRecord } from './records/session.ts';
import type { EventRecord } from './webhooks/event-log.ts';
import { type Cause, recordSessionEvent } from './webhooks/record-event.ts';

// open ──paid on the card page──▶ complete; open ──asked for, or overdue──▶ expired.
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

/** Takes the money for an open session, and says which event tells the shop. */
export function completeSession(
  account: Account,
  session: SessionRecord,
  payer: Payer,
): EventRecord {
  const payment = account.payments.add({
    ...session.payment_intent_data,
    id: newId('pi'),
    amount: session.amount_total,
    currency: session.currency,
    created: unixTime(account.now()),
    charge: newId('ch'),
    status: 'succeeded',
    payment_method_type: 'card',
    payment_method: newId('pm'),
  });
  const complete = account.sessions.replace({
    ...session,
    status: 'complete',
    payment_status: 'paid',
    payment_intent: payment.id,
    customer: payer,
    awaiting_authentication: null,
  });
  return recordSessionEvent(account, 'checkout.session.completed', complete);
}

/** The id of the session that a payment was made in. */
export function sessionOfPayment(account: Account, payment: string): string | null {
  const [session] = account.sessions.list({
    where: [{ field: 'payment_intent', is: payment }],
    limit: 1,
  });
  return session?.id ?? null;
}
