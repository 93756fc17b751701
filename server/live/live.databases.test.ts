import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { setPrice } from '#test/edit-cake.ts';
import { expectedSnapshot } from '#test/expected-snapshot.ts';
import { createListener } from '#test/listener.ts';
import { EDIT, samplePrice } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const ALL = 'categories,cakes,calendar';
const CAKE = 'berry-drip-cake';

describe.each(bothDatabases)('live events on $name', ({ stocked }) => {
  /** Two servers, and a connection of its own to the database, like the owner's command. */
  async function open() {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, servers: 2 });
    const [one = '', other = ''] = shop.origins;
    return { place, shop, owner: await place.open(), one, other };
  }

  test('begin with everything, and continue with one small event for each change', async () => {
    const { owner, shop, one, other } = await open();
    const [ada, bob] = [createListener(), createListener()];
    await ada.connect({ origin: one, topics: ALL });
    await bob.connect({ origin: other, topics: 'cakes' });
    for (const each of [ada, bob]) await each.until(() => each.events.length > 0);
    const version = await owner.changes.version();
    expect(ada.events).toMatchObject([{ event: 'put', path: '/', id: String(version) }]);
    expect(ada.copy()).toEqual(await expectedSnapshot(shop));
    expect(Object.keys(bob.copy())).toEqual(['cakes']);

    await setPrice(owner.catalogue, samplePrice(`${CAKE}-6`, 7050));
    const id = String(version + 1);
    for (const each of [ada, bob]) {
      await each.until(() => each.lastId() === id);
      const [, event] = each.events;
      expect(event).toMatchObject({ event: 'put', path: `/cakes/${CAKE}`, id });
      expect(event?.data).toEqual(await shop.shop.cake(CAKE));
      expect(event?.bytes).toBeLessThan(2_000);
      expect(each.events).toHaveLength(2);
    }
  });

  test('name a removed record with null, and several records of one parent in one event', async () => {
    const { owner, shop, other } = await open();
    const ada = createListener();
    await ada.connect({ origin: other, topics: ALL });
    await ada.until(() => ada.events.length > 0);
    await shop.shop.setHidden(CAKE, true, 'anna');
    await ada.until(() => ada.events.length > 1);
    expect(ada.events[1]).toMatchObject({ event: 'put', path: `/cakes/${CAKE}`, data: null });

    await owner.calendar.changeDays({
      days: [Day.parse('2027-03-01'), Day.parse('2027-03-02')],
      make: 'close',
    });
    await ada.until(() => ada.events.length > 2);
    expect(ada.events[2]).toMatchObject({
      event: 'patch',
      path: '/calendar/forbiddenDays',
      data: { '2027-03-01': true, '2027-03-02': true },
    });
    await owner.calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'reopen' });
    await ada.until(() => ada.events.length > 3);
    expect(ada.events[3]).toMatchObject({
      event: 'put',
      path: '/calendar/forbiddenDays/2027-03-01',
      data: null,
    });
    expect(ada.copy()).toEqual(await expectedSnapshot(shop));
  });

  test('send a reconnecting client nothing if its id is current, and otherwise everything', async () => {
    const { owner, shop, one, other } = await open();
    const version = await owner.changes.version();
    const [ada, bob, eve] = [createListener(), createListener(), createListener()];
    await owner.catalogue.setHidden(CAKE, true, EDIT);
    await owner.calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'close' });
    const newest = String(version + 2);
    const topics = ALL;
    await ada.connect({ origin: one, topics, since: String(version) });
    await bob.connect({ origin: other, topics: 'cakes', since: '1', lastEventId: newest });
    await eve.connect({ origin: one, topics, since: newest });
    await ada.until(() => ada.events.length > 0);
    expect(ada.events).toMatchObject([{ event: 'put', path: '/', id: newest }]);
    expect(ada.copy()).toEqual(await expectedSnapshot(shop));

    await owner.catalogue.setHidden(CAKE, false, EDIT);
    for (const each of [bob, eve]) {
      await each.until(() => each.events.length > 0);
      expect(each.events).toMatchObject([{ path: `/cakes/${CAKE}`, id: String(version + 3) }]);
    }
  });

  test('carry an id only with the last event of a version', async () => {
    const { place, owner, one } = await open();
    const version = await owner.changes.version();
    const ada = createListener();
    await ada.connect({ origin: one, topics: ALL });
    await ada.until(() => ada.lastId() === String(version));
    const received = ada.events.length;
    await noteChange(place, ['/calendar', '/cakes', '/categories']);
    const newest = String(version + 1);
    await ada.until(() => ada.lastId() === newest);
    // A client that is disconnected between them receives all of them again.
    expect(ada.events.slice(received).map(({ path, id }) => [path, id])).toEqual([
      ['/categories', undefined],
      ['/cakes', undefined],
      ['/calendar', newest],
    ]);
  });

  test('begin with everything for a client whose id is of another database', async () => {
    const { owner, shop, one } = await open();
    const version = await owner.changes.version();
    for (const since of ['0', String(version + 7), '999999999999999']) {
      const ada = createListener();
      await ada.connect({ origin: one, topics: ALL, since });
      await ada.until(() => ada.events.length > 0);
      expect(ada.events).toMatchObject([{ path: '/', id: String(version) }]);
      expect(ada.copy()).toEqual(await expectedSnapshot(shop));
    }
    const bob = createListener();
    await bob.connect({ origin: one, topics: ALL, lastEventId: 'not ours' });
    await bob.until(() => bob.lastId() === String(version));
    expect(bob.events).toMatchObject([{ path: '/' }]);
  });

  test('send each state of an order, at either server, also after a reconnection', async () => {
    const { owner, shop, one, other } = await open();
    const version = await owner.changes.version();
    const buyer = customer(shop);
    const { id, checkoutUrl } = await buyer.order(CAKE);
    const topics = `calendar,orders/${id}`;
    const [ada, bob] = [createListener(), createListener()];
    await ada.connect({ origin: one, topics: `orders/${id}` });
    await bob.connect({ origin: other, topics, since: `${version}/placed` });
    await ada.until(() => ada.lastId() === `${version}/placed`);
    expect(ada.copy()).toEqual({ orders: { [id]: await shop.shop.order(id) } });

    await buyer.pay(checkoutUrl);
    const paid = { state: 'paid', paid: true };
    for (const each of [ada, bob]) {
      await each.until(() => each.lastId() === `${version}/paid`);
      expect(each.events.at(-1)).toMatchObject({ event: 'put', path: `/orders/${id}`, data: paid });
    }
    expect(JSON.stringify(ada.events)).not.toMatch('ada@example.org');

    const unpaid = await buyer.order(CAKE);
    await bob.connect({ origin: other, topics: `orders/${unpaid.id}` });
    await owner.orders.expire(unpaid.id);
    await bob.until(() => bob.lastId() === `${version}/expired`);

    const eve = createListener();
    await eve.connect({ origin: one, topics, lastEventId: `${version}/funded` });
    await eve.until(() => eve.events.length > 0);
    expect(eve.events).toMatchObject([{ path: `/orders/${id}`, id: `${version}/paid` }]);
    await owner.calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'close' });
    await eve.until(() => eve.lastId() === `${version + 1}/paid`);
  });

  test('disconnect a client that does not read, which then loses nothing', async () => {
    const { place, owner, one } = await open();
    const long = 'x'.repeat(500_000);
    await place.run(`update cakes set description = '${long}' where id = '${CAKE}'`);
    await noteChange(place, ['/cakes']);
    const ada = createListener();
    const answer = await ada.connect({ origin: one, topics: ALL });
    await ada.until(() => ada.events.length > 0);
    answer.pause();
    const bob = createListener();
    await bob.connect({ origin: one, topics: ALL });
    // The buffers of the connection fill up first, some megabytes; then the server's.
    for (let price = 5_001; price <= 5_060; price += 1) {
      await place.run(`update sizes set price = ${price} where id = '${CAKE}-6'`);
      await noteChange(place, [`/cakes/${CAKE}`]);
      const version = String(await owner.changes.version());
      await bob.until(() => bob.lastId() === version);
    }
    answer.resume();
    await ada.until(() => !ada.isConnected());
    expect(ada.copy()).not.toEqual(bob.copy());
    await ada.connect({ origin: one, topics: ALL, lastEventId: ada.lastId() ?? '' });
    await ada.until(() => ada.lastId() === bob.lastId());
    expect(ada.copy()).toEqual(bob.copy());
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

/** As a server does in the transaction of a change, whose records are read afterwards. */
async function noteChange({ run }: TestDatabase, paths: string[]): Promise<void> {
  for (const path of paths) {
    await run(`insert into changes (path, version)
      select '${path}', version + 1 from catalogue_version where true
      on conflict (path) do update set version = excluded.version`);
  }
  await run('update catalogue_version set version = version + 1');
}
