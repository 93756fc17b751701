import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { sendPage } from '../../page.ts';
import type { Account } from '../account.ts';
import { type SessionRecord, successUrl } from '../records/session.ts';
import { readSession } from '../session-lifecycle.ts';
import type { Sender } from '../webhooks/sender.ts';
import { readCardForm } from './card-form.ts';
import { cardPage } from './card-page.ts';
import {
  authenticationPage,
  completedPage,
  expiredPage,
  unknownSessionPage,
} from './other-pages.ts';
import { askForAuthentication, dropAuthentication, takePayment } from './payment.ts';
import { chargeCard } from './test-cards.ts';

const authenticationForm = z.object({ outcome: z.enum(['complete', 'fail']).catch('fail') });

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

type OpenSessionHandler = (context: Context, session: SessionRecord) => Promise<Response>;

/**
 * The hosted card page, under `/c/pay`.
 * Mistakes and declines are answered with 200: browsers report other statuses of a page as console errors.
 */
export function checkoutRoutes(account: Account, sender: Sender): Hono {
  const read = (id: string) => account.transaction(() => readSession(account, id));

  /** Runs `handle` while the session is open, and otherwise says how it ended. */
  const whileOpen = (handle: OpenSessionHandler) => async (context: Context) => {
    const session = read(context.req.param('id') ?? '');
    if (session === undefined) return sendPage(context, unknownSessionPage, 404);
    if (session.status === 'open') return handle(context, session);
    return showEnd(context, session);
  };

  const showCard = whileOpen(async (context, session) => sendPage(context, cardPage(session)));

  const payByCard = whileOpen(async (context, session) => {
    const form = readCardForm(await context.req.parseBody(), session, account.now());
    if (Object.keys(form.errors).length > 0) {
      return sendPage(context, cardPage(session, form.values, form.errors));
    }
    if (form.method === 'bacs_debit') {
      const ended = await takePayment(account, sender, session.id, form.payer, form.method);
      return showEnd(context, ended);
    }
    const answer = chargeCard(form.cardNumber);
    if (answer.outcome === 'declines') {
      const errors = { [answer.field]: answer.message };
      return sendPage(context, cardPage(session, form.values, errors));
    }
    if (answer.outcome === 'asks') {
      askForAuthentication(account, session.id, form.payer);
      return context.redirect(`/c/pay/${session.id}/authenticate`, 303);
    }
    return showEnd(context, await takePayment(account, sender, session.id, form.payer));
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
      return showEnd(context, await takePayment(account, sender, session.id, payer));
    }
    dropAuthentication(account, session.id);
    const typed = { email: payer.email, name: payer.name ?? '', phone: payer.phone ?? '' };
    return sendPage(context, cardPage(session, typed, { card_number: AUTHENTICATION_FAILED }));
  });

  return new Hono()
    .get('/:id', showCard)
    .post('/:id', payByCard)
    .get('/:id/authenticate', showAuthentication)
    .post('/:id/authenticate', authenticate);
}

/** A form sent to a paid session leads on to the shop, so that a second click on Pay ends there too. */
function showEnd(context: Context, session: SessionRecord): Response | Promise<Response> {
  if (session.status === 'expired') return sendPage(context, expiredPage(session));
  if (context.req.method === 'POST') return context.redirect(successUrl(session), 303);
  return sendPage(context, completedPage(session));
}
