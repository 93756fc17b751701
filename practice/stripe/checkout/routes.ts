import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { sendPage } from '../../page.ts';
import type { Account } from '../account.ts';
import type { Payer, PaymentMethodType, SessionRecord } from '../records.ts';
import { completeSession, readSession } from '../resources/session-lifecycle.ts';
import { successUrl } from '../resources/session-object.ts';
import type { Sender } from '../webhooks/sender.ts';
import { chargeCard, readCardForm } from './card-form.ts';
import {
  authenticationPage,
  cardPage,
  completedPage,
  expiredPage,
  unknownSessionPage,
} from './card-page.ts';

const authenticationForm = z.object({ outcome: z.enum(['complete', 'fail']).catch('fail') });

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

type OpenSessionHandler = (context: Context, session: SessionRecord) => Promise<Response>;

/**
 * The hosted card page, under `/c/pay`.
 * Invalid forms and declines get status 200: browsers log other statuses of a page as console errors.
 */
export function checkoutRoutes(account: Account, sender: Sender): Hono {
  const read = (id: string) => account.transaction(() => readSession(account, id));

  /** Runs `handle` for an open session and shows how any other session ended. */
  const whileOpen = (handle: OpenSessionHandler) => async (context: Context) => {
    const session = read(context.req.param('id') ?? '');
    if (session === undefined) return sendPage(context, unknownSessionPage, 404);
    if (session.status === 'open') return handle(context, session);
    return showResult(context, session);
  };

  const showCard = whileOpen(async (context, session) => sendPage(context, cardPage(session)));

  const payByCard = whileOpen(async (context, session) => {
    const form = readCardForm(await context.req.parseBody(), session, account.now());
    if (Object.keys(form.errors).length > 0) {
      return sendPage(context, cardPage(session, form.values, form.errors));
    }
    if (form.method === 'bacs_debit') {
      const ended = await takePayment(account, sender, session.id, form.payer, form.method);
      return showResult(context, ended);
    }
    const response = chargeCard(form.cardNumber);
    if (response.outcome === 'declines') {
      const errors = { [response.field]: response.message };
      return sendPage(context, cardPage(session, form.values, errors));
    }
    if (response.outcome === 'requires-authentication') {
      setAuthentication(account, session.id, form.payer);
      return context.redirect(`/c/pay/${session.id}/authenticate`, 303);
    }
    return showResult(context, await takePayment(account, sender, session.id, form.payer));
  });

  const showAuthentication = whileOpen(async (context, session) =>
    session.awaiting_authentication === null
      ? context.redirect(`/c/pay/${session.id}`, 303)
      : sendPage(context, authenticationPage(session)),
  );

  const authenticate = whileOpen(async (context, session) => {
    const { outcome } = authenticationForm.parse(await context.req.parseBody());
    const payer = session.awaiting_authentication;
    if (payer === null) return context.redirect(`/c/pay/${session.id}`, 303);
    if (outcome === 'complete') {
      return showResult(context, await takePayment(account, sender, session.id, payer));
    }
    setAuthentication(account, session.id, null);
    const typed = { email: payer.email, name: payer.name ?? '', phone: payer.phone ?? '' };
    return sendPage(context, cardPage(session, typed, { card_number: AUTHENTICATION_FAILED }));
  });

  return new Hono()
    .get('/:id', showCard)
    .post('/:id', payByCard)
    .get('/:id/authenticate', showAuthentication)
    .post('/:id/authenticate', authenticate);
}

/** A form sent to a complete session redirects to the shop, for a second click on Pay. */
function showResult(context: Context, session: SessionRecord): Response | Promise<Response> {
  if (session.status === 'expired') return sendPage(context, expiredPage(session));
  if (context.req.method === 'POST') return context.redirect(successUrl(session), 303);
  return sendPage(context, completedPage(session));
}

/**
 * Completes the session unless it is already complete or expired. The `webhooks` setting says
 * whether the event is delivered before the customer is redirected.
 */
async function takePayment(
  account: Account,
  sender: Sender,
  sessionId: string,
  payer: Payer,
  method: PaymentMethodType = 'card',
): Promise<SessionRecord> {
  const { ended, event } = account.transaction(() => {
    const session = mustRead(account, sessionId);
    if (session.status !== 'open') return { ended: session, event: undefined };
    const event = completeSession(account, session, payer, method);
    return { ended: mustRead(account, sessionId), event };
  });
  if (event !== undefined) {
    const { webhooks } = account.settings.read();
    const sent = sender.send(event.id);
    if (webhooks === 'before-redirect' || webhooks === 'thrice') await sent;
  }
  return ended;
}

/** Stores who pays after authentication; null when it failed. The card number is not stored. */
function setAuthentication(account: Account, sessionId: string, payer: Payer | null): void {
  account.transaction(() => {
    const session = mustRead(account, sessionId);
    if (session.status !== 'open') return;
    account.sessions.replace({ ...session, awaiting_authentication: payer });
  });
}

function mustRead(account: Account, id: string): SessionRecord {
  const session = readSession(account, id);
  if (session === undefined) throw new Error(`Checkout session ${id} has disappeared`);
  return session;
}
