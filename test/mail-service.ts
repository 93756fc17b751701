import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createEmailJsMailer } from '#server/mail/emailjs.ts';

const Sent = z.object({
  template_params: z.object({
    order_id: z.string(),
    orderText: z.string(),
    reply_to: z.string().optional(),
  }),
});
type Email = z.infer<typeof Sent>['template_params'];

/** What the service does with an e-mail; `OK` is what EmailJS answers. */
export type Answer = (response: ServerResponse, email: Email, request: IncomingMessage) => unknown;

const accept: Answer = (response) => response.end('OK');

/** An e-mail service that a test drives, and the shop's own mailer for it. */
export async function openMailService() {
  const service = { emails: [] as Email[], answer: accept };
  const server = createServer(async (request, response) => {
    const email = Sent.parse(JSON.parse(await text(request))).template_params;
    service.emails.push(email);
    await service.answer(response, email, request);
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
    publicKey: 'public',
    privateKey: 'private',
  });
  return { ...{ origin, mailer }, service };
}
