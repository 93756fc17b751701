import type { Account } from '../account.ts';
import type { PaymentMethodType } from '../records/payment-intent.ts';
import type { Payer, SessionRecord } from '../records/session.ts';
import { completeSession, readSession } from '../session-lifecycle.ts';
import type { Sender } from '../webhooks/sender.ts';

/**
 * Takes the money unless another click has taken it or time ran out meanwhile, and answers with how
 * the session ended. The switch decides whether the shop hears of it before the customer is back.
 */
export async function takePayment(
  account: Account,
  sender: Sender,
  sessionId: string,
  payer: Payer,
  method: PaymentMethodType = 'card',
): Promise<SessionRecord> {
  const { ended, event } = account.transaction(() => {
    const session = existing(account, sessionId);
    if (session.status !== 'open') return { ended: session, event: undefined };
    const event = completeSession(account, session, payer, method);
    return { ended: existing(account, sessionId), event };
  });
  if (event !== undefined) {
    const { webhooks } = account.settings.read();
    const sent = sender.send(event.id);
    if (webhooks === 'before-redirect' || webhooks === 'thrice') await sent;
  }
  return ended;
}

/** Keeps who is paying while the bank asks; the card's number is not kept. */
export function askForAuthentication(account: Account, sessionId: string, payer: Payer): void {
  setAuthentication(account, sessionId, payer);
}

/** The bank said no: another card has to be tried. */
export function dropAuthentication(account: Account, sessionId: string): void {
  setAuthentication(account, sessionId, null);
}

function setAuthentication(account: Account, sessionId: string, payer: Payer | null): void {
  account.transaction(() => {
    const session = existing(account, sessionId);
    if (session.status !== 'open') return;
    account.sessions.replace({ ...session, awaiting_authentication: payer });
  });
}

function existing(account: Account, id: string): SessionRecord {
  const session = readSession(account, id);
  if (session === undefined) throw new Error(`Checkout session ${id} has disappeared`);
  return session;
}
