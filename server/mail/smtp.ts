import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from '#domain/orders/order-ports.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  url: string;
  from: string;
  to: string;
}

/** For the whole SMTP session: the server closes within 25 seconds, this included (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** Hosts that are reached without a network, where TLS is not required. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Sends plain text over SMTP. The Message-ID is the order's id, so that mail clients recognise a second
 * copy.
 */
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
          // An object, so that its text cannot add an address or a header.
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

/** `smtp 550` if the server answered, otherwise nodemailer's code such as `smtp ESOCKET`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'smtp unknown';
  if ('responseCode' in error && error.responseCode) return `smtp ${error.responseCode}`;
  return `smtp ${'code' in error && error.code ? error.code : error.name}`;
}
