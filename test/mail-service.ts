import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createEmailJsMailer } from '#server/emails/emailjs.ts';
import type { Email as ShopEmail } from '#server/emails/mailer.ts';
import type { TestDatabase } from './both-databases.ts';

const Sent = z.object({
  template_params: z.object({
    order_id: z.string().optional(),
    /** Only in e-mails to the cafe. */
    orderText: z.string().default(''),
    to_email: z.string().optional(),
    subject: z.string(),
    text: z.string().optional(),
    reply_to: z.string().optional(),
    /** A data URL. */
    calendar: z.string().default(''),
  }),
});
type Email = z.infer<typeof Sent>['template_params'];

/** What the shop sends to the cafe. */
export const toCafe: ShopEmail = {
  orderId: '8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
  messageId: 'order-8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
  to: 'cafe',
  subject: 'Sat 28 Nov · Berry Drip Cake 8 in · Zoë',
  text: '1. Berry Drip Cake\n   Message on cake: <b>Ada</b> & Zoë 🎂',
  replyTo: 'ada@example.org',
};

/** What the shop sends to the customer. */
export const toCustomer: ShopEmail = {
  ...toCafe,
  to: { address: 'ada@example.org' },
  html: '<p>Berry Drip Cake</p>',
  replyTo: 'hello@cafe.example',
  calendar: { name: 'collection.ics', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
};

/** Handles an e-mail. EmailJS responds with `OK`. */
export type Responder = (
  response: ServerResponse,
  email: Email,
  request: IncomingMessage,
) => unknown;

const accept: Responder = (response) => response.end('OK');

/** An e-mail service that a test controls, and the shop's mailer for it. */
export async function openMailService() {
  const service = { emails: [] as Email[], respond: accept };
  const server = createServer(async (request, response) => {
    const email = Sent.parse(JSON.parse(await text(request))).template_params;
    service.emails.push(email);
    await service.respond(response, email, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const origin = `http://127.0.0.1:${port}`;
  const mailer = createEmailJsMailer({
    origin,
    serviceId: 'service',
    templateId: 'template',
    customerTemplateId: 'customer',
    publicKey: 'public',
    privateKey: 'private',
  });
  return { origin, mailer, service };
}

type MailService = Awaited<ReturnType<typeof openMailService>>['service'];

/** Delivers while the database loses the table of e-mails after the service has accepted one, and then has it again. */
export async function loseTableAfterAccepting(
  { run, dump }: TestDatabase,
  service: MailService,
  deliver: () => Promise<unknown>,
): Promise<void> {
  const { respond } = service;
  const hidden = Promise.withResolvers<void>();
  service.respond = async (...sent) => {
    await run('alter table emails rename to hidden');
    hidden.resolve();
    respond(...sent);
  };
  const round = deliver();
  await hidden.promise;
  // Reads every table, one after the other: the first try to record it has failed by then.
  await dump();
  await run('alter table hidden rename to emails');
  await round;
}
