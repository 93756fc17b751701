import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from '#domain/emails/email-ports.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  url: string;
  from: string;
  /** The cafe's address. */
  to: string;
}

/** For the whole SMTP session: the server closes within 25 seconds, this included (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** Codes from here on say that a repetition will fail too (RFC 5321). */
const PERMANENT_FAILURE = 500;
/** Hosts that are reached without a network, where TLS is not required. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Sends over SMTP. */
export function createSmtpMailer({ url, from, to: cafe }: SmtpSettings): Mailer {
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !LOOPBACK.test(hostname),
  });
  return {
    async send({ messageId, to, subject, text, html, replyTo, calendar }): Promise<Delivery> {
      try {
        const { accepted, rejected, rejectedErrors } = await transport.sendMail({
          from,
          // Visitors' addresses are objects, so that their text cannot add an address or a header.
          to:
            to === 'cafe'
              ? cafe
              : { name: '', address: 'customer' in to ? to.customer : to.person },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(calendar && {
            attachments: [
              {
                filename: calendar.name,
                content: calendar.content,
                contentType: `text/calendar; charset=utf-8; method=${methodOf(calendar.content)}`,
              },
            ],
          }),
          messageId: `<${messageId}@${from.split('@')[1]}>`,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (rejected.length === 0 && accepted.length > 0) return { ok: true };
        return failure(rejectedErrors?.[0]);
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** The header must name the file's own method (RFC 6047, section 2.4). */
function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
}

function failure(error: unknown): Delivery {
  const isRecipientRejected =
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    // MAIL FROM and DATA have the same code: their rejection is about the sender or the account.
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    Number(error.responseCode) >= PERMANENT_FAILURE;
  return {
    ok: false,
    reason: reasonOf(error),
    ...(isRecipientRejected && { isRecipientRejected }),
  };
}

/** `smtp 550` if the server answered, otherwise nodemailer's code such as `smtp ESOCKET`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'smtp unknown';
  if ('responseCode' in error && error.responseCode) return `smtp ${error.responseCode}`;
  return `smtp ${'code' in error && error.code ? error.code : error.name}`;
}
