import { type Context, Hono } from 'hono';
import { sendPage } from '../../page.ts';
import { isForm, settingsRoutes } from '../../settings.ts';
import type { Account } from '../account.ts';
import type { SessionRecord } from '../records/session.ts';
import { expireSession, readSession } from '../session-lifecycle.ts';
import { controlPage, type SessionStory } from './control-page.ts';

const RECENT = 50;

/** The control page at `/`, and what tests ask for and switch under `/practice`. */
export function controlRoutes(account: Account): Hono {
  const recentSessions = () => account.sessions.list({ limit: RECENT });

  const stories = (): SessionStory[] =>
    recentSessions().map((session) => ({ session, events: eventsOf(account, session.id) }));

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
    .post('/practice/sessions/:id/expire', expire);
}

function eventsOf(account: Account, sessionId: string): SessionStory['events'] {
  return account.events.events
    .list({ where: [{ field: 'session', is: sessionId }], limit: RECENT })
    .map(({ id, type }) => ({ type, deliveries: account.events.of(id) }));
}

function summary(session: SessionRecord) {
  const { id, client_reference_id, status, payment_status, amount_total } = session;
  return { id, client_reference_id, status, payment_status, amount_total };
}
