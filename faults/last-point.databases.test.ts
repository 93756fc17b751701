import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { heldUntil } from '#domain/capacity/capacity.ts';
import { openTokens } from '../bench/tokens.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { queryDatabase } from '../test/query-database.ts';
import { createHistory } from './history.ts';
import {
  hasOneWinner,
  type OnePoint,
  place,
  race,
  readOnePoint,
  setCapacity,
} from './last-point.ts';
import { startWorld, type World } from './world.ts';

const ROUNDS = 2;
/** No job looks at orders while the tests run. */
const NO_JOBS_SECONDS = 3_600;
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const Held = z.tuple([z.object({ state: z.string(), placed_at: z.string(), pay_by: z.string() })]);
const holdOf = (id: string) => `select state, placed_at, pay_by from orders where id = '${id}'`;

describe.each([
  { name: 'SQLite', database: 'sqlite' as const, servers: 1 },
  { name: 'PostgreSQL', database: 'postgres' as const, servers: 2 },
])('the last point of a day, over HTTP at $servers server(s) on $name', ({ database, servers }) => {
  let world: World;
  let order: OnePoint;
  let capacity = 1;

  const orderAt = ({ origin }: { origin: string }, token: string) =>
    place(origin, { token, body: order.body, caller: '203.0.113.7' });

  beforeAll(async () => {
    buildIfNeeded();
    const settings = { database, servers, mutation: undefined, points: 1 };
    world = await startWorld({ ...settings, reconcileSeconds: NO_JOBS_SECONDS }, createHistory());
    order = await readOnePoint(world);
    return () => world.stop();
  });

  test('goes to exactly one of 40 shoppers', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await race(world, order, capacity++)).toSatisfy(hasOneWinner);
    }
  });

  test('is free by the clock after its server is killed between hold and checkout', async () => {
    const { where, nextToken } = world;
    const [server] = world.servers;
    if (!server) throw new Error('There is no server.');
    await setCapacity(where, order.day, capacity);
    const last = world.servers.at(-1) ?? server;

    await server.kill('payments.openCheckout start');
    const killed = await orderAt(server, await nextToken());
    expect(killed.status).toBe(0);
    await vi.waitUntil(() => !server.isUp(), WAIT_OPTIONS);
    await vi.waitUntil(() => server.isUp(), WAIT_OPTIONS);
    const second = await orderAt(last, await nextToken());
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('"left":0')]);

    const [held] = Held.parse(await queryDatabase(where, holdOf(killed.id)));
    const heldMs = Date.parse(heldUntil(held.pay_by)) - Date.parse(held.placed_at);
    for (const each of world.servers) each.send({ do: 'shift-clock', byMs: heldMs + 1_000 });
    // A token of the new time.
    const laterToken = await openTokens(last.origin, where);
    expect(Held.parse(await queryDatabase(where, holdOf(killed.id)))).toEqual([held]);
    expect(held.state).toBe('placed');
    const third = await orderAt(last, await laterToken());
    expect([third.status, third.text]).toEqual([201, expect.any(String)]);
  });
});
