/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildIfNeeded } from '../harness/build.ts';
import { createShopClient } from '../harness/shop-client.ts';
import { createHistory } from './history.ts';
import { startWorld } from './world.ts';

/** No job looks at orders while the test runs. */
const NO_JOBS_SECONDS = 3_600;
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

test('kills armed at the same time happen once each, each at its own step', async () => {
  buildIfNeeded();
  const settings = { database: 'sqlite', servers: 1, reconcileSeconds: NO_JOBS_SECONDS } as const;
  const world = await startWorld(settings, createHistory());
  onTestFinished(world.stop);
  const [server] = world.servers;
  if (!server) throw new Error('There is no server.');
  const { catalogue, nextToken, kills } = world;
  const [offer] = catalogue.offers;
  const [day] = catalogue.days;
  if (!offer || !day) throw new Error('There is nothing to order.');
  const customer = { name: 'Ada', email: 'ada@example.org', phone: '020 7946 0123' };
  const body = { ...customer, items: [{ ...offer.item, message: '', day }] };
  const client = createShopClient({ origin: () => server.origin, nextToken });
  const order = async (id: string = randomUUID()) => ({ id, ...(await client.place(id, body)) });

  /** The server counts as up until its end is noticed. */
  const untilRestarted = async () => {
    await vi.waitUntil(() => !server.isUp(), WAIT_OPTIONS);
    await vi.waitUntil(() => server.isUp(), WAIT_OPTIONS);
  };

  const later = kills.arm('payments.openCheckout start');
  const first = kills.arm('orders.add end');
  const disarmed = kills.arm('orders.add end');
  disarmed.disarm();
  const killed = () => [first, later, disarmed].map((kill) => kill.killed());

  const one = await order();
  expect(one.kind).toBe('lost');
  expect(killed()).toEqual([one.id, undefined, undefined]);

  await untilRestarted();
  const other = await order();
  expect(other.kind).toBe('lost');
  expect(killed()).toEqual([one.id, other.id, undefined]);

  await untilRestarted();
  expect((await order()).kind).toBe('checkout');
});
