import { expect, test } from 'vitest';
import { limits } from '#server/http/limits.ts';
import { createLog } from '#server/log.ts';
import { freshPostgres } from '#test/both-databases.ts';
import { createRateLimiter } from './rate-limiter.ts';

const log = createLog('silent');
const ORDERS = 'orders of a caller';
const ALONE = 'pages of a caller';

/** Servers on one database, each with limits of so many orders. */
async function openServers(count: number, orders: number) {
  const place = await freshPostgres();
  const factor = orders / limits[ORDERS].requests;
  const databases = await Promise.all(Array.from({ length: count }, () => place.open()));
  const limiters = databases.map(({ query }) => createRateLimiter({ factor, query, log }));
  return { place, limiters };
}

test('several servers count together, also when they start at once and count at once', async () => {
  const { limiters } = await openServers(4, 10);
  const taken = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => limiters[turn % 4]?.take(ORDERS, '203.0.113.5')),
  );
  expect(taken.filter((each) => each?.ok)).toHaveLength(10);
  const refused = taken.find((each) => !each?.ok);
  expect(refused).toMatchObject({ waitSeconds: expect.any(Number) });
});

test('what is counted by each server for itself asks the database nothing', async () => {
  const { place, limiters } = await openServers(1, 10);
  await limiters[0]?.take(ALONE, '203.0.113.5');
  await place.run(`do $$ begin assert (select count(*) from rate_limits) = 0; end $$`);
  await limiters[0]?.take(ORDERS, '203.0.113.5');
  await place.run(`do $$ begin assert (select count(*) from rate_limits) = 1; end $$`);
});

test('when the table fails, the server’s own memory counts instead', async () => {
  const { place, limiters } = await openServers(1, 3);
  await place.run('drop table rate_limits');
  const taken = [];
  for (let order = 0; order < 5; order++) taken.push(await limiters[0]?.take(ORDERS, 'Ada'));
  expect(taken.map((each) => each?.ok)).toEqual([true, true, true, false, false]);
});
