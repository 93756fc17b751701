import { expect, onTestFinished, test, vi } from 'vitest';
import { buildIfNeeded } from '../harness/build.ts';
import { createHistory } from './history.ts';
import { place, readOnePoint } from './last-point.ts';
import { startWorld } from './world.ts';

/** No job looks at orders while the test runs. */
const NO_JOBS_SECONDS = 3_600;
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

const UNKNOWN = '0b8f6c1e-5f0c-4a53-9d1b-3f6d3c6f0a11';

test('kills armed at the same time happen once each, each at its own call and order', async () => {
  buildIfNeeded();
  const settings = { database: 'sqlite', servers: 1, mutation: undefined } as const;
  const world = await startWorld(
    { ...settings, reconcileSeconds: NO_JOBS_SECONDS },
    createHistory(),
  );
  onTestFinished(world.stop);
  const [server] = world.servers;
  if (!server) throw new Error('There is no server.');
  const { body } = await readOnePoint(world);
  const order = async () =>
    place(server.origin, { token: await world.nextToken(), body, caller: '203.0.113.7' });

  const later = await server.kill('payments.openCheckout start');
  const first = await server.kill('orders.add end');
  const ofAnother = await server.kill('orders.add end', UNKNOWN);
  const kills = () => [first, later, ofAnother].map((kill) => kill.hasHappened());

  expect((await order()).status).toBe(0);
  await vi.waitUntil(() => first.hasHappened(), WAIT_OPTIONS);
  expect(kills()).toEqual([true, false, false]);

  await vi.waitUntil(() => server.isUp(), WAIT_OPTIONS);
  expect((await order()).status).toBe(0);
  await vi.waitUntil(() => later.hasHappened(), WAIT_OPTIONS);
  expect(kills()).toEqual([true, true, false]);

  await vi.waitUntil(() => server.isUp(), WAIT_OPTIONS);
  expect((await order()).status).toBe(201);
  expect(kills()).toEqual([true, true, false]);
});
