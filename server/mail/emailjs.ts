import type { Delivery, Mailer } from '#domain/orders/order-ports.ts';

export interface EmailJsSettings {
  origin: string;
  serviceId: string;
  templateId: string;
  publicKey: string;
  privateKey: string;
}

/** The shop closes within 25 seconds, an e-mail under way included (server/main.ts). */
const TIMEOUT_MS = 15_000;
/** What EmailJS answers when it has accepted an e-mail. A maintenance page is another text. */
const ACCEPTED = 'OK';
const MOST_BYTES = 1_024;

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
          // The page that a redirect leads to has not accepted anything.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (response.status !== 200) {
          await response.body?.cancel();
          return { ok: false, reason: `status ${response.status}` };
        }
        const body = await readShort(response);
        return body?.trim() === ACCEPTED ? { ok: true } : { ok: false, reason: 'unexpected body' };
      } catch (error) {
        // The service never answered: its own SDKs call that status 0 (spec §8).
        return { ok: false, reason: `status 0: ${networkCode(error)}` };
      }
    },
  };
}

/** @returns the text of an answer, or undefined when there is more than `MOST_BYTES` of it. */
async function readShort({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  // Leaving the loop early cancels the rest.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > MOST_BYTES) return undefined;
  }
  return text;
}

/** `ECONNREFUSED`, `TimeoutError` and the like; a message may hold more than that. */
function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name;
}
