import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { clockTime, type Html, type Page, sendPage } from '../page.ts';
import { openSettings } from '../settings.ts';
import { openCollection, openDatabase } from '../store.ts';

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

const NOT_A_BROWSER = 'API calls are disabled for non-browser applications';
/** Texts of the service, by the status. */
const REFUSALS = {
  '403': NOT_A_BROWSER,
  '429': 'Too Many Requests',
  '451': 'Unavailable For Headless Browser',
};
const emailSettings = z.strictObject({
  /** What the service does with an e-mail. */
  sending: z.enum(['works', '403', '429', '451', 'hangs-up']),
  limit: z.enum(['on', 'off']),
});
type Mode = z.infer<typeof emailSettings>['sending'];

const email = z.object({
  id: z.string(),
  receivedAt: z.string(),
  templateParams: z.record(z.string(), z.unknown()),
});
type Email = z.infer<typeof email>;

/** The page and the control API return this many. */
const MAX_LISTED = 200;

type EmailContext = Context<{ Bindings: HttpBindings }>;

/** Starts the practice EmailJS: its API and an inbox page. */
export async function startPracticeEmailJs({
  dataDir,
  limit = 'on',
  account,
  ...address
}: PracticeEmailJsOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-emailjs.sqlite');
  const emails = openCollection(database, 'email', email);
  const settings = openSettings<z.infer<typeof emailSettings>>(emailSettings, {
    sending: 'works',
    limit,
  });
  const inbox = () => emails.list({ limit: MAX_LISTED });
  let lastAt = Number.NEGATIVE_INFINITY;

  /** `POST /api/v1.0/email/send`: stores the e-mail, or fails as the `sending` setting says. */
  async function receive(context: EmailContext): Promise<Response> {
    const { sending, limit } = settings.read();
    if (limit === 'on' && performance.now() - lastAt < LIMIT_MS) return fail(context, '429');
    lastAt = performance.now();
    if (sending !== 'works') return fail(context, sending);
    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = message.safeParse(body ?? {});
    if (!parsed.success) return context.text(parsed.error.issues[0]?.message ?? '', 400);
    const rejection = findRejection(parsed.data, account);
    if (rejection) return context.text(rejection.text, rejection.status);
    const { template_params: templateParams } = parsed.data;
    emails.add({ id: randomUUID(), receivedAt: new Date().toISOString(), templateParams });
    return context.text('OK');
  }

  const app: PracticeApp = new Hono();
  app
    .post('/api/v1.0/email/send', receive)
    .get('/', (context) => sendPage(context, inboxPage(inbox())))
    .get('/practice/inbox', () => Response.json(inbox()))
    .route('/practice/settings', settings.routes());
  listener.serve(app);
  return serviceOn(listener, database);
}

function fail(context: EmailContext, mode: Exclude<Mode, 'works'>): Response {
  if (mode !== 'hangs-up') return new Response(REFUSALS[mode], { status: Number(mode) });
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

const required = (name: string) => {
  const error = `The ${name} parameter is required`;
  return z.string({ error }).min(1, { error });
};

const message = z.object({
  user_id: required('user_id'),
  service_id: required('service_id'),
  template_id: required('template_id'),
  template_params: z.record(z.string(), z.unknown()).default({}),
  accessToken: z.string().optional(),
});

/** Between two requests of one account. */
const LIMIT_MS = 1_000;
/** Of all parameters, attachments aside. */
const MOST_BYTES = 50_000;

interface Rejection {
  status: 400 | 403 | 404 | 413 | 422;
  text: string;
}

function findRejection(
  { user_id, service_id, template_id, accessToken, template_params }: z.infer<typeof message>,
  account: Account | undefined,
): Rejection | undefined {
  // Only browsers need none.
  if (!accessToken) return { status: 403, text: NOT_A_BROWSER };
  if (account) {
    if (user_id !== account.publicKey) return { status: 404, text: 'Account not found' };
    if (accessToken !== account.privateKey) {
      return { status: 403, text: 'The private key is incorrect' };
    }
    if (service_id !== account.serviceId) return { status: 400, text: 'The service ID not found' };
    if (![account.templateId, account.customerTemplateId].includes(template_id)) {
      return { status: 400, text: 'The template ID not found' };
    }
  }
  const counted = Object.entries(template_params).filter(([, value]) => !isFile(value));
  if (Buffer.byteLength(JSON.stringify(Object.fromEntries(counted))) > MOST_BYTES) {
    return { status: 413, text: 'Variables size limit exceeded' };
  }
  if (template_id !== account?.customerTemplateId) return undefined;
  const { to_email: to } = template_params;
  if (!to) return { status: 422, text: 'The recipients address is empty' };
  return z.email().safeParse(to).success
    ? undefined
    : { status: 422, text: 'The recipients address is corrupted' };
}

/** An attachment, as EmailJS takes it. */
function isFile(value: unknown): value is string {
  return typeof value === 'string' && /^data:[\w/]+;base64,/.test(value);
}

function inboxPage(emails: Email[]): Page {
  return {
    title: 'Practice e-mail',
    styles: inboxStyles,
    body: html`<main>
      <h1>Practice e-mail</h1>
      <p class="practice">Stands in for EmailJS: nothing is sent on. <a href="/">Refresh</a></p>
      <h2>Inbox</h2>
      ${emails.length === 0 ? html`<p>No e-mail yet.</p>` : ''} ${emails.map(emailItem)}
    </main>`,
  };
}

function emailItem({ templateParams, receivedAt }: Email): Html {
  const { to_email: to, subject, html: htmlBody, ...others } = templateParams;
  return html`<article class="card">
    <h3>${textOf(subject)}</h3>
    <p class="quiet-text">
      To ${to === undefined ? "the template's recipient" : textOf(to)},
      <time datetime="${receivedAt}">${clockTime(new Date(receivedAt))}</time>
    </p>
    ${
      htmlBody === undefined
        ? parameterList(others)
        : html`<iframe sandbox srcdoc="${textOf(htmlBody)}" title="The e-mail as HTML"></iframe>
            <details>
              <summary>As text, with its other parameters</summary>
              ${parameterList(others)}
            </details>`
    }
  </article>`;
}

function parameterList(parameters: Email['templateParams']): Html {
  return html`<dl>
    ${Object.entries(parameters).map(
      ([name, value]) => html`<dt>${name}</dt>
        <dd>${isFile(value) ? html`<a href="${value}" download>Download</a>` : textOf(value)}</dd>`,
    )}
  </dl>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

const inboxStyles = `
h3 { margin: 0; font-size: 1rem; }
article p { margin: 0; }
dl { margin: .75rem 0 0; }
iframe { width: 100%; height: 32rem; margin-top: .75rem; border: 1px solid var(--line); background: #fff; }
dt { font-weight: 600; color: var(--quiet); }
dd { margin: 0 0 .5rem; white-space: pre-wrap; }
`;
