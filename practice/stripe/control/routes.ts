import { type Context, Hono } from 'hono';
import { sendPage } from '../../page.ts';
import { isForm, settingsRoutes } from '../../settings.ts';
import type { Account } from '../account.ts';
import type { IdempotencyKeys } from '../api/idempotency.ts';
import { disputesOf, refundsOf } from '../charge.ts';
import type { SessionRecord } from '../records/session.ts';
import { expireSession, readSession } from '../session-lifecycle.ts';
import type { Sender } from '../webhooks/sender.ts';
import { actionsOn } from './action.ts';
import { controlPage } from './control-page.ts';
import { forgeEvent } from './forge-event.ts';
import { paymentActions } from './payment-actions.ts';
import { sessionActions } from './session-actions.ts';
import type { SessionStory } from './session-story.ts';

const RECENT = 50;

/** The control page at `/`, and what tests ask for and switch under `/practice`. */
export function controlRoutes(account: Account, sender: Sender, keys: IdempotencyKeys): Hono {
  const action = actionsOn(account, sender);
  const recentSessions = () => account.sessions.list({ limit: RECENT });

  const stories = (): SessionStory[] =>
    recentSessions().map((session) => storyOf(account, session));

  const expire = (context: Context) => {
    const id = context.req.param('id') ?? '';
    const session = account.transaction(() => {
      const current = readSession(account, id);
      return current?.status === 'open' ? expireSession(account, current) : current;
    });
    if (session === undefined) return context.text('There is no such session.', 404);
    return isForm(context) ? context.redirect('/', 303) : Response.json(summary(session));
  };

  return new Hono()
    .get('/', (context) => sendPage(context, controlPage(stories(), account.settings.read())))
    .route('/practice/settings', settingsRoutes(account.settings))
    .get('/practice/sessions', () => Response.json(recentSessions().map(summary)))
    .post('/practice/sessions/:id/expire', expire)
    .route('/practice', paymentActions(account, action))
    .route('/practice', sessionActions(account, keys, action))
    .post('/practice/events', forgeEvent(account, sender));
}

function storyOf(account: Account, session: SessionRecord): SessionStory {
  const payment = session.payment_intent;
  return {
    session,
    events: eventsOf(account, session.id),
    refunds: payment === null ? [] : refundsOf(account, payment),
    payment: payment === null ? undefined : account.payments.find(payment)?.status,
    disputes: payment === null ? [] : disputesOf(account, payment),
  };
}

function eventsOf(account: Account, sessionId: string): SessionStory['events'] {
  return account.events.events
    .list({ where: [{ field: 'session', is: sessionId }], limit: RECENT })
    .map(({ id, type }) => ({ type, deliveries: account.events.of(id) }));
}

function summary(session: SessionRecord) {
  const { id, client_reference_id, status, payment_status, payment_intent, amount_total } = session;
  return { id, client_reference_id, status, payment_status, payment_intent, amount_total };
}
