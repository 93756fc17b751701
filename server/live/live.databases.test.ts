import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { listener } from '#test/listener.ts';
import { sampleCake, samplePrice, sampleSeed } from '#test/samples.ts';
import { stateOf } from '#test/state-of.ts';
import { openTestShop } from '#test/test-shop.ts';

const ALL = 'categories,cakes,calendar';
const CAKE = 'berry-drip-cake';

describe.each(bothDatabases)('live events on $name', ({ fresh }) => {
  /** Two servers, and the database as the owner's command opens it, in a process of its own. */
  async function open() {
    const place = await fresh();
    const shop = await openTestShop({ where: place.where, servers: 2 });
    const [one = '', other = ''] = shop.origins;
    return { place, shop, owner: await place.open(), one, other };
  }

  test('begin with the whole, and go on with one small event for each change', async () => {
    const { owner, shop, one, other } = await open();
    const [ada, bob] = [listener(), listener()];
    await ada.connect({ origin: one, topics: ALL });
    await bob.connect({ origin: other, topics: 'cakes' });
    for (const who of [ada, bob]) await who.until(() => who.events.length > 0);
    const version = await owner.changes.version();
    expect(ada.events).toMatchObject([{ event: 'put', path: '/', id: String(version) }]);
    expect(ada.copy()).toEqual(await stateOf(shop));
    expect(Object.keys(bob.copy())).toEqual(['cakes']);

    await owner.catalogue.setPrice(samplePrice(`${CAKE}-6`, 7050));
    const id = String(version + 1);
    for (const who of [ada, bob]) {
      await who.until(() => who.lastId() === id);
      const [, event] = who.events;
      expect(event).toMatchObject({ event: 'put', path: `/cakes/${CAKE}`, id });
      expect(event?.data).toEqual(await shop.shop.cake(CAKE));
      expect(event?.bytes).toBeLessThan(2_000);
      expect(who.events).toHaveLength(2);
    }
  });

  test('name what is gone with null, and several records of one place in one event', async () => {
    const { owner, shop, other } = await open();
    const ada = listener();
    await ada.connect({ origin: other, topics: ALL });
    await ada.until(() => ada.events.length > 0);
    await shop.shop.hideCake(CAKE);
    await ada.until(() => ada.events.length > 1);
    expect(ada.events[1]).toMatchObject({ event: 'put', path: `/cakes/${CAKE}`, data: null });

    await owner.calendar.forbid([Day.parse('2027-03-01'), Day.parse('2027-03-02')]);
    await ada.until(() => ada.events.length > 2);
    expect(ada.events[2]).toMatchObject({
      event: 'patch',
      path: '/calendar/forbiddenDays',
      data: { '2027-03-01': true, '2027-03-02': true },
    });
    await owner.calendar.allow([Day.parse('2027-03-01')]);
    await ada.until(() => ada.events.length > 3);
    expect(ada.events[3]).toMatchObject({
      event: 'put',
      path: '/calendar/forbiddenDays/2027-03-01',
      data: null,
    });
    expect(ada.copy()).toEqual(await stateOf(shop));
  });

  test('are only what is new to whoever says what they have heard', async () => {
    const { owner, one, other } = await open();
    const version = await owner.changes.version();
    const [ada, bob, eve] = [listener(), listener(), listener()];
    await owner.catalogue.setHidden(CAKE, true);
    await owner.calendar.forbid([Day.parse('2027-03-01')]);
    const newest = String(version + 2);
    const topics = ALL;
    await ada.connect({ origin: one, topics, since: String(version) });
    await bob.connect({ origin: other, topics: 'cakes', since: '1', lastEventId: String(version) });
    await eve.connect({ origin: one, topics, since: newest });
    await ada.until(() => ada.lastId() === newest);
    await bob.until(() => bob.lastId() === newest);
    // Cut off between the two, she would have to be told of both again.
    expect(ada.events.map(({ path, id }) => [path, id])).toEqual([
      [`/cakes/${CAKE}`, String(version)],
      ['/calendar/forbiddenDays/2027-03-01', newest],
    ]);
    expect(bob.events.map(({ path, id }) => [path, id])).toEqual([[`/cakes/${CAKE}`, newest]]);

    await owner.catalogue.setHidden(CAKE, false);
    await eve.until(() => eve.events.length > 0);
    expect(eve.events).toMatchObject([{ path: `/cakes/${CAKE}`, id: String(version + 3) }]);
  });

  test('begin anew for whoever comes with the id of another database', async () => {
    const { owner, shop, one } = await open();
    const version = await owner.changes.version();
    for (const since of ['0', String(version + 7), '999999999999999']) {
      const ada = listener();
      await ada.connect({ origin: one, topics: ALL, since });
      await ada.until(() => ada.events.length > 0);
      expect(ada.events).toMatchObject([{ path: '/', id: String(version) }]);
      expect(ada.copy()).toEqual(await stateOf(shop));
    }
    const bob = listener();
    await bob.connect({ origin: one, topics: ALL, lastEventId: 'not ours' });
    await bob.until(() => bob.lastId() === String(version));
    expect(bob.events).toMatchObject([{ path: '/' }]);
  });

  test('of an order tell each of its states, at either server, and the next after a pause', async () => {
    const { owner, shop, one, other } = await open();
    const version = await owner.changes.version();
    const buyer = customer(shop);
    const { id, checkoutUrl } = await buyer.order(CAKE);
    const topics = `calendar,orders/${id}`;
    const [ada, bob] = [listener(), listener()];
    await ada.connect({ origin: one, topics: `orders/${id}` });
    await bob.connect({ origin: other, topics, since: `${version}/placed` });
    await ada.until(() => ada.lastId() === `${version}/placed`);
    expect(ada.copy()).toEqual({ orders: { [id]: await shop.shop.order(id) } });

    await buyer.pay(checkoutUrl);
    const paid = { state: 'paid', paid: true };
    for (const who of [ada, bob]) {
      await who.until(() => who.lastId() === `${version}/paid`);
      expect(who.events.at(-1)).toMatchObject({ event: 'put', path: `/orders/${id}`, data: paid });
    }
    expect(JSON.stringify(ada.events)).not.toMatch('ada@example.org');

    const eve = listener();
    await eve.connect({ origin: one, topics, lastEventId: `${version}/funded` });
    await eve.until(() => eve.events.length > 0);
    expect(eve.events).toMatchObject([{ path: `/orders/${id}`, id: `${version}/paid` }]);
    await owner.calendar.forbid([Day.parse('2027-03-01')]);
    await eve.until(() => eve.lastId() === `${version + 1}/paid`);
    await bob.until(() => bob.lastId() === `${version + 1}/paid`);
  });

  test('are cut off from whoever takes nothing, who then has lost nothing', async () => {
    const { owner, one } = await open();
    const long = sampleCake('angel', { desc: 'x'.repeat(500_000) });
    await owner.seed(sampleSeed({ cakes: [long] }));
    const ada = listener();
    const answer = await ada.connect({ origin: one, topics: ALL });
    await ada.until(() => ada.events.length > 0);
    answer.pause();
    const bob = listener();
    await bob.connect({ origin: one, topics: ALL });
    // What is on the way fills the buffers between the two, some megabytes; then it waits at the server.
    for (let price = 5_001; price <= 5_060; price += 1) {
      await owner.catalogue.setPrice(samplePrice('angel-8', price));
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

  test('end when the server is to close, and nobody is let in again', async () => {
    const { shop, one, other } = await open();
    const [ada, bob] = [listener(), listener()];
    await ada.connect({ origin: one, topics: ALL });
    await bob.connect({ origin: other, topics: ALL });
    for (const who of [ada, bob]) {
      await who.until(() => who.events.length > 0);
      // So that all do not come back in the same moment.
      expect(who.retry()).toBeGreaterThanOrEqual(1_000);
      expect(who.retry()).toBeLessThanOrEqual(5_000);
    }
    await shop.endLive();
    for (const who of [ada, bob]) await who.until(() => !who.isConnected());
    const answer = await fetch(`${one}/api/live?topics=${ALL}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:battenberg:live-full' });
  });
});
