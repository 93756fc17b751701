import { expect, test } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { disablePerson } from '#server/staff/people.ts';
import { stockedSqlite } from '#test/both-databases.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { shopJobs } from './shop-jobs.ts';

const DAY_SECONDS = 24 * 60 * 60;

test('what is old is removed at the start and then every day', async () => {
  let now = new Date().toISOString();
  const place = await stockedSqlite();
  const clock = { now: () => now };
  const { shop } = await openTestShop({ where: place.where, jobs: false, clock });
  await signInAs(shop, 'owner');
  const { person } = await signInAs(shop, 'kitchen');
  await disablePerson(shop, person.id);
  const settings = { reconcileSeconds: 60, retentionDays: 30 };
  const retention = shopJobs({ shop, ...settings }).find(({ name }) => name === 'retention');
  expect(retention?.everySeconds).toBe(DAY_SECONDS);
  now = plusSeconds(now, 29 * DAY_SECONDS);
  await retention?.run(AbortSignal.any([]));
  expect(await place.dump()).toContain(person.email);
  now = plusSeconds(now, 2 * DAY_SECONDS);
  await retention?.run(AbortSignal.any([]));
  expect(await place.dump()).not.toContain(person.email);
});
