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

const refusals = {
  '403': { status: 403, text: NOT_A_BROWSER },
  '429': { status: 429, text: 'Too Many Requests' },
  '451': { status: 451, text: 'Unavailable For Headless Browser' },
} as const;

type EmailContext = Context<{ Bindings: HttpBindings }>;

/** `POST /api/v1.0/email/send`: puts the e-mail in the inbox, or refuses it as EmailJS would. */
export function sendEmail(inbox: Inbox, settings: Settings<EmailSettings>) {
  const refuse = (context: EmailContext, status: 400 | 403 | 429 | 451, text: string) => {
    inbox.countFailure();
    return context.text(text, status);
  };

  return async (context: EmailContext): Promise<Response> => {
    const { sending } = settings.read();
    if (sending === 'hangs-up') {
      inbox.countFailure();
      context.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (sending !== 'works') {
      return refuse(context, refusals[sending].status, refusals[sending].text);
    }

    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = message.safeParse(body ?? {});
    if (!parsed.success) {
      return refuse(context, 400, parsed.error.issues[0]?.message ?? 'Bad request');
    }
    const { accessToken, template_params: templateParams } = parsed.data;
    // Browsers say where they come from; a server has to show the private key instead.
    if (!accessToken && context.req.header('origin') === undefined) {
      return refuse(context, 403, NOT_A_BROWSER);
    }
    inbox.receive(templateParams ?? {});
    return context.text('OK');
  };
}
