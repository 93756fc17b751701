import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { at, NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { practicePayments } from '#test/shop-on.ts';
import { postPractice } from '../../harness/practice-services.ts';

const USUAL = { api: 'normal', payment_methods: 'enabled' };
/** What Stripe does with the request for a session. */
const ACCOUNTS = [
  ['opens it', USUAL],
  ['stores a 400', { ...USUAL, payment_methods: 'none' }],
  ['stores a 500', { ...USUAL, api: 'down' }],
  ['opens it and stores a 500', { ...USUAL, api: 'error-after' }],
] as const;
const NETWORKS = ['intact', 'response lost'] as const;
type Network = (typeof NETWORKS)[number];

const faults = ACCOUNTS.flatMap(([what, settings]) =>
  NETWORKS.map((network) => ({ name: `${what}, ${network}`, settings, network })),
);

/** A practice Stripe behind a network that loses what is sent to open a checkout, and two servers. */
async function open() {
  const practice = await startPracticeStripe({
    port: 0,
    publicHost: '127.0.0.1',
    now: () => new Date(NOON),
  });
  onTestFinished(() => practice.close());
  let network: Network = 'intact';

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const isOpening = request.method === 'POST' && request.url === '/v1/checkout/sessions';
    const answer = await fetch(`${practice.origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['connection', 'content-length', 'host'].includes(name)
          ? [[name, value] satisfies [string, string]]
          : [],
      ),
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    // The SDK would send the request again after half a second if the connection were closed instead.
    if (isOpening && network === 'response lost') return void response.writeHead(502).end();
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  }
  const proxy = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = z.object({ port: z.number() }).parse(proxy.address());
  const servers = [1, 2].map(() => practicePayments(`http://127.0.0.1:${port}`));
  const [first] = servers;
  const size = { lookupKey: 'victoria-8', name: 'Victoria Sponge, 8 inches', price: 4800 };
  const { stripePriceId: api = '' } = (await first?.addPrice(size)) ?? {};
  return {
    stripe: practiceStripe(practice.origin),
    /** Lets servers open the checkout of an order at the same time. @returns the sessions' ids or reasons. */
    attempt: (order: ReturnType<typeof orderFor>, on = servers) =>
      Promise.all(
        on.map(async (payments) => {
          try {
            const { checkoutId, url } = await payments.openCheckout(order);
            expect(sessionOf(url)).toBe(checkoutId);
            return checkoutId;
          } catch (error) {
            if (!(error instanceof PaymentsUnavailable)) throw error;
            return error.reason;
          }
        }),
      ),
    servers,
    order: () => orderFor(api),
    async set(fault: { settings: object; network: Network }) {
      network = fault.network;
      await postPractice(practice.origin, 'settings', fault.settings);
    },
  };
}

function orderFor(api: string) {
  return sampleOrder({ items: [sampleItem({ api })], total: 4800, payBy: at(3600) });
}

const MENDED = { settings: USUAL, network: 'intact' } as const;

test.each(faults)(
  'when Stripe $name, and then anything else: at most one checkout, and it opens in the end',
  async (fault) => {
    const { stripe, attempt, servers, order: newOrder, set } = await open();
    for (const [later, next] of faults.entries()) {
      const order = newOrder();
      await set(fault);
      await attempt(order, later % 2 ? servers : servers.slice(0, 1));
      await set(next);
      await attempt(order);
      await attempt(order, servers.slice(1));

      await set(MENDED);
      const [one, other] = await attempt(order);
      const [again] = await attempt(order);
      expect(one, `then ${next.name}`).toMatch(/^cs_test_/);
      expect([other, again]).toEqual([one, one]);
      const sessions = await stripe.openSessions();
      expect(sessions.map(({ id }) => id).filter((id) => id !== one)).toEqual([]);
      await servers[0]?.expireCheckout({ ...order, checkoutId: one ?? '' });
    }
  },
);

test('a checkout is paid in pounds, whatever the customer’s currency', async () => {
  const { stripe, attempt, servers, order } = await open();
  const [id = ''] = await attempt(order(), servers.slice(0, 1));
  expect(await stripe.session(id)).toMatchObject({
    adaptive_pricing: { enabled: false },
    currency: 'gbp',
  });
});

test('an order opens after any number of stored refusals', async () => {
  const { attempt, servers, order: newOrder, set } = await open();
  const order = newOrder();
  await set({ ...MENDED, settings: { ...USUAL, payment_methods: 'none' } });
  for (let attempts = 0; attempts < 15; attempts += 1) {
    expect(await attempt(order, servers.slice(attempts % 2, (attempts % 2) + 1))).toEqual([
      'refused',
    ]);
  }
  await set(MENDED);
  expect(await attempt(order)).toEqual([
    expect.stringMatching(/^cs_test_/),
    expect.stringMatching(/^cs_test_/),
  ]);
});
