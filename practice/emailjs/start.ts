import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { openDatabase } from '../database.ts';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { sendPage } from '../page.ts';
import { openSettings, settingsRoutes } from '../settings.ts';
import { openInbox } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';
import { LOGIN_PATH, sendEmail, webPage } from './send-email.ts';
import { emailSettings, usualSettings } from './settings.ts';

export type PracticeEmailJsOptions = ListenOptions & {
  /** Where the state is kept; in memory when left out. */
  dataDir?: string;
};

/** Starts an EmailJS to practise against: its API, and an inbox in which the e-mails can be read. */
export async function startPracticeEmailJs({
  dataDir,
  ...address
}: PracticeEmailJsOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-emailjs.sqlite');
  const inbox = openInbox(database);
  const settings = openSettings(database, emailSettings, usualSettings);

  const app: PracticeApp = new Hono();
  app
    .use('/api/*', cors())
    .post('/api/v1.0/email/send', sendEmail(inbox, settings))
    .get('/', (context) =>
      sendPage(context, inboxPage(inbox.list(), inbox.failures(), settings.read())),
    )
    .get(LOGIN_PATH, (context) => context.html(webPage('Log in')))
    .get('/practice/inbox', () => Response.json(inbox.list()))
    .delete('/practice/inbox', (context) => {
      inbox.empty();
      return context.body(null, 204);
    })
    .route('/practice/settings', settingsRoutes(settings));
  listener.serve(app);
  return serviceOn(listener, database);
}
