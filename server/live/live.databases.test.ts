import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { setHidden, setPrice } from '#test/edit-cake.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { createListener } from '#test/listener.ts';
import { samplePrice } from '#test/samples.ts';
import { expireStored } from '#test/stored-orders.ts';
import { openTestShop } from '#test/test-shop.ts';

const ALL = 'categories,cakes,calendar';
const CAKE = 'berry-drip-cake';
const DAY = Day.parse('2040-03-01');

describeDailyOnSqlite('live events', ({ stocked }) => {
  /** Two servers, and a connection of its own to the database. */
  async function open() {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, servers: 2 });
    const [one = '', other = ''] = shop.origins;
    const owner = await place.open();
    return { shop, owner, one, other, version: await owner.contentVersion() };
  }

  test('name each path that changes with its new version, at either server', async () => {
    const { owner, one, other, version } = await open();
    const [ada, bob] = [createListener(), createListener()];
    await ada.connect({ origin: one, topics: ALL, since: String(version) });
    await bob.connect({ origin: other, topics: 'cakes', since: String(version) });
    await setPrice(owner, samplePrice(`${CAKE}-6`, 7050));
    const cakes = { event: 'put', path: '/cakes', data: version + 1, id: String(version + 1) };
    for (const each of [ada, bob]) {
      await each.until(() => each.events.length > 0);
      expect(each.events).toEqual([cakes]);
    }
    await forbidDays(owner, [DAY]);
    await ada.until(() => ada.events.length > 1);
    expect(ada.events[1]).toMatchObject({ path: '/calendar', data: version + 2 });
    await setHidden(owner, CAKE, true);
    await bob.until(() => bob.events.length > 1);
    expect(bob.events[1]).toMatchObject({ path: '/cakes', data: version + 3 });
  });

  test('tell a client that comes back only which of its topics have changed', async () => {
    const { owner, one, other, version } = await open();
    await forbidDays(owner, [DAY]);
    const [ada, bob, eve] = [createListener(), createListener(), createListener()];
    await ada.connect({ origin: one, topics: ALL, since: String(version) });
    await bob.connect({ origin: other, topics: 'cakes', since: String(version) });
    await eve.connect({ origin: one, topics: ALL, since: '1', lastEventId: String(version + 1) });
    await ada.until(() => ada.events.length > 0);
    expect(ada.events).toMatchObject([{ path: '/calendar', id: String(version + 1) }]);
    await setHidden(owner, CAKE, true);
    for (const each of [bob, eve]) {
      await each.until(() => each.events.length > 0);
      expect(each.events).toMatchObject([{ path: '/cakes', id: String(version + 2) }]);
    }
  });

  test('tell a client whose id is of another database that everything has changed', async () => {
    const { one, version } = await open();
    for (const lastEventId of ['0', String(version + 7), '999999999999999', 'not ours']) {
      const ada = createListener();
      await ada.connect({ origin: one, topics: ALL, lastEventId });
      await ada.until(() => ada.lastId() === String(version));
      const paths = ada.events.map(({ path }) => path);
      expect(paths).toEqual(['/categories', '/cakes', '/calendar']);
      // Only the last: a client that is disconnected before it receives all of them again.
      expect(ada.events.map(({ id }) => id)).toEqual([undefined, undefined, String(version)]);
    }
  });

  test('send each state of an order, at either server, also after a reconnection', async () => {
    const { owner, shop, one, other, version } = await open();
    const buyer = customer(shop);
    const { id, checkoutUrl } = await buyer.order(CAKE);
    const topics = `calendar,orders/${id}`;
    const [ada, bob] = [createListener(), createListener()];
    await ada.connect({ origin: one, topics });
    await bob.connect({ origin: other, topics, since: `${version}/placed` });
    await ada.until(() => ada.lastId() === `${version}/placed`);

    await buyer.pay(checkoutUrl);
    for (const each of [ada, bob]) {
      await each.until(() => each.lastId() === `${version}/paid`);
      expect(each.events.at(-1)).toMatchObject({ path: `/orders/${id}`, data: 'paid' });
    }

    const unpaid = await buyer.order(CAKE);
    await bob.connect({ origin: other, topics: `orders/${unpaid.id}` });
    await expireStored(owner, unpaid.id);
    await bob.until(() => bob.events.at(-1)?.data === 'expired');

    const eve = createListener();
    await eve.connect({ origin: one, topics, lastEventId: `${version}/funded` });
    await eve.until(() => eve.events.length > 0);
    expect(eve.events).toMatchObject([{ path: `/orders/${id}`, id: `${version}/paid` }]);
    await forbidDays(owner, [DAY]);
    await eve.until(() => eve.lastId() === `${version + 1}/paid`);
  });

  test('end when the server closes, which accepts no more connections', async () => {
    const { shop, one, other } = await open();
    const [ada, bob] = [createListener(), createListener()];
    await ada.connect({ origin: one, topics: ALL });
    await bob.connect({ origin: other, topics: ALL });
    for (const each of [ada, bob]) {
      await each.until(() => each.events.length > 0);
      // Clients reconnect at different times.
      expect(each.retry()).toBeGreaterThanOrEqual(1_000);
      expect(each.retry()).toBeLessThanOrEqual(5_000);
    }
    await shop.endLive();
    for (const each of [ada, bob]) await each.until(() => !each.isConnected());
    const answer = await fetch(`${one}/api/live?topics=${ALL}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:battenberg:live-full' });
  });
});
