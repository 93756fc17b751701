import type { Account } from '../account.ts';
import { unixTime } from '../identifiers.ts';
import type { Delivery } from './event-log.ts';
import { signatureHeader } from './signature.ts';

export type WebhookEndpoint = { url: string; secret: string };

export type Sender = {
  /** Sends what is due of one event and resolves when every attempt has an outcome. */
  send(event: string): Promise<void>;
  /** Sends whatever is due. */
  sendDue(): Promise<void>;
  /** Breaks off what is under way; it stays pending and is sent after the next start. */
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
const GIVE_UP_AFTER_MS = 60 * 60_000;

/** Tells the shop what happened, again and again until it answers 2xx. Without an endpoint nothing is sent. */
export function createSender(account: Account, endpoint: WebhookEndpoint | undefined): Sender {
  const closing = new AbortController();
  const underWay = new Map<number, Promise<void>>();

  async function sendAll(deliveries: Delivery[], to: WebhookEndpoint): Promise<void> {
    await Promise.all(deliveries.map((delivery) => sendOnce(delivery, to)));
  }

  /** One attempt at a time for each delivery, whoever asks. */
  function sendOnce(delivery: Delivery, to: WebhookEndpoint): Promise<void> {
    const running = underWay.get(delivery.id);
    if (running !== undefined) return running;
    const attempt = attemptDelivery(delivery, to).finally(() => underWay.delete(delivery.id));
    underWay.set(delivery.id, attempt);
    return attempt;
  }

  async function attemptDelivery(delivery: Delivery, to: WebhookEndpoint): Promise<void> {
    const event = account.events.events.find(delivery.event);
    if (event === undefined) return;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const signature = signatureHeader(event.payload, to.secret, unixTime(account.now()));
    const outcome = await post(to.url, event.payload, signature, signal);
    if (closing.signal.aborted) return;
    account.events.update(afterAttempt(delivery, outcome, account.now().getTime()));
  }

  async function sendPending(belongs: (delivery: Delivery) => boolean): Promise<void> {
    if (endpoint === undefined || closing.signal.aborted) return;
    await sendAll(account.events.due(account.now().getTime()).filter(belongs), endpoint);
  }

  return {
    send: (event) => sendPending((delivery) => delivery.event === event),
    sendDue: () => sendPending(() => true),
    async close() {
      closing.abort();
      await Promise.all(underWay.values());
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
      // To Stripe a redirect is a failure like any other that is not 2xx.
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
  // fetch only says "fetch failed"; what happened is in the cause.
  return error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : error.message;
}

function afterAttempt(delivery: Delivery, { accepted, result }: Outcome, now: number): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, last_result: result };
  if (accepted) return { ...tried, status: 'delivered' };
  if (now - delivery.created >= GIVE_UP_AFTER_MS) return { ...tried, status: 'given-up' };
  return { ...tried, due: now + Math.min(1_000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS) };
}
