import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection } from '#cafe/words/collection.ts';
import { words } from '#cafe/words.ts';
import type { Fulfilment } from '#domain/book/collection.ts';
import { addDays, londonDay, WEEKDAYS } from '#domain/calendar/days.ts';
import { readyKind } from '#domain/emails/email-kinds.ts';
import { type Merchant, merchantOf } from '#domain/merchant.ts';
import { cafeOf } from '#domain/words/words.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { markEmailSent } from '#server/emails/queue.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { openMailService } from '#test/mail-service.ts';
import { cafesEmail, databaseTime } from '#test/outbox-time.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { customerToken, shopOn } from '#test/shop-on.ts';
import { addOrder } from './add.ts';
import { findBooked } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { customerOrder } from './customer-order.ts';
import { fundOrder } from './pay.ts';
import { tellReady } from './ready.ts';
import { storeReversals } from './reversals.ts';
import { setFulfilment } from './tick-off.ts';
import { undoEvent } from './undo.ts';

const BY = 'anna';
const TODAY = londonDay(NOON);
const REVIEWS = 'https://reviews.example/battenberg';

describe.each(bothDatabases)('what customers are told of a collection on $name', ({ fresh }) => {
  async function open(wanted: Pick<Merchant, 'ready' | 'reviews'>) {
    const place = await fresh();
    const database = await place.open();
    const { service, mailer } = await openMailService();
    const time = { now: NOON };
    const week = WEEKDAYS.map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
    const merchant = {
      ...merchantOf(cafeOf(words), { ...collection, ...wanted }, { closedPeriods: [], days: {} }),
      openingHours: { week, rules: { closedPeriods: [], days: {} } },
      origin: 'https://cafe.example',
    };
    const shop = shopOn(database, {
      mailer,
      clock: { now: () => time.now },
      merchant: async () => merchant,
    });

    async function book({
      email = `${randomUUID()}@example.org`,
      days = [TODAY],
      window = '',
    } = {}) {
      const order = sampleOrder({
        customer: { name: 'Ada', email, phone: '020 7946 0000' },
        items: days.map((day) => sampleItem({ day, ...(window && { time: window }) })),
        total: days.length * 4800,
      });
      await addOrder(database, order);
      await fundOrder(database, order.id);
      await markEmailSent(database.db, cafesEmail(order.id));
      return order;
    }

    const tick = (orderId: string, from: Fulfilment, fulfilment: Fulfilment, day = TODAY) =>
      setFulfilment(shop, { orderId, day, from, fulfilment, by: BY });
    /** When an e-mail is due; `now` within the time of Undo. */
    async function due(orderId: string, kind: string) {
      const row = await database.db
        .selectFrom('emails')
        .select('not_before')
        .where('about', '=', orderId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      if (!row) return undefined;
      const isNow = row.not_before > databaseTime(-60) && row.not_before < databaseTime(60);
      return isNow ? 'now' : row.not_before;
    }
    /** The subjects of all e-mails to customers, those that wait for their time included. */
    async function sent(orderId?: string) {
      await place.run(`update emails set not_before = ''`);
      await deliverEmails(shop);
      return service.emails
        .filter(({ order_id }) => orderId === undefined || order_id === orderId)
        .map(({ subject }) => subject);
    }
    const refund = (orderId: string, amount: number) =>
      storeReversals(database, orderId, [
        { id: 're_1', kind: 'refund', payment: 'cs_1', amount, state: 'succeeded', at: time.now },
      ]);
    return { place, shop, service, time, merchant, book, tick, due, sent, refund };
  }

  test('that it is ready, once, by the tick', async () => {
    const { shop, service, book, tick, due, sent } = await open({ ready: 'tick' });
    const { id, number } = await book({ window: '10:00-11:00' });
    await Promise.all([tick(id, 'to-make', 'ready'), tick(id, 'to-make', 'ready')]);
    expect(await due(id, readyKind(TODAY))).toBe('now');
    await tick(id, 'ready', 'to-make');
    expect(await sent()).toEqual([]);
    await tick(id, 'to-make', 'ready');
    expect(await sent()).toEqual([`Your cake is ready until 6pm: order ${number}`]);
    expect(service.emails[0]?.text).toContain(
      'You can collect it today until 6pm. You chose 10am–11am.',
    );
    const token = await customerToken(shop, id);
    expect(await customerOrder(shop, token)).toMatchObject({ days: [{ isReady: true }] });
    await tick(id, 'ready', 'to-make');
    await tick(id, 'to-make', 'ready');
    expect(await sent()).toHaveLength(1);
  });

  test('not before the cafe opens on its day, and not after it has closed', async () => {
    const { time, book, tick, due, sent } = await open({ ready: 'tick' });
    const tomorrow = addDays(TODAY, 1);
    const early = await book({ days: [tomorrow] });
    await tick(early.id, 'to-make', 'ready', tomorrow);
    expect(await due(early.id, readyKind(tomorrow))).toBe(`${tomorrow}T08:00:00.000Z`);
    const booked = await book();
    await tick(booked.id, 'to-make', 'ready');
    time.now = `${TODAY}T18:00:00.000Z`;
    const late = await book();
    await tick(late.id, 'to-make', 'ready');
    expect(await due(late.id, readyKind(TODAY))).toBeUndefined();
    expect(await sent(booked.id)).toEqual([]);
  });

  test.each(['collected', 'cancelled', 'refunded'] as const)('not once it is %s', async (what) => {
    const { shop, book, tick, sent, refund } = await open({ ready: 'tick' });
    const { id, total } = await book();
    await tick(id, 'to-make', 'ready');
    if (what === 'collected') await tick(id, 'ready', 'collected');
    if (what === 'cancelled') await cancelOrder(shop, { orderId: id, by: BY });
    if (what === 'refunded') await refund(id, total);
    expect((await sent()).filter((subject) => subject.includes('ready'))).toEqual([]);
  });

  test('that it is ready, by a tap, which can be taken back', async () => {
    const { shop, merchant, book, tick, sent } = await open({ ready: 'tap' });
    const { id } = await book();
    const tell = () => tellReady(shop, { orderId: id, day: TODAY, by: BY });
    expect(await tell()).toBe(false);
    await tick(id, 'to-make', 'ready');
    expect(await sent()).toEqual([]);
    expect((await Promise.all([tell(), tell()])).sort()).toEqual([false, true]);
    const told = async () =>
      ((await findBooked(shop, { id }))?.trail ?? []).filter(({ kind }) => kind === 'ready-told');
    const [event, ...others] = await told();
    expect(others).toEqual([]);
    await undoEvent(shop, event?.id ?? 0, { id: BY, role: 'kitchen' });
    expect(await sent()).toEqual([]);
    expect(await tell()).toBe(true);
    expect(await sent()).toHaveLength(1);
    expect(await tell()).toBe(false);
    const silent = await book({ email: '' });
    await tick(silent.id, 'to-make', 'ready');
    expect(await tellReady(shop, { orderId: silent.id, day: TODAY, by: BY })).toBe(false);
    merchant.ready = undefined;
    const late = await book();
    await tick(late.id, 'to-make', 'ready');
    expect(await tellReady(shop, { orderId: late.id, day: TODAY, by: BY })).toBe(false);
  });

  test('where to write a review, in the morning after all of it was collected', async () => {
    const { service, book, tick, due, sent } = await open({ reviews: REVIEWS });
    const yesterday = addDays(TODAY, -1);
    const { id, number } = await book({ days: [yesterday, TODAY] });
    await tick(id, 'to-make', 'collected', yesterday);
    expect(await due(id, 'review')).toBeUndefined();
    await tick(id, 'to-make', 'collected');
    expect(await due(id, 'review')).toBe(`${addDays(TODAY, 1)}T10:00:00.000Z`);
    await tick(id, 'collected', 'ready');
    expect(await sent()).toEqual([]);
    await tick(id, 'ready', 'collected');
    expect(await sent()).toEqual([`How was your order? Order ${number}`]);
    expect(service.emails[0]?.text).toContain(`Write a review: ${REVIEWS}`);
  });

  test('asks each customer for a review once, and nobody who got money back', async () => {
    const { merchant, book, tick, sent, refund } = await open({ reviews: REVIEWS });
    const collect = async (wanted?: { email: string }) => {
      const order = await book(wanted);
      await tick(order.id, 'to-make', 'collected');
      return order.id;
    };
    await collect({ email: 'ada@example.org' });
    await collect({ email: 'Ada@Example.org' });
    await refund(await collect(), 600);
    const asked = async () => (await sent()).filter((subject) => subject.startsWith('How was'));
    expect(await asked()).toHaveLength(1);
    await collect({ email: 'ADA@example.org' });
    await collect();
    merchant.reviews = undefined;
    expect(await asked()).toHaveLength(1);
  });

  test('never twice and never after a refund, whatever staff do', async () => {
    const act = fc.oneof(
      fc.constantFrom<Fulfilment>('to-make', 'ready', 'collected', 'missed'),
      fc.constantFrom('tell' as const, 'send' as const, 'refund' as const),
    );
    const ready = fc.constantFrom('tap' as const, 'tick' as const);
    const { shop, merchant, book, tick, sent, refund } = await open({ reviews: REVIEWS });
    await fc.assert(
      fc.asyncProperty(ready, fc.array(act, { maxLength: 12 }), async (setting, acts) => {
        merchant.ready = setting;
        const { id, total } = await book();
        let fulfilment: Fulfilment = 'to-make';
        let atRefund: string[] | undefined;
        for (const each of acts) {
          if (each === 'tell') await tellReady(shop, { orderId: id, day: TODAY, by: BY });
          else if (each === 'send') await sent();
          else if (each === 'refund') {
            await refund(id, total);
            atRefund ??= await sent(id);
          } else {
            await tick(id, fulfilment, each);
            fulfilment = each;
          }
        }
        const subjects = await sent(id);
        expect(new Set(subjects).size).toBe(subjects.length);
        if (atRefund) expect(subjects).toEqual(atRefund);
      }),
      { numRuns: 12 },
    );
  });
});
