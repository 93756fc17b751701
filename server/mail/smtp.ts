import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from '#domain/orders/order-ports.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  url: string;
  from: string;
  to: string;
}

/** For the whole conversation: the shop closes within 25 seconds, this included (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** Where a connection without TLS passes no network. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Plain text over SMTP. The order's id makes the Message-ID: a second copy is known for one. */
export function createSmtpMailer({ url, from, to }: SmtpSettings): Mailer {
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !LOOPBACK.test(hostname),
  });
  return {
    async send({ orderId, orderText, replyTo }): Promise<Delivery> {
      try {
        const { accepted, rejected, rejectedErrors } = await transport.sendMail({
          from,
          to,
          // An object, not text, so that nothing in it can become a second address or header.
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject: `New order ${orderId}`,
          text: orderText,
          messageId: `<order-${orderId}@${from.split('@')[1]}>`,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (rejected.length === 0 && accepted.length > 0) return { ok: true };
        return { ok: false, reason: reasonOf(rejectedErrors?.[0]) };
      } catch (error) {
        return { ok: false, reason: reasonOf(error) };
      }
    },
  };
}

/** `smtp 550` where the server has answered, else nodemailer's code: `smtp ESOCKET`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'smtp unknown';
  if ('responseCode' in error && error.responseCode) return `smtp ${error.responseCode}`;
  return `smtp ${'code' in error && error.code ? error.code : error.name}`;
}
