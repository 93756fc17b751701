import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from '#domain/ports.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS where the server offers it. */
  url: string;
  from: string;
  to: string;
}

const TIMEOUT_MS = 20_000;

/** Plain text over SMTP. The order's id makes the Message-ID: a second copy is known for one. */
export function createSmtpMailer({ url, from, to }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ orderId, orderText, replyTo }): Promise<Delivery> {
      try {
        await transport.sendMail({
          from,
          to,
          // An object, not text, so that nothing in it can become a second address or header.
          replyTo: { name: '', address: replyTo },
          subject: `New order ${orderId}`,
          text: orderText,
          messageId: `<order-${orderId}@${from.split('@')[1]}>`,
        });
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
