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

/** Events are kept in memory: a shop finds what it has not heard of by asking. */
export function createSender({ endpoint, settings, now }: SenderOptions) {
  const closing = new AbortController();
  const trying = new Set<Promise<unknown>>();

  const later = (ms: number, work: () => unknown) =>
    void pause(ms, undefined, { ref: false, signal: closing.signal }).then(work, () => {});

  async function deliver(to: WebhookEndpoint, payload: string, retryMs = FIRST_RETRY_MS) {
    const attempt = post(to, payload, unixTime(now()), closing.signal);
    trying.add(attempt);
    const isTaken = await attempt;
    trying.delete(attempt);
    const next = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    if (!isTaken) later(retryMs, () => deliver(to, payload, next));
  }

  /** Sends an event until the shop answers 2xx. */
  function send(event: StripeEvent): void {
    const { webhooks } = settings.read();
    if (endpoint === undefined || webhooks === 'never') return;
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
    void deliver(endpoint, payload);
    if (webhooks === 'normal') return;
    // Two copies race; the third arrives after the customer is back at the shop.
    void deliver(endpoint, payload);
    later(THIRD_COPY_MS, () => deliver(endpoint, payload));
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

/** @returns whether the response was 2xx. */
async function post(
  { url, secret }: WebhookEndpoint,
  payload: string,
  timestamp: number,
  closing: AbortSignal,
): Promise<boolean> {
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
    return response.ok;
  } catch {
    return false;
  }
}
