import type { Delivery, Mailer } from '#domain/ports.ts';

export interface EmailJsSettings {
  origin: string;
  serviceId: string;
  templateId: string;
  publicKey: string;
  privateKey: string;
}

const TIMEOUT_MS = 20_000;

/** EmailJS over its REST call: its Node SDK knows one host only, this one takes the practice one too. */
export function createEmailJsMailer(settings: EmailJsSettings): Mailer {
  return {
    async send({ orderId, orderText, replyTo }): Promise<Delivery> {
      try {
        const response = await fetch(`${settings.origin}/api/v1.0/email/send`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            service_id: settings.serviceId,
            template_id: settings.templateId,
            user_id: settings.publicKey,
            accessToken: settings.privateKey,
            template_params: { orderText, order_id: orderId, reply_to: replyTo },
          }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (response.ok) return { ok: true };
        return { ok: false, reason: `status ${response.status}: ${await response.text()}` };
      } catch (error) {
        // The service never answered: its own SDKs call that status 0 (spec §8).
        return { ok: false, reason: `status 0: ${networkReason(error)}` };
      }
    },
  };
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
