import { once } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { sendPage } from '../page.ts';
import { openSettings, settingsRoutes } from '../settings.ts';
import { openDatabase } from '../store.ts';
import { emailSettings, type Inbox, inboxPage, openInbox, type SendingMode } from './inbox.ts';

type PracticeEmailJsOptions = ListenOptions & {
  /** Default: in memory. */
  dataDir?: string;
};

/** Starts the practice EmailJS: its API and an inbox page. */
export async function startPracticeEmailJs({
  dataDir,
  ...address
}: PracticeEmailJsOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-emailjs.sqlite');
  const inbox = openInbox(database);
  const settings = openSettings<{ sending: SendingMode }>(database, emailSettings, {
    sending: 'works',
  });

  const app: PracticeApp = new Hono();
  app
    .use('/api/*', cors())
    .post(
      '/api/v1.0/email/send',
      sendEmail(inbox, () => settings.read().sending),
    )
    .get('/', (context) =>
      sendPage(context, inboxPage(inbox.list(), inbox.failures(), settings.read().sending)),
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

const required = (name: string) => {
  const error = `The ${name} parameter is required`;
  return z.string({ error }).min(1, { error });
};

const message = z.object({
  user_id: required('user_id'),
  service_id: required('service_id'),
  template_id: required('template_id'),
  template_params: z
    .record(z.string(), z.unknown(), { error: 'The template_params parameter is invalid' })
    .optional(),
  accessToken: z.string().optional(),
});

const NOT_A_BROWSER = 'API calls are disabled for non-browser applications';

type EmailContext = Context<{ Bindings: HttpBindings }>;

/** The target of `redirect`, which answers 200: a careless client takes that for success. */
const LOGIN_PATH = '/practice/login';

/** The responses of the modes that do not accept the e-mail. */
const failures: Partial<
  Record<SendingMode, (context: EmailContext) => Response | Promise<Response>>
> = {
  '403': (context) => context.text(NOT_A_BROWSER, 403),
  '429': (context) => context.text('Too Many Requests', 429),
  '451': (context) => context.text('Unavailable For Headless Browser', 451),
  'hangs-up': hangUp,
  hangs: async (context) => {
    await once(context.env.incoming.socket, 'close');
    return RESPONSE_ALREADY_SENT;
  },
  maintenance: (context) => context.html(webPage('We will be back soon')),
  redirect: (context) => context.redirect(LOGIN_PATH, 302),
  'wrong-body': (context) => context.body(''),
};

function webPage(heading: string): string {
  return `<!doctype html><html lang="en"><title>${heading}</title><h1>${heading}</h1></html>`;
}

/** `POST /api/v1.0/email/send`: stores the e-mail, or fails as the `sending` setting says. */
function sendEmail(inbox: Inbox, readMode: () => SendingMode) {
  const reject = (context: EmailContext, status: 400 | 403, text: string) => {
    inbox.countFailure();
    return context.text(text, status);
  };

  return async (context: EmailContext): Promise<Response> => {
    const mode = readMode();
    const fail = failures[mode];
    if (fail !== undefined) {
      inbox.countFailure();
      return fail(context);
    }

    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = message.safeParse(body ?? {});
    if (!parsed.success) {
      return reject(context, 400, parsed.error.issues[0]?.message ?? 'Bad request');
    }
    const { accessToken, template_params: templateParams = {} } = parsed.data;
    // Browsers send an Origin; servers must send the private key instead.
    if (!accessToken && context.req.header('origin') === undefined) {
      return reject(context, 403, NOT_A_BROWSER);
    }
    if (mode === 'refuses-reply-to' && !replyTo.safeParse(templateParams.reply_to).success) {
      return reject(context, 400, 'The reply_to parameter is invalid');
    }
    inbox.receive(templateParams);
    return mode === 'accepts-then-hangs-up' ? hangUp(context) : context.text('OK');
  };
}

/** The address may be missing but not invalid. */
const replyTo = z.union([z.literal(''), z.email()]).optional();

function hangUp(context: EmailContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
