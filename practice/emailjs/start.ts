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
  /** Whether it takes one request a second only; default `on`. The control API changes it. */
  limit?: 'on' | 'off' | undefined;
  /** The keys and ids that it knows; default: any. */
  account?: Account | undefined;
};

interface Account {
  publicKey: string;
  privateKey: string;
  serviceId: string;
  /** Its recipient is part of the template. */
  templateId: string;
  /** Its recipient is the parameter `to_email`. */
  customerTemplateId: string;
}

/** Starts the practice EmailJS: its API and an inbox page. */
export async function startPracticeEmailJs({
  dataDir,
  limit = 'on',
  account,
  ...address
}: PracticeEmailJsOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-emailjs.sqlite');
  const inbox = openInbox(database);
  const settings = openSettings<Settings>(emailSettings, { sending: 'works', limit });

  const app: PracticeApp = new Hono();
  app
    .use('/api/*', cors())
    .post('/api/v1.0/email/send', sendEmail(inbox, settings.read, account))
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

type Settings = { sending: SendingMode; limit: 'on' | 'off' };

/** Between two requests of one account. */
const LIMIT_MS = 1_000;
/** Of all parameters, attachments aside. */
const MOST_BYTES = 50_000;
const ATTACHMENT = /^data:[\w/]+;base64,/;

const NOT_A_BROWSER = 'API calls are disabled for non-browser applications';

type EmailContext = Context<{ Bindings: HttpBindings }>;

/** The target of `redirect`, which answers 200: a careless client takes that for success. */
const LOGIN_PATH = '/practice/login';

/** The responses of the modes that do not accept the e-mail. */
const failures: Partial<
  Record<SendingMode, (context: EmailContext) => Response | Promise<Response>>
> = {
  '403': (context) => context.text(NOT_A_BROWSER, 403),
  '404': (context) => context.text('Account not found', 404),
  '412': (context) =>
    context.text('Gmail_API: Invalid grant. Please reconnect your Gmail account', 412),
  '429': tooMany,
  '451': (context) => context.text('Unavailable For Headless Browser', 451),
  'hangs-up': hangUp,
  maintenance: (context) => context.html(webPage('We will be back soon')),
  redirect: (context) => context.redirect(LOGIN_PATH, 302),
};

function tooMany(context: EmailContext): Response {
  return context.text('Too Many Requests', 429, { 'Retry-After': '1' });
}

function webPage(heading: string): string {
  return `<!doctype html><html lang="en"><title>${heading}</title><h1>${heading}</h1></html>`;
}

/** `POST /api/v1.0/email/send`: stores the e-mail, or fails as the `sending` setting says. */
function sendEmail(inbox: Inbox, readSettings: () => Settings, account: Account | undefined) {
  let lastAt = Number.NEGATIVE_INFINITY;
  const reject = (context: EmailContext, { status, text }: Rejection) => {
    inbox.countFailure();
    return context.text(text, status);
  };

  return async (context: EmailContext): Promise<Response> => {
    const { sending: mode, limit } = readSettings();
    const sinceLast = performance.now() - lastAt;
    if (limit === 'on' && sinceLast < LIMIT_MS) {
      inbox.countFailure();
      return tooMany(context);
    }
    lastAt = performance.now();
    const fail = failures[mode];
    if (fail !== undefined) {
      inbox.countFailure();
      return fail(context);
    }

    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = message.safeParse(body ?? {});
    if (!parsed.success) {
      const text = parsed.error.issues[0]?.message ?? 'Bad request';
      return reject(context, { status: 400, text });
    }
    const { accessToken, template_params: templateParams = {} } = parsed.data;
    // Browsers send an Origin; servers must send the private key instead.
    if (!accessToken && context.req.header('origin') === undefined) {
      return reject(context, { status: 403, text: NOT_A_BROWSER });
    }
    const rejection = findRejection(parsed.data, account);
    if (rejection) return reject(context, rejection);
    inbox.receive(templateParams);
    return context.text('OK');
  };
}

interface Rejection {
  status: 400 | 403 | 404 | 413 | 422;
  text: string;
}

function findRejection(
  { user_id, service_id, template_id, accessToken, template_params = {} }: z.infer<typeof message>,
  account: Account | undefined,
): Rejection | undefined {
  if (account) {
    if (user_id !== account.publicKey) return { status: 404, text: 'Account not found' };
    if (accessToken !== undefined && accessToken !== account.privateKey) {
      return { status: 403, text: 'The private key is incorrect' };
    }
    if (service_id !== account.serviceId) {
      return { status: 400, text: 'The service ID not found' };
    }
    if (![account.templateId, account.customerTemplateId].includes(template_id)) {
      return { status: 400, text: 'The template ID not found' };
    }
  }
  const counted = Object.entries(template_params).filter(
    ([, value]) => !(typeof value === 'string' && ATTACHMENT.test(value)),
  );
  if (Buffer.byteLength(JSON.stringify(Object.fromEntries(counted))) > MOST_BYTES) {
    return { status: 413, text: 'Variables size limit exceeded' };
  }
  if (template_id !== account?.customerTemplateId) return undefined;
  const { to_email: to } = template_params;
  if (!to) return { status: 422, text: 'The recipients address is empty' };
  return recipient.safeParse(to).success
    ? undefined
    : { status: 422, text: 'The recipients address is corrupted' };
}

const recipient = z.email();

function hangUp(context: EmailContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
