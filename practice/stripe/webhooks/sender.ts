import { createHmac } from 'node:crypto';
import { ALL } from '../../store.ts';
import { type Account, unixTime } from '../account.ts';
import type { DeliveryRecord } from '../records.ts';

export type WebhookEndpoint = { url: string; secret: string };

export type Sender = {
  /** Sends the due deliveries of one event and waits for the result of each attempt. */
  send(event: string): Promise<void>;
  sendDue(): Promise<void>;
  /** Aborts running attempts, which stay pending until the next start. */
  close(): Promise<void>;
};

const TIMEOUT_MS = 10_000;
const MAX_RETRY_DELAY_MS = 60_000;
const GIVE_UP_AFTER_MS = 60 * 60_000;

/** Delivers events and retries until the shop answers 2xx. Without an endpoint it sends nothing. */
export function createSender(account: Account, endpoint: WebhookEndpoint | undefined): Sender {
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();

  const due = () =>
    account.deliveries.list({
      where: [
        { field: 'status', is: 'pending' },
        { field: 'due', atMost: account.now().getTime() },
      ],
      limit: ALL,
    });
  const dueOf = (event: string) => due().filter((delivery) => delivery.event === event);

  async function sendAll(deliveries: DeliveryRecord[]): Promise<void> {
    if (endpoint === undefined || closing.signal.aborted) return;
    await Promise.all(deliveries.map((delivery) => sendOnce(delivery, endpoint)));
  }

  /** Callers that ask for a delivery during an attempt share that attempt. */
  function sendOnce(delivery: DeliveryRecord, to: WebhookEndpoint): Promise<void> {
    const attempt =
      running.get(delivery.id) ??
      attemptDelivery(delivery, to).finally(() => running.delete(delivery.id));
    running.set(delivery.id, attempt);
    return attempt;
  }

  async function attemptDelivery(delivery: DeliveryRecord, to: WebhookEndpoint): Promise<void> {
    const event = account.events.find(delivery.event);
    if (event === undefined) return;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const signature = signatureHeader(event.payload, to.secret, unixTime(account.now()));
    const outcome = await post(to.url, event.payload, signature, signal);
    if (closing.signal.aborted) return;
    account.deliveries.replace(afterAttempt(delivery, outcome, account.now().getTime()));
  }

  return {
    send: (event) => sendAll(dueOf(event)),
    sendDue: () => sendAll(due()),
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

type Outcome = { accepted: boolean; result: string };

async function post(
  url: string,
  payload: string,
  signature: string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      // Stripe counts a redirect as a failure.
      redirect: 'manual',
      signal,
    });
    await response.arrayBuffer();
    return { accepted: response.ok, result: String(response.status) };
  } catch (error) {
    return { accepted: false, result: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  // fetch puts the reason into the cause of a "fetch failed".
  return error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : error.message;
}

function afterAttempt(
  delivery: DeliveryRecord,
  { accepted, result }: Outcome,
  now: number,
): DeliveryRecord {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, last_result: result };
  if (accepted) return { ...tried, status: 'delivered' };
  if (now - delivery.created >= GIVE_UP_AFTER_MS) return { ...tried, status: 'given-up' };
  return { ...tried, due: now + Math.min(1_000 * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS) };
}

/** The `Stripe-Signature` header for the exact bytes that are sent. */
function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
