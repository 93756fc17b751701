/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import Stripe from 'stripe';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { sqlitePath } from '#server/db/open-sqlite.ts';
import { stockedPostgres, stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { sessionOf } from '#test/practice-control.ts';
import { refuseConnections } from '#test/refuse-connections.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

async function open(where: DatabaseLocation) {
  const shop = await openTestShop({ where, jobs: false });
  const ada = customer(shop);
  // So that the test's own webhook is the one that funds the order.
  await ada.setPractice('stripe', { webhooks: 'never' });
  const { id, checkoutUrl } = await ada.order(CAKE);
  await ada.pay(checkoutUrl);
  const request = await ada.requestFor(CAKE);
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'checkout.session.completed',
    data: { object: { id: sessionOf(checkoutUrl) } },
  });
  const secret = 'whsec_practice';
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret });
  const calls = {
    place: () => ada.place(request, randomUUID()),
    webhook: () => ada.call('POST', '/webhooks/stripe', payload, { 'Stripe-Signature': signature }),
    read: () => ada.read(id),
    confirm: () => ada.confirm(id),
    cakes: () => ada.call('GET', '/api/cakes'),
    live: () => ada.call('GET', `/api/live?topics=orders/${id}`),
  };
  return { ada, calls };
}

const UNAVAILABLE = {
  status: 503,
  body: { type: 'urn:problem-type:battenberg:database-unavailable', status: 503 },
};

describe('while the database is unavailable, calls and webhooks answer 503 with Retry-After', () => {
  test('on SQLite, whose file another process writes', async () => {
    const { where } = await stockedSqlite();
    const { calls } = await open(where);
    const other = new DatabaseSync(sqlitePath(where.dataDir));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const answers = await Promise.all([calls.place(), calls.webhook()]);
    for (const answer of answers) {
      expect(answer).toMatchObject(UNAVAILABLE);
      expect(answer.headers.get('Retry-After')).toBe('5');
    }
    expect((await calls.read()).status).toBe(200);
    other.exec('rollback');
    expect([(await calls.place()).status, (await calls.webhook()).status]).toEqual([201, 200]);
  });

  test('on PostgreSQL, which takes no connections', async () => {
    const { where } = await stockedPostgres();
    const { ada, calls } = await open(where);
    const { allow, close } = await refuseConnections(where.databaseUrl ?? '');
    onTestFinished(close);
    // The token of the bot check has been made before; nothing of an order is read without one.
    const { place: _, ...others } = calls;
    for (const [name, call] of Object.entries(others)) {
      const answer = await call();
      expect([name, answer]).toMatchObject([name, UNAVAILABLE]);
      expect(answer.headers.get('Retry-After')).toBe('5');
    }
    expect((await ada.call('GET', '/readyz')).status).toBe(503);
    expect((await ada.call('GET', '/healthz')).status).toBe(200);
    await allow();
    expect([(await calls.read()).status, (await calls.webhook()).status]).toEqual([200, 200]);
  });
});
