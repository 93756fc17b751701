import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createEmailJsMailer } from '#server/emails/emailjs.ts';

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
