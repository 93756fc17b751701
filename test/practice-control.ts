import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { sdkFor } from './practice-stripe.ts';

const Sessions = z.array(
  z.object({ id: z.string(), status: z.string(), payment_status: z.string() }),
);
const Event = z.object({ deliveries: z.array(z.object({ last_result: z.string().nullable() })) });

interface LinkPayment {
  amount: number;
  currency: string;
  client_reference_id: string;
  metadata?: Record<string, string>;
}

/** What happens at the practice Stripe without the shop. Checkouts are named by their address. */
export function practiceStripe(origin: string) {
  const sdk = sdkFor(Number(new URL(origin).port));

  async function post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${origin}/practice${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  }

  async function sessions() {
    return Sessions.parse(await (await fetch(`${origin}/practice/sessions`)).json());
  }

  const path = (checkoutUrl: string) => `/sessions/${sessionOf(checkoutUrl)}`;

  return {
    /** Somebody pays a payment link of the same account, which lets them choose the reference. */
    payByLink: (payment: LinkPayment) => post('/foreign-sessions', payment),
    forget: (checkoutUrl: string) => post(`${path(checkoutUrl)}/forget`, {}),
    alwaysFail: (checkoutUrl: string) =>
      post(`${path(checkoutUrl)}/trouble`, { trouble: 'error-500' }),
    status: async (checkoutUrl: string) =>
      (await sessions()).find(({ id }) => id === sessionOf(checkoutUrl))?.status,
    openSessions: async () => (await sessions()).filter(({ status }) => status === 'open'),
    /** Completes the checkout with a method whose money comes days later, if at all. */
    async payByBank(checkoutUrl: string) {
      const form = { email: 'ada@example.org', name: 'Ada Lovelace', method: 'bacs_debit' };
      const answer = await fetch(checkoutUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
      });
      await answer.arrayBuffer();
      if (answer.status !== 303) throw new Error(`The card page answered ${answer.status}.`);
    },
    bankAnswers: (checkoutUrl: string, status: 'succeeded' | 'failed') =>
      post(`${path(checkoutUrl)}/bank-debit`, { status }),
    refund: (checkoutUrl: string, body: { amount?: number }) =>
      post(`${path(checkoutUrl)}/refund`, body),
    async dispute(checkoutUrl: string) {
      return z.object({ id: z.string() }).parse(await post(`${path(checkoutUrl)}/dispute`, {})).id;
    },
    closeDispute: (id: string, status: 'won' | 'lost') => post(`/disputes/${id}/close`, { status }),
    metadata: async (checkoutUrl: string) =>
      (await sdk.checkout.sessions.retrieve(sessionOf(checkoutUrl))).metadata ?? {},
    setMetadata: (checkoutUrl: string, metadata: Record<string, string>) =>
      sdk.checkout.sessions.update(sessionOf(checkoutUrl), { metadata }),
    /** @returns with which status the shop answers a signed event about this checkout. */
    async sendEvent(checkoutUrl: string, type: string): Promise<number> {
      const object = { id: sessionOf(checkoutUrl), object: 'checkout.session' };
      const event = { id: `evt_${randomUUID()}`, object: 'event', type, data: { object } };
      const { deliveries } = Event.parse(await post('/events', event));
      return Number(deliveries.at(-1)?.last_result);
    },
  };
}

export function sessionOf(checkoutUrl: string): string {
  return new URL(checkoutUrl, 'http://shop.test').pathname.split('/').at(-1) ?? '';
}
