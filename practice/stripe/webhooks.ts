import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../settings.ts';
import { newId, type StripeEvent, type StripeSettings, unixTime } from './account.ts';

export type WebhookEndpoint = { url: string; secret: string };

interface SenderOptions {
  /** Without it nothing is sent. */
  endpoint: WebhookEndpoint | undefined;
  settings: Settings<StripeSettings>;
  now: () => Date;
}

const API_VERSION = '2026-10-28.endive';
const THIRD_COPY_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const TIMEOUT_MS = 10_000;

export type Sender = ReturnType<typeof createSender>;

/** Events are kept in memory: a shop finds what it has not heard of by asking. */
export function createSender({ endpoint, settings, now }: SenderOptions) {
  const closing = new AbortController();
  const trying = new Set<Promise<unknown>>();

  const later = (ms: number, work: () => unknown) =>
    void pause(ms, undefined, { ref: false, signal: closing.signal }).then(work, () => {});

  async function deliver(to: WebhookEndpoint, payload: string, retryMs = FIRST_RETRY_MS) {
    const attempt = post(to, payload, unixTime(now()), closing.signal);
    trying.add(attempt);
    const result = await attempt;
    trying.delete(attempt);
    const next = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    if (!/^2\d\d$/.test(result)) later(retryMs, () => deliver(to, payload, next));
    return result;
  }

  /** Sends an event until the shop answers 2xx. @returns the result of the first try. */
  async function send(event: StripeEvent): Promise<string | undefined> {
    const { webhooks } = settings.read();
    if (endpoint === undefined || webhooks === 'never') return undefined;
    const payload = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: unixTime(now()),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      ...event,
    });
    if (webhooks === 'normal') return deliver(endpoint, payload);
    // Two copies race; the third arrives after the customer is back at the shop.
    later(THIRD_COPY_MS, () => deliver(endpoint, payload));
    const [first] = await Promise.all([deliver(endpoint, payload), deliver(endpoint, payload)]);
    return first;
  }

  return {
    send,
    /** Resolves when no attempt is running. */
    async idle(): Promise<void> {
      await Promise.all(trying);
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(trying);
    },
  };
}

/** @returns the status of the response, or why there was none. */
async function post(
  { url, secret }: WebhookEndpoint,
  payload: string,
  timestamp: number,
  closing: AbortSignal,
): Promise<string> {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${timestamp},v1=${signature}`,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      // Stripe counts a redirect as a failure.
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return String(error);
  }
}
