import { type Context, Hono } from 'hono';
import { sendPage } from '../../page.ts';
import type { Account } from '../account.ts';
import type { SessionRecord } from '../records.ts';
import { completeSession, readSession } from '../resources/session-lifecycle.ts';
import { readCardForm } from './card-form.ts';
import {
  cardPage,
  completedPage,
  expiredPage,
  successUrl,
  unknownSessionPage,
} from './card-page.ts';

/**
 * The hosted card page, under `/c/pay`.
 * Declines get status 200: browsers log other statuses of a page as console errors.
 * @param idle resolves when no event is on its way.
 */
export function checkoutRoutes(account: Account, idle: () => Promise<void>): Hono {
  const read = (context: Context) =>
    account.transaction(() => readSession(account, context.req.param('id') ?? ''));

  return new Hono()
    .get('/:id', (context) => {
      const session = read(context);
      if (session === undefined) return sendPage(context, unknownSessionPage, 404);
      if (session.status === 'open') return sendPage(context, cardPage(session));
      return showEnded(context, session);
    })
    .post('/:id', async (context) => {
      const form = await context.req.parseBody();
      const session = read(context);
      if (session === undefined) return sendPage(context, unknownSessionPage, 404);
      if (session.status !== 'open') return showEnded(context, session);
      const { values, decline, payer } = readCardForm(form, session);
      if (decline !== undefined) return sendPage(context, cardPage(session, values, decline));
      account.transaction(() => completeSession(account, session, payer));
      if (account.settings.read().webhooks === 'thrice') await idle();
      return context.redirect(successUrl(session), 303);
    });
}

/** A form sent to a complete session redirects to the shop, for a second click on Pay. */
function showEnded(context: Context, session: SessionRecord): Response | Promise<Response> {
  if (session.status === 'expired') return sendPage(context, expiredPage(session));
  if (context.req.method === 'POST') return context.redirect(successUrl(session), 303);
  return sendPage(context, completedPage(session));
}
