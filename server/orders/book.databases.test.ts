import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Shown } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, londonDay } from '#domain/calendar/days.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { seed } from '#server/content/seed.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import { createLog } from '#server/log.ts';
import { bothDatabases, freshPostgres } from '#test/both-databases.ts';
import { setHidden } from '#test/edit-cake.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { queryDatabase } from '#test/query-database.ts';
import {
  at,
  NOON,
  sampleCake,
  sampleItem,
  sampleOrder,
  sampleSeed,
  unreadableReversal,
} from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addSample, expireStored } from '#test/stored-orders.ts';
import { waitFor } from '#test/wait-for.ts';
import { anonymiseOrder } from './anonymise.ts';
import {
  bookedOrder,
  collectionsToStart,
  handedOverUnpaid,
  listCollections,
  newInBook,
  notTickedOff,
  restsOverdue,
} from './book.ts';
import { findOrders } from './find-orders.ts';
import { storedIncidents } from './incidents.ts';
import { fundOrder } from './pay.ts';
import { lastEvent } from './printed-sheets.ts';
import { storeReversals } from './reversals.ts';
import { setFulfilment } from './tick-off.ts';

const TODAY = londonDay(NOON);
const day = (days: number) => addDays(TODAY, days);
const WEEK = { from: TODAY, to: day(6) };

const shopOf = (database: OpenDatabase) =>
  shopOn(database, { clock: { now: () => NOON }, log: createLog('silent') });

interface Wanted {
  days: number[];
  name?: string;
  phone?: string;
  email?: string;
  title?: string;
  message?: string;
  seconds?: number;
  isPaid?: boolean;
}

/** Adds an order as the shop does, paid unless it says otherwise. */
async function add(
  database: OpenDatabase,
  { days, name = 'Ada', seconds = 0, isPaid = true, ...wanted }: Wanted,
): Promise<Order> {
  const { phone = '020 7946 0000', email = 'ada@example.org', title, message = '' } = wanted;
  const order = await addSample(
    database,
    sampleOrder({
      customer: { name, phone, email },
      items: days.map((each) => sampleItem({ day: day(each), message, ...(title && { title }) })),
      placedAt: at(seconds),
    }),
  );
  if (isPaid) await fundOrder(database, order.id);
  return order;
}

const asTicked = (change: { orderId: OrderId; day: Day }) => ({ ...change, by: 'anna' });

describe.each(bothDatabases)('the order book on $name', ({ fresh }) => {
  test('lists what is collected on each day, by day and name, of paid orders only', async () => {
    const database = await (await fresh()).open();
    const bob = await add(database, { days: [3, 1], name: 'Bob' });
    const ada = await add(database, { days: [1], name: 'ada' });
    await add(database, { days: [1], isPaid: false });
    await add(database, { days: [-1, 7] });
    const found = await listCollections(shopOf(database), WEEK);
    expect(found.map(({ orderId, name }) => [name, orderId])).toEqual([
      ['ada', ada.id],
      ['Bob', bob.id],
      ['Bob', bob.id],
    ]);
    expect(found[2]).toEqual({
      orderId: bob.id,
      number: bob.number,
      day: day(3),
      fulfilment: 'to-make',
      fulfilmentAt: null,
      fulfilmentBy: null,
      name: 'Bob',
      phone: '020 7946 0000',
      email: bob.customer.email,
      collector: '',
      note: '',
      staffNote: '',
      items: bob.items.filter((item) => item.day === day(3)),
      positions: [0],
      days: [day(1), day(3)],
      state: 'funded',
      payment: 'none',
      total: bob.total,
      paid: bob.total,
      deposit: null,
      restBy: null,
      surplus: 0,
      refunded: 0,
      placedAt: bob.placedAt,
      cancelledAt: null,
      news: undefined,
      requestsCancel: false,
      isReadable: true,
    });
  });

  test('is ticked off and back, once for each change, and tells a stale screen', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const { id } = await add(database, { days: [0, 2] });
    const today = asTicked({ orderId: id, day: TODAY });
    const fulfilment = async () =>
      (await listCollections(shop, WEEK)).map((each) => each.fulfilment);

    expect(await setFulfilment(shop, { ...today, from: 'to-make', fulfilment: 'ready' })).toBe(
      'changed',
    );
    expect(await setFulfilment(shop, { ...today, from: 'to-make', fulfilment: 'ready' })).toBe(
      'unchanged',
    );
    expect(await fulfilment()).toEqual(['ready', 'to-make']);
    expect(await setFulfilment(shop, { ...today, from: 'to-make', fulfilment: 'missed' })).toBe(
      'conflict',
    );
    expect(await setFulfilment(shop, { ...today, from: 'ready', fulfilment: 'collected' })).toBe(
      'changed',
    );
    expect(await setFulfilment(shop, { ...today, from: 'collected', fulfilment: 'ready' })).toBe(
      'changed',
    );
    expect(await fulfilment()).toEqual(['ready', 'to-make']);

    const tomorrow = { ...today, day: day(2), from: 'to-make', fulfilment: 'missed' } as const;
    expect(await setFulfilment(shop, tomorrow)).toBe('conflict');
    expect(await setFulfilment(shop, { ...tomorrow, day: day(3), fulfilment: 'ready' })).toBe(
      'unknown',
    );

    const trail = (await bookedOrder(shop, id))?.trail.filter(({ kind }) => kind === 'fulfilment');
    expect(trail?.map(({ actor, personId, facts }) => ({ actor, personId, ...facts }))).toEqual(
      [
        { from: 'to-make', fulfilment: 'ready' },
        { from: 'ready', fulfilment: 'collected' },
        { from: 'collected', fulfilment: 'ready' },
      ].map((step) => ({ actor: 'staff', personId: 'anna', day: TODAY, ...step })),
    );
  });

  test('takes one of several ticks at the same time', async () => {
    const server = await (await fresh()).openTwo();
    const { id } = await add(server(0), { days: [0] });
    const tick = asTicked({ orderId: id, day: TODAY });
    const results = await Promise.all(
      (['ready', 'collected', 'missed', 'ready', 'collected', 'missed'] as const).map(
        (fulfilment, n) =>
          setFulfilment(shopOf(server(n)), { ...tick, from: 'to-make', fulfilment }),
      ),
    );
    expect(results.sort()).toEqual([
      'changed',
      'conflict',
      'conflict',
      'conflict',
      'conflict',
      'unchanged',
    ]);
    const booked = await bookedOrder(shopOf(server(1)), id);
    expect(booked?.trail.filter(({ kind }) => kind === 'fulfilment')).toHaveLength(1);
  });

  test('does not tick off an order that is not paid', async () => {
    const database = await (await fresh()).open();
    const { id } = await add(database, { days: [0], isPaid: false });
    const tick = { ...asTicked({ orderId: id, day: TODAY }), from: 'to-make' } as const;
    expect(await setFulfilment(shopOf(database), { ...tick, fulfilment: 'ready' })).toBe('unknown');
  });

  test('lists past days that are neither collected nor missed', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const mark = async (days: number, fulfilment: 'ready' | 'collected' | 'missed') => {
      const { id } = await add(database, { days: [days], name: fulfilment });
      const change = asTicked({ orderId: id, day: day(days) });
      await setFulfilment(shop, { ...change, from: 'to-make', fulfilment });
    };
    await mark(-2, 'ready');
    await mark(-2, 'collected');
    await mark(-3, 'missed');
    await add(database, { days: [-1, 0, -15], name: 'Ada' });
    const { id, total } = await add(database, { days: [-1], name: 'paid back' });
    await storeReversals(database, id, [
      { id: 're_1', kind: 'refund', payment: 'cs_1', amount: total, state: 'succeeded', at: NOON },
    ]);
    const found = await notTickedOff(shop);
    expect(found.map((each) => [each.name, each.day])).toEqual([
      ['ready', day(-2)],
      ['Ada', day(-1)],
    ]);
  });

  test('lists what was handed over and is not paid, until it is', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const paid = await add(database, { days: [-80], name: 'Ada' });
    const items = [sampleItem({ day: day(-80) })];
    const agreed = sampleOrder({ items, state: 'agreed', placedAt: NOON });
    await addSample(database, agreed);
    for (const { id } of [paid, agreed]) {
      const change = asTicked({ orderId: id, day: day(-80) });
      await setFulfilment(shop, { ...change, from: 'to-make', fulfilment: 'collected' });
    }
    expect((await handedOverUnpaid(shop)).map(({ orderId }) => orderId)).toEqual([agreed.id]);
    await fundOrder(database, agreed.id);
    expect(await handedOverUnpaid(shop)).toEqual([]);
  });

  test('lists a rest that is overdue until something of the order is handed over', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const items = [0, 3].map((days) => sampleItem({ day: day(days) }));
    const part = { deposit: 1000, paid: 1000, restBy: day(-1) };
    const order = sampleOrder({ items, state: 'agreed', placedAt: NOON, ...part });
    await addSample(database, order);
    const daysOf = (found: { day: Day }[]) => found.map((each) => each.day);
    expect(daysOf(await restsOverdue(shop))).toEqual([TODAY]);
    const change = asTicked({ orderId: order.id, day: TODAY });
    await setFulfilment(shop, { ...change, from: 'to-make', fulfilment: 'collected' });
    expect(daysOf(await handedOverUnpaid(shop))).toEqual([TODAY]);
    expect(await restsOverdue(shop)).toEqual([]);
  });

  test('says what to start, by the notice of the shop or of a cake that needs longer', async () => {
    const database = await (await fresh()).open();
    await seed(
      database.db,
      sampleSeed({
        cakes: [
          sampleCake('victoria'),
          sampleCake('fruit', { leadDays: 14 }),
          sampleCake('buns', { leadDays: 0 }),
        ],
      }),
    );
    const shop = { ...shopOf(database), content: database.content };
    for (const [cakeId, days] of [
      ['victoria', [0, 3, 4]],
      ['fruit', [14, 15]],
      ['buns', [1, 4]],
    ] as const) {
      for (const each of days) {
        const items = [sampleItem({ cakeId, day: day(each) })];
        const order = await addSample(database, sampleOrder({ items }));
        await fundOrder(database, order.id);
      }
    }
    await setHidden(database, 'fruit', true);
    const found = await collectionsToStart(shop);
    expect(found.map((each) => [each.items[0]?.cakeId, each.day])).toEqual([
      ['buns', day(1)],
      ['victoria', day(3)],
      ['fruit', day(14)],
    ]);
    const [first] = found;
    if (!first) throw new Error('Nothing is to be started.');
    await setFulfilment(shop, { ...asTicked(first), from: 'to-make', fulfilment: 'ready' });
    expect(await collectionsToStart(shop)).toEqual(found.slice(1));
  });

  test('is searched by number, name, cake, message, phone and e-mail, newest first', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const zoe = await add(database, {
      days: [1],
      name: 'Zoë O’Straße',
      email: 'Zoe@Example.org',
      title: 'Crème Brûlée',
      seconds: 1,
    });
    const phone = await add(database, { days: [1], phone: '+44 7700 900123', seconds: 2 });
    const message = await add(database, { days: [1], message: 'ΧΡΌΝΙΑ ΠΟΛΛΆ 100%', seconds: 3 });
    const search = async (text: string) =>
      (await findOrders(shop, { text })).orders.map(({ id }) => id);
    expect(await search("zoe o'strasse")).toEqual([zoe.id]);
    expect(await search('brulee zoe')).toEqual([zoe.id]);
    expect(await search('brulee ada')).toEqual([]);
    expect(await search('zoe@example.org')).toEqual([zoe.id]);
    expect(await search('ZOË')).toEqual([zoe.id]);
    expect(await search('07700 900 123')).toEqual([phone.id]);
    expect(await search('７７００')).toEqual([phone.id]);
    for (const text of [
      '07700 900 123',
      '900',
      '７７００',
      '⁷⁷⁰',
      '77\u200b0',
      'zoe@',
      '@ex',
      'org',
    ]) {
      expect((await findOrders(shop, { text, byContact: false })).orders).toEqual([]);
    }
    const theirs = await findOrders(shop, { text: '100%', byContact: false });
    expect(theirs.orders.map(({ id }) => id)).toEqual([message.id]);
    expect(await search('χρονια')).toEqual([message.id]);
    expect(await search('100%')).toEqual([message.id]);
    expect(await search('_')).toEqual([]);
    const { number } = zoe;
    const spoken = `${number.slice(0, 3)} ${number.slice(3)}`.toLowerCase();
    for (const text of [number.toLowerCase(), `#${number}`, spoken, `Order ${number}`]) {
      expect(await search(text)).toEqual([zoe.id]);
    }
    expect(await search('ada')).toEqual([message.id, phone.id]);
    expect(await search('')).toEqual([message.id, phone.id, zoe.id]);
  });

  test('is searched by a day: what is collected then, or was to be', async () => {
    const place = await fresh();
    const database = await place.open();
    const shop = shopOf(database);
    const both = await add(database, { days: [1, 3], seconds: 1 });
    const one = await add(database, { days: [3], seconds: 2 });
    const unpaid = await add(database, { days: [3], seconds: 3, isPaid: false });
    const gone = await add(database, { days: [3], seconds: 4 });
    await place.run(`update orders set cancelled_at = '${NOON}' where id = '${gone.id}'`);
    const search = async (text: string, show?: Shown) => {
      const found = await findOrders(shop, { text, show });
      return { day: found.day, ids: found.orders.map(({ id }) => id) };
    };
    const [, month, date] = day(3).split('-');
    for (const text of [
      day(3),
      dayInWords(day(3)),
      dayInWords(day(3), 'short'),
      `${date}/${month}`,
    ]) {
      expect(await search(text)).toEqual({ day: day(3), ids: [one.id, both.id] });
    }
    expect(await search('tomorrow')).toEqual({ day: day(1), ids: [both.id] });
    expect((await search(day(3), 'unpaid')).ids).toEqual([unpaid.id]);
    expect((await search(day(3), 'cancelled')).ids).toEqual([gone.id]);
    expect(await search('ada')).toMatchObject({ day: undefined });
  });

  test('finds an anonymised order by its number alone, and keeps no search text of it', async () => {
    const place = await fresh();
    const database = await place.open();
    const shop = shopOf(database);
    const { id, number } = await add(database, { days: [-9], name: 'Augusta', isPaid: false });
    await expireStored(database, id);
    await anonymiseOrder(database.db, id);
    expect((await findOrders(shop, { text: 'augusta' })).orders).toEqual([]);
    expect((await findOrders(shop, { text: number })).orders).toHaveLength(1);
    expect(await place.dump()).not.toMatch(/augusta/i);
  });

  test('has lists of orders that are unpaid, to make, ready, missed and refunded', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const names = [
      'unpaid',
      'expired',
      'to-make',
      'ready',
      'missed',
      'collected',
      'refunded',
      'old',
    ];
    const orders = new Map<string, OrderId>();
    for (const [seconds, name] of names.entries()) {
      const isPaid = name !== 'unpaid' && name !== 'expired';
      const days = name === 'old' ? [-15] : [0];
      orders.set(name, (await add(database, { days, name, isPaid, seconds })).id);
    }
    const of = (name: string) => orders.get(name) ?? '';
    await expireStored(database, of('expired'));
    const agreed = sampleOrder({
      customer: { name: 'agreed', phone: '020 7946 0000', email: '' },
      items: [sampleItem({ day: day(0) })],
      state: 'agreed',
      placedAt: at(names.length),
    });
    await addSample(database, agreed);
    for (const fulfilment of ['ready', 'missed', 'collected'] as const) {
      const change = asTicked({ orderId: of(fulfilment), day: TODAY });
      await setFulfilment(shop, { ...change, from: 'to-make', fulfilment });
    }
    const refund = {
      id: 're_1',
      kind: 'refund',
      payment: 'cs_1',
      amount: 100,
      state: 'succeeded',
      at: NOON,
    } as const;
    const dispute = { ...refund, id: 'dp_1', kind: 'dispute' } as const;
    await storeReversals(database, of('refunded'), [refund]);
    await storeReversals(database, of('collected'), [dispute]);
    const list = async (show: 'unpaid' | 'to-make' | 'ready' | 'missed' | 'refunded') =>
      (await findOrders(shop, { show })).orders.map(({ name }) => name);
    expect(await list('unpaid')).toEqual(['agreed', 'unpaid']);
    expect(await list('to-make')).toEqual(['agreed', 'refunded', 'to-make']);
    expect(await list('ready')).toEqual(['ready']);
    expect(await list('missed')).toEqual(['missed']);
    expect(await list('refunded')).toEqual(['refunded']);
  });

  test('has as new what came into it in the last day, whenever it was placed', async () => {
    const place = await fresh();
    const database = await place.open();
    const shop = shopOf(database);
    const found = async () => (await newInBook(shop)).orders.map(({ name }) => name);
    expect(await found()).toEqual([]);
    await add(database, { days: [1], name: 'Old' });
    const agreed = await addSample(database, sampleOrder({ state: 'agreed' }));
    await place.run("update order_events set at = '2020-01-01T12:00:00.000Z'");
    // Paid now, but in the book since it was agreed.
    await fundOrder(database, agreed.id);
    await add(database, { days: [1], name: 'Unpaid', isPaid: false });
    const cancelled = await add(database, { days: [1], name: 'Cancelled' });
    await place.run(`update orders set cancelled_at = '${NOON}' where id = '${cancelled.id}'`);
    await add(database, { days: [1], name: 'Today' });
    await add(database, { days: [1], name: 'Paid late', seconds: -999_999 });
    expect(await found()).toEqual(['Paid late', 'Today']);
    for (let n = 0; n < 49; n += 1) await add(database, { days: [1] });
    expect(await newInBook(shop)).toMatchObject({ orders: { length: 50 }, isCut: true });
  });

  test('comes in pages of 50 that miss none and repeat none', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const ids: OrderId[] = [];
    // Several orders of one second, so that the page ends between them.
    for (let n = 0; n < 120; n += 1) {
      ids.push((await add(database, { days: [1], seconds: Math.floor(n / 7), isPaid: false })).id);
    }
    const seen: OrderId[] = [];
    let after: string | undefined;
    const sizes: number[] = [];
    do {
      const { orders, next } = await findOrders(shop, { text: 'ada', show: 'unpaid', after });
      seen.push(...orders.map(({ id }) => id));
      sizes.push(orders.length);
      // Part of the address, which the kitchen sees too.
      expect(ids).not.toContain(next);
      after = next;
    } while (after);
    expect(sizes).toEqual([50, 50, 20]);
    expect([...seen].sort()).toEqual([...ids].sort());
    const first = await findOrders(shop, { after: "no cursor' or 1=1" });
    expect(first.orders.map(({ id }) => id)).toEqual(seen.slice(0, 50));
  });

  test.each([
    ['an item', (id: string) => `update order_items set allergens = '{' where order_id = '${id}'`],
    ['the refunds', unreadableReversal],
  ])('lists an order of which %s cannot be read, and raises its incident', async (_, damage) => {
    const place = await fresh();
    const database = await place.open();
    const shop = shopOf(database);
    const bad = await add(database, { days: [0], name: 'Bad', seconds: 1 });
    const good = await add(database, { days: [0], name: 'Good' });
    await place.run(damage(bad.id));
    const asked = [
      await listCollections(shop, WEEK),
      (await findOrders(shop, { text: '' })).orders,
      (await findOrders(shop, { show: 'to-make' })).orders,
    ];
    for (const found of asked) {
      expect(found.map(({ name, number, isReadable }) => [name, number, isReadable])).toEqual([
        ['Bad', bad.number, false],
        ['Good', good.number, true],
      ]);
    }
    expect(await bookedOrder(shop, bad.number)).toMatchObject({ order: undefined, name: 'Bad' });
    expect((await storedIncidents(database.db)).map(({ key }) => key)).toEqual([
      `unreadable-order ${bad.id}`,
    ]);
  });

  test('has each order with its e-mails, by id and by number', async () => {
    const database = await (await fresh()).open();
    const shop = shopOf(database);
    const order = await addSample(database, sampleOrder());
    const planned: PlannedEmail[] = [
      { kind: 'confirmation' },
      { kind: `reminder ${sampleItem().day}`, notBefore: at(9) },
    ];
    await fundOrder(database, order.id, { customerEmails: planned });
    const cakes = [sampleCake('victoria', { mayContain: ['Sesame'] })];
    await seed(database.db, sampleSeed({ cakes }));
    const byNumber = await bookedOrder(shop, order.number.toLowerCase());
    expect(byNumber).toEqual(await bookedOrder(shop, order.id));
    expect(byNumber?.order).toEqual({ ...order, state: 'funded', paid: order.total });
    const withTraces = await bookedOrder(shop, order.id);
    const traces = [withTraces?.items, withTraces?.collections[0]?.items];
    const traced = { mayContain: ['Sesame'] };
    expect(traces).toMatchObject([
      [traced, traced],
      [traced, traced],
    ]);
    const waiting = {
      state: 'waiting',
      attempts: 0,
      failingSince: null,
      reason: null,
      words: null,
    };
    expect(byNumber?.emails).toEqual([
      { kind: 'cafe', at: null, ...waiting },
      { kind: 'confirmation', at: null, ...waiting },
      { kind: 'reminder 2026-12-01', at: at(9), ...waiting },
    ]);
    for (const unknown of ['', '\u0000', '4KX7W!', 'x'.repeat(99), sampleOrder().id]) {
      expect(await bookedOrder(shop, unknown)).toBeUndefined();
    }
  });
});

test('on PostgreSQL, a bake sheet waits for orders whose payment is under way', async () => {
  const { where, open } = await freshPostgres();
  const database = await open();
  const [paidLate, other] = [
    await add(database, { days: [1] }),
    await add(database, { days: [1] }),
  ];
  const options = '-c search_path=battenberg';
  const client = new Client({ connectionString: where.databaseUrl, options });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  // Its id is smaller than that of the next event, and it commits later.
  await client.query(`insert into order_events (order_id, at, actor, kind, facts)
    values ('${paidLate.id}', '${NOON}', 'stripe', 'restored', '{}')`);
  await setFulfilment(shopOf(database), {
    orderId: other.id,
    day: day(1),
    from: 'to-make',
    fulfilment: 'ready',
    by: 'anna',
  });
  const events = async () => (await queryDatabase(where, 'select id from order_events')).length;
  const before = await events();
  let after: number | undefined;
  const reading = lastEvent(database).then(async () => {
    after = await events();
  });
  await waitFor(async () => {
    const waiting = await queryDatabase(where, 'select pid from pg_locks where not granted');
    expect(after !== undefined || waiting.length === 1).toBe(true);
  });
  await client.query('commit');
  await reading;
  expect(after).toBe(before + 1);
});
