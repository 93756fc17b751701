import { once } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Settings } from '../settings.ts';
import type { Inbox } from './inbox.ts';
import type { EmailSettings } from './settings.ts';

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
type Sending = EmailSettings['sending'];

/** Where `redirect` leads; the page answers 200, as a careless client would take for success. */
export const LOGIN_PATH = '/practice/login';

/** What is answered instead of taking the e-mail. */
const failures: Partial<Record<Sending, (context: EmailContext) => Response | Promise<Response>>> =
  {
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

/** A page that only a browser can use. */
export function webPage(heading: string): string {
  return `<!doctype html><html lang="en"><title>${heading}</title><h1>${heading}</h1></html>`;
}

/** `POST /api/v1.0/email/send`: puts the e-mail in the inbox, or fails as the switch says. */
export function sendEmail(inbox: Inbox, settings: Settings<EmailSettings>) {
  const refuse = (context: EmailContext, status: 400 | 403, text: string) => {
    inbox.countFailure();
    return context.text(text, status);
  };

  return async (context: EmailContext): Promise<Response> => {
    const { sending } = settings.read();
    const fail = failures[sending];
    if (fail !== undefined) {
      inbox.countFailure();
      return fail(context);
    }

    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = message.safeParse(body ?? {});
    if (!parsed.success) {
      return refuse(context, 400, parsed.error.issues[0]?.message ?? 'Bad request');
    }
    const { accessToken, template_params: templateParams = {} } = parsed.data;
    // Browsers say where they come from; a server has to show the private key instead.
    if (!accessToken && context.req.header('origin') === undefined) {
      return refuse(context, 403, NOT_A_BROWSER);
    }
    if (sending === 'refuses-reply-to' && !replyTo.safeParse(templateParams.reply_to).success) {
      return refuse(context, 400, 'The reply_to parameter is invalid');
    }
    inbox.receive(templateParams);
    return sending === 'accepts-then-hangs-up' ? hangUp(context) : context.text('OK');
  };
}

/** An e-mail without an address to reply to is fine; one with an impossible address is not. */
const replyTo = z.union([z.literal(''), z.email()]).optional();

function hangUp(context: EmailContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
