/** @module-tag nightly */
import { describe, expect, test } from 'vitest';
import { markEmailSent } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { bookVersion } from '#server/orders/book.ts';
import { closeIncident, raiseIncident } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { endSession, findSession } from '#server/staff/sessions.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { createListener } from '#test/listener.ts';
import { cafesEmail } from '#test/outbox-time.ts';
import { sampleOrder } from '#test/samples.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';

describe.each(bothDatabases)('the order book’s live events on $name', ({ stocked }) => {
  /** Two servers, a connection of its own to the database, and a listener at each. */
  async function open() {
    const place = await stocked();
    const test = await openTestShop({ where: place.where, servers: 2, jobs: false });
    const kit = await signInAs(test.shop, 'kitchen');
    const listeners = await Promise.all(
      test.origins.map(async (origin) => {
        const listener = createListener();
        const { statusCode } = await listener.connectAsStaff({ origin, cookie: kit.cookie });
        expect(statusCode).toBe(200);
        await listener.until(() => booksOf(listener).length > 0);
        return listener;
      }),
    );
    return { ...test, place, database: await place.open(), kit, listeners };
  }

  test('come from every server after each change of an order or of what needs the owner, without contents', async () => {
    const { database, shop, listeners } = await open();
    const { db } = database;
    const order = sampleOrder();
    const [item] = order.items;
    if (!item) throw new Error('The sample has no items.');
    const tick = { orderId: order.id, day: item.day, by: 'anna', from: 'to-make' } as const;
    for (const change of [
      () => addOrder(database, order),
      () => fundOrder(database, order.id),
      () => markEmailSent(db, cafesEmail(order.id)),
      () => setFulfilment(shop, { ...tick, fulfilment: 'ready' }),
      () => raiseIncident(shop, { kind: 'dispute', subject: 'dp_1', orderId: null, facts: {} }),
      () => closeIncident(shop.db, 'dispute dp_1'),
    ]) {
      const before = listeners.map((listener) => booksOf(listener).length);
      await change();
      for (const [at, listener] of listeners.entries()) {
        await listener.until(() => booksOf(listener).length > (before[at] ?? 0));
        const { path, data, id } = booksOf(listener).at(-1) ?? {};
        expect([path, data]).toEqual(['/orders', id]);
      }
    }
  });

  test('tell a screen that comes back only what it has missed', async () => {
    const { database, kit, origin, listeners } = await open();
    const lastEventId = listeners[0]?.lastId() ?? '';
    const current = createListener();
    await current.connectAsStaff({ origin, cookie: kit.cookie, lastEventId });
    await addOrder(database, sampleOrder());
    await current.until(() => booksOf(current).length > 0);
    expect(current.lastId()).not.toBe(lastEventId);
    const outdated = createListener();
    await outdated.connectAsStaff({ origin, cookie: kit.cookie, lastEventId });
    await outdated.until(() => outdated.lastId() === current.lastId());
    for (const foreign of ['', "1' or 1=1", 'x'.repeat(5_000)]) {
      const other = createListener();
      await other.connectAsStaff({ origin, cookie: kit.cookie, lastEventId: foreign });
      await other.until(() => other.lastId() === current.lastId());
    }
  });

  test('are refused without a session', async () => {
    const { origin } = await openTestShop({ where: (await stocked()).where, jobs: false });
    for (const path of ['/owner/live', '/OWNER//live', '/owner/live/', '/owner%2Flive']) {
      const { status } = await fetch(`${origin}${path}`, { headers: { Cookie: 'staff=guess' } });
      expect([401, 404]).toContain(status);
    }
    const { statusCode } = await createListener().connectAsStaff({ origin, cookie: 'staff=guess' });
    expect(statusCode).toBe(401);
  });

  test('end on every server when the person signs out, before anything more is told', async () => {
    const { shop, database, kit, listeners } = await open();
    // The first version may come twice.
    const versions = listeners.map((listener) => listener.lastId());
    const session = await findSession(shop, kit.token);
    await endSession(shop, session?.id ?? '');
    await addOrder(database, sampleOrder());
    for (const listener of listeners) await listener.until(() => !listener.isConnected());
    expect(listeners.map((listener) => listener.lastId())).toEqual(versions);
  });

  test('end when the server closes', async () => {
    const { endLive, origin, kit, listeners } = await open();
    await endLive();
    for (const listener of listeners) await listener.until(() => !listener.isConnected());
    const { status } = await fetch(`${origin}/owner/live`, { headers: { Cookie: kit.cookie } });
    expect(status).toBe(503);
  });

  test('name another version after an event that commits late with a smaller id', async () => {
    const { database, place } = await open();
    const order = sampleOrder();
    await addOrder(database, order);
    await fundOrder(database, order.id);
    await markEmailSent(database.db, cafesEmail(order.id));
    const before = await bookVersion(database);
    await place.run("delete from order_events where kind = 'funded'");
    expect(await bookVersion(database)).not.toBe(before);
  });
});

function booksOf({ events }: Pick<ReturnType<typeof createListener>, 'events'>) {
  return events.filter(({ event }) => event === 'put');
}
