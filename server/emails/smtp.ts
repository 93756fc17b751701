import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from './mailer.ts';

interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  url: string;
  from: { name: string; address: string };
  /** The cafe's address. */
  to: string;
}

/** For the whole SMTP session: the server closes within 25 seconds, this included (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** The address does not exist, is mistyped, has moved or takes no e-mail (RFC 3463). */
const BAD_ADDRESS = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)\b/;
const ENHANCED_CODE = /^5\d\d[ -]5\.\d+\.\d+/;
/** From servers without enhanced codes (RFC 5321). */
const UNKNOWN_MAILBOX = /^55[013]\b/;
/** Servers answer RCPT TO also with what is wrong with the cafe's account, host or address. */
const ABOUT_THE_CAFE = /relay|sender|client|host|block|auth|spam|policy|permitted|denied/i;
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
          to: to === 'cafe' ? cafe : { name: '', address: to.address },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(calendar && {
            attachments: [
              {
                filename: calendar.name,
                content: calendar.content,
                contentType: `text/calendar; charset=utf-8${methodOf(calendar.content)}`,
              },
            ],
          }),
          messageId: `<${messageId}@${from.address.split('@')[1]}>`,
          // RFC 3834: no program is to answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
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

/** The header names the file's own method, if it has one (RFC 5545, section 3.7.2). */
function methodOf(calendar: string): string {
  const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? [];
  return method ? `; method=${method}` : '';
}

function failure(error: unknown): Delivery {
  const isRecipientRejected =
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    // MAIL FROM and DATA have the same code: their rejection is about the sender or the account.
    'command' in error &&
    error.command === 'RCPT TO' &&
    'response' in error &&
    isAboutRecipient(String(error.response));
  return {
    ok: false,
    reason: reasonOf(error),
    ...(isRecipientRejected && { isRecipientRejected }),
  };
}

/** Whether no repetition can reach the address. In doubt the e-mail is sent again. */
function isAboutRecipient(response: string): boolean {
  if (ENHANCED_CODE.test(response)) return BAD_ADDRESS.test(response);
  return UNKNOWN_MAILBOX.test(response) && !ABOUT_THE_CAFE.test(response);
}

/** `smtp 550` if the server answered, otherwise nodemailer's code such as `smtp ESOCKET`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'smtp unknown';
  if ('responseCode' in error && error.responseCode) return `smtp ${error.responseCode}`;
  return `smtp ${'code' in error && error.code ? error.code : error.name}`;
}
