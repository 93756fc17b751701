import { deliverableAddress } from '#domain/orders/email-address.ts';
import type { Delivery, Email, Mailer } from './mailer.ts';

interface EmailJsSettings {
  origin: string;
  serviceId: string;
  /** Of e-mails to the cafe; its recipient is part of the template. */
  templateId: string;
  /** Of e-mails to customers and to people who work at the cafe. */
  customerTemplateId: string;
  publicKey: string;
  privateKey: string;
}

/** The server closes within 25 seconds, including an e-mail in progress (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** EmailJS's body for an accepted e-mail; a maintenance page has another. */
const ACCEPTED = 'OK';
/** With a 422. Others are about the template, such as "The recipients address is empty". */
const RECIPIENT_REJECTED = /recipients address is corrupted/i;

/**
 * Sends through EmailJS's REST API: its Node SDK has a fixed host, so it cannot reach the practice
 * service.
 */
export function createEmailJsMailer(settings: EmailJsSettings): Mailer {
  return {
    async send(email): Promise<Delivery> {
      try {
        const response = await fetch(`${settings.origin}/api/v1.0/email/send`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            service_id: settings.serviceId,
            template_id: email.to === 'cafe' ? settings.templateId : settings.customerTemplateId,
            user_id: settings.publicKey,
            accessToken: settings.privateKey,
            template_params: templateParams(email),
          }),
          // A redirect's target has not accepted the e-mail.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (response.status !== 200) {
          return {
            ok: false,
            reason: `status ${response.status}`,
            ...((await rejectsRecipient(response)) && { isRecipientRejected: true }),
          };
        }
        const body = await response.text();
        return body.trim() === ACCEPTED ? { ok: true } : { ok: false, reason: 'unexpected body' };
      } catch (error) {
        // No response: EmailJS's SDKs call that status 0 (spec §8).
        return { ok: false, reason: `status 0: ${networkCode(error)}` };
      }
    },
  };
}

/** The cafe's template shows `orderText` (spec §7), the customers' has `html` and the attachment `calendar`. */
function templateParams({ orderId, to, subject, text, html, replyTo, calendar }: Email) {
  const shared = { order_id: orderId, subject, reply_to: replyTo && encoded(replyTo) };
  if (to === 'cafe') return { ...shared, orderText: text };
  return {
    ...shared,
    to_email: encoded(to.address),
    text,
    html,
    calendar:
      calendar &&
      `data:text/calendar;base64,${Buffer.from(calendar.content, 'utf8').toString('base64')}`,
    calendar_name: calendar?.name,
  };
}

function encoded(address: string): string {
  return deliverableAddress(address) ?? address;
}

/** Reads or ends the body. */
async function rejectsRecipient(response: Response): Promise<boolean> {
  if (response.status === 422) return RECIPIENT_REJECTED.test(await response.text());
  await response.body?.cancel();
  return false;
}

/** A code such as `ECONNREFUSED` or `TimeoutError`: messages may contain personal data. */
function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name;
}
