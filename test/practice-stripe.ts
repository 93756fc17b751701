import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type PracticeStripeOptions, startPracticeStripe } from '#practice/stripe/start.ts';
import { CARD_EXPIRY } from './card-page.ts';

const SECRET = 'whsec_test';

/** Records webhook events. Responds with the statuses in turn, then repeats the last one. */
type Receiver = {
  url: string;
  events: Stripe.Event[];
  attempts: number;
  statuses: number[];
};

/** Starts a practice Stripe for one test, with the real SDK and a webhook receiver. */
export async function openPracticeStripe(
  options: Omit<PracticeStripeOptions, 'port' | 'webhook'> = {},
) {
  const receiver = await openReceiver();
  const webhook = { url: receiver.url, secret: SECRET };
  const service = await startPracticeStripe({ ...options, port: 0, webhook });
  onTestFinished(() => service.close());
  return { service, receiver, stripe: sdkFor(service.port) };
}

/** The Stripe SDK with the shop’s options, connected to the practice service. */
export function sdkFor(port: number, maxNetworkRetries = 0): Stripe {
  return new Stripe('sk_test_practice', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries,
  });
}

/** Creates an open checkout for one cake at £56.00, with `changes` applied. */
export async function openCheckout(
  stripe: Stripe,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
  });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://shop.test/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/',
    customer_email: 'ada@example.com',
    ...changes,
  });
  return { session, url: z.string().parse(session.url) };
}

export const goodCard = {
  card_number: '4242 4242 4242 4242',
  expiry: CARD_EXPIRY,
  cvc: '123',
  name: 'Ada Lovelace',
};

/** Submits a form like a browser, without following redirects. */
export function submit(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

/** Pays a checkout by card. @returns the session with its payment. */
export async function payForCheckout(
  stripe: Stripe,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const { session, url } = await openCheckout(stripe, changes);
  await submit(url, goodCard);
  return paidSession.parse(
    await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }),
  );
}

const paidSession = z.looseObject({
  id: z.string(),
  payment_intent: z.looseObject({ id: z.string(), latest_charge: z.string() }),
});

async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', events: [], attempts: 0, statuses: [200] };
  const server = createServer(async (request, response) => {
    const payload = await text(request);
    const signature = z.string().parse(request.headers['stripe-signature']);
    const event = Stripe.webhooks.constructEvent(payload, signature, SECRET);
    const status = receiver.statuses[receiver.attempts] ?? receiver.statuses.at(-1) ?? 200;
    receiver.attempts += 1;
    if (status < 300) receiver.events.push(event);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  receiver.url = `http://127.0.0.1:${port}/webhooks/stripe`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
