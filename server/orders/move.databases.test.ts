import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, londonDay } from '#domain/calendar/days.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { setWeekCapacity } from '#server/content/calendar.ts';
import { seed } from '#server/content/seed.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { markEmailSent } from '#server/emails/queue.ts';
import { findBooked } from '#server/orders/book.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import { type FulfilmentChange, setFulfilment } from '#server/orders/tick-off.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { attachedEvents } from '#test/calendar-file.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { openMailService } from '#test/mail-service.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { openEveryDay } from '#test/open-every-day.ts';
import { cafesEmail, claim } from '#test/outbox-time.ts';
import { recordingLog } from '#test/recording-log.ts';
import { sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addOrder } from './add.ts';
import { anonymiseOrder, dueForAnonymising } from './anonymise.ts';
import { dayLoads } from './days.ts';
import { moveOrder, undoMove } from './move.ts';
import { fundOrder } from './pay.ts';
import { takeOff } from './take-off.ts';

const MOST = 10;

describe.each(bothDatabases)('moving an order on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const rules = { ...sampleSeed().calendar, closedWeekdays: [], closedPeriods: [] };
    await seed(database.db, sampleSeed({ calendar: { ...rules, days: {} } }));
    await openEveryDay(database);
    const { service, mailer } = await openMailService();
    const { log, errors } = recordingLog();
    const clock = { now: () => new Date().toISOString() };
    const today = londonDay(clock.now());
    const [a, b, c] = [addDays(today, 5), addDays(today, 9), addDays(today, 12)];
    const services = { mailer, clock, log };
    const shopOf = (on: OpenDatabase = database) => shopOn(on, services);

    const deliver = (on: OpenDatabase = database) => deliverEmails(shopOf(on));
    /** Delivers, as if the time of Undo had passed, what is planned for a time before tomorrow. */
    const deliverLater = async () => {
      service.emails.length = 0;
      await place.run(`update emails set not_before = '' where kind like 'moved %'`);
      await deliver();
      return service.emails;
    };
    const fund = async (days: Day[] = [a], isNotified = true) => {
      const order = sampleOrder({
        placedAt: clock.now(),
        items: days.map((day, n) => sampleItem({ day, title: `Cake ${n}`, units: 2 })),
      });
      await addOrder(database, order);
      await fundOrder(database, order.id, { customerEmails: plannedEmails(order, clock.now()) });
      await markEmailSent(database.db, cafesEmail(order.id));
      if (isNotified) await deliver();
      return order;
    };
    const move = (orderId: OrderId, from: Day, to: Day, on = database, evenIfClosed = false) =>
      moveOrder(shopOf(on), { orderId, from, to, by: 'anna' }, evenIfClosed);
    const undo = async (orderId: OrderId, from: Day, to: Day) => {
      const { trail = [] } = (await findBooked(database, { id: orderId })) ?? {};
      const event = trail
        .filter((each) => each.kind === 'moved')
        .findLast(({ facts }) => facts.from === from && facts.to === to);
      if (!event) throw new Error('Nothing was moved.');
      return undoMove(shopOf(), { orderId, event, by: 'anna' });
    };
    /** The last first. @returns those that stay. */
    const undoAll = async (moves: { orderId: OrderId; from: Day; to: Day }[]) => {
      const stayed: typeof moves = [];
      for (const each of moves.toReversed()) {
        if (!(await undo(each.orderId, each.from, each.to)).ok) stayed.unshift(each);
      }
      return stayed;
    };
    const read = async (id: OrderId) => {
      const booked = await findBooked(database, { id });
      if (!booked?.order) throw new Error('The order is gone.');
      const { order, days, trail, emails } = booked;
      return {
        days,
        items: order.items.map(({ title, day }) => [title, day]),
        moves: trail.flatMap((event) => (event.kind === 'moved' ? event.facts : [])),
        emails: emails
          .filter(({ kind }) => kind !== 'cafe' && kind !== 'confirmation')
          .map(({ kind, state }) => `${kind}: ${state}`)
          .sort(),
      };
    };
    const mark = (change: FulfilmentChange) => setFulfilment(shopOf(), change);
    return {
      place,
      database,
      mark,
      service,
      errors,
      today,
      a,
      b,
      c,
      deliver,
      deliverLater,
      fund,
      move,
      undo,
      undoAll,
      read,
    };
  }

  const toMake = (day: Day) => ({ day, fulfilment: 'to-make' });

  test('moves all items of the day, and tells the customer after the time of Undo', async () => {
    const { database, service, deliver, deliverLater, fund, move, read, a, b, c } = await open();
    const { id, number } = await fund([a, c, a]);
    const cafes = async () => (await claim(database, MOST)).length;
    service.emails.length = 0;
    expect(await move(id, a, b)).toEqual({ ok: true, isChanged: true });
    expect(await read(id)).toEqual({
      days: [toMake(b), toMake(c)],
      items: [
        ['Cake 0', b],
        ['Cake 1', c],
        ['Cake 2', b],
      ],
      moves: [{ from: a, to: b, positions: [0, 2] }],
      emails: [`moved ${a} ${b} 1: waiting`, `reminder ${b}: waiting`, `reminder ${c}: waiting`],
    });
    const booked = await findBooked(database, { id });
    const told = booked?.emails.find(({ kind }) => kind.startsWith('moved'));
    // By the database's clock, as it compares it.
    const event = booked?.trail.findLast(({ kind }) => kind === 'moved');
    const wait = Date.parse(told?.at ?? '') - Date.parse(event?.at ?? '');
    expect(Math.round(wait / 1000)).toBe(UNDO_SECONDS);
    await deliver();
    expect(service.emails).toEqual([]);

    const [email, ...more] = await deliverLater();
    expect(more).toEqual([]);
    expect(email?.subject).toBe(`Your order ${number} has a new day: ${dayInWords(b, 'short')}`);
    expect(email?.text).toContain(`Your order for ${dayInWords(a)} is now for ${dayInWords(b)}.`);
    expect(email?.text).toContain('Cake 0');
    expect(email?.text).not.toContain('Cake 1');
    const [entry, ...others] = attachedEvents(email?.calendar ?? '');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ uid: `${id}-${a}`, sequence: 1 });
    expect(entry?.start.slice(0, 10)).toBe(b);
    // The cafe's own e-mail is not sent again.
    expect(await cafes()).toBe(0);
  });

  test('is the same move if the form comes twice, also at once from two servers', async () => {
    const { place, fund, move, read, a, b } = await open();
    const { id } = await fund();
    const server = await place.openTwo();
    const results = await Promise.all([0, 1, 2, 3].map((n) => move(id, a, b, server(n))));
    expect(results.filter((result) => result.ok && result.isChanged)).toHaveLength(1);
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect((await read(id)).moves).toHaveLength(1);
  });

  test('goes to one of the days that two people choose at the same time', async () => {
    const { place, fund, move, read, a, b, c } = await open();
    const server = await place.openTwo();
    for (let round = 0; round < 5; round += 1) {
      const { id } = await fund([a], false);
      const [one, other] = await Promise.all([
        move(id, a, b, server(0)),
        move(id, a, c, server(1)),
      ]);
      const isFirst = one.ok;
      expect(isFirst ? other : one).toEqual({ ok: false, reason: 'conflict' });
      expect((await read(id)).days).toEqual([toMake(isFirst ? b : c)]);
    }
  });

  test('and back within the time of Undo tells the customer nothing', async () => {
    const { deliverLater, fund, move, undo, read, a, b } = await open();
    const { id } = await fund();
    await move(id, a, b);
    expect(await undo(id, a, b)).toEqual({ ok: true, isChanged: true });
    expect(await undo(id, a, b)).toEqual({ ok: true, isChanged: false });
    expect(await read(id)).toEqual({
      days: [toMake(a)],
      items: [['Cake 0', a]],
      moves: [
        { from: a, to: b, positions: [0] },
        { from: b, to: a, positions: [0] },
      ],
      emails: [`reminder ${a}: waiting`],
    });
    expect(await deliverLater()).toEqual([]);
  });

  test('is taken back twice without what was taken off meanwhile', async () => {
    const { database, fund, move, undo, read, a, b } = await open();
    const { id } = await fund([a, a]);
    await move(id, a, b);
    const { trail = [] } = (await findBooked(database, { id })) ?? {};
    const taking = { id: randomUUID(), orderId: id, positions: [1], version: versionOf(trail) };
    expect(await takeOff(shopOn(database), { ...taking, by: 'anna' })).toBe('taken-off');
    expect(await undo(id, a, b)).toEqual({ ok: true, isChanged: true });
    expect(await undo(id, a, b)).toEqual({ ok: true, isChanged: false });
    expect((await read(id)).items).toEqual([['Cake 0', a]]);
  });

  test('onto another day of the order and back leaves what was on that day before', async () => {
    const { database, fund, move, undo, read, a, b, c } = await open();
    const { id } = await fund([c, a, b]);
    await setWeekCapacity(shopOn(database), Array(7).fill('20'), {
      by: 'anna',
      version: undefined,
    });
    const units = async () => {
      const rows = await dayLoads(shopOn(database), a, c);
      return new Map([...rows].map(([day, load]) => [day, load.units]));
    };
    // The customer is still to be told of this one.
    await move(id, c, b);
    const before = { ...(await read(id)), moves: [], units: await units() };
    await move(id, a, b);
    expect((await read(id)).days).toEqual([toMake(b)]);
    expect(await undo(id, a, b)).toEqual({ ok: true, isChanged: true });
    expect({ ...(await read(id)), moves: [], units: await units() }).toEqual(before);
    expect(before.units).toEqual(
      new Map([
        [a, 2],
        [b, 4],
      ]),
    );
    expect(before.emails).toEqual([
      `moved ${c} ${b} 1: waiting`,
      `reminder ${a}: waiting`,
      `reminder ${b}: waiting`,
    ]);
  });

  test.each(['one day', 'two days'])(
    'from two days to %s is taken back with the e-mails',
    async (to) => {
      const { deliverLater, fund, move, undoAll, read, a, b, c } = await open();
      const { id: orderId } = await fund([a, b]);
      const before = { ...(await read(orderId)), moves: [] };
      const moves = [
        { orderId, from: a, to: c },
        { orderId, from: b, to: to === 'one day' ? c : addDays(c, 1) },
      ];
      for (const each of moves) await move(orderId, each.from, each.to);
      expect(await undoAll(moves)).toEqual([]);
      expect({ ...(await read(orderId)), moves: [] }).toEqual(before);
      expect(await deliverLater()).toEqual([]);
    },
  );

  test('is not taken back for what is ready or was moved elsewhere, and says so', async () => {
    const { mark, fund, move, undoAll, read, a, b, c } = await open();
    const orders = [await fund(), await fund(), await fund()];
    const moves = orders.map(({ id }) => ({ orderId: id, from: a, to: b }));
    for (const { orderId } of moves) await move(orderId, a, b);
    const [ready, elsewhere, back] = moves;
    if (!ready || !elsewhere || !back) throw new Error('There are three.');
    await mark({
      orderId: ready.orderId,
      day: b,
      by: 'anna',
      from: 'to-make',
      fulfilment: 'ready',
    });
    await move(elsewhere.orderId, b, c);
    expect(await undoAll(moves)).toEqual([ready, elsewhere]);
    expect((await read(ready.orderId)).days).toEqual([{ day: b, fulfilment: 'ready' }]);
    expect((await read(elsewhere.orderId)).days).toEqual([toMake(c)]);
    expect((await read(back.orderId)).days).toEqual([toMake(a)]);
  });

  test('and back later tells the customer again, with a higher sequence', async () => {
    const { deliverLater, fund, move, undo, a, b } = await open();
    const { id } = await fund();
    await move(id, a, b);
    await deliverLater();
    await undo(id, a, b);
    const [email] = await deliverLater();
    expect(email?.subject).toContain(dayInWords(a, 'short'));
    const [event] = attachedEvents(email?.calendar ?? '');
    expect(event).toMatchObject({ uid: `${id}-${a}`, sequence: 2 });
    expect(event?.start.slice(0, 10)).toBe(a);
  });

  test('twice within the time of Undo tells the customer once, from the day that they know', async () => {
    const { deliverLater, fund, move, a, b, c } = await open();
    const { id } = await fund();
    await move(id, a, b);
    await move(id, b, c);
    const [email, ...more] = await deliverLater();
    expect(more).toEqual([]);
    expect(email?.text).toContain(`Your order for ${dayInWords(a)} is now for ${dayInWords(c)}.`);
    expect(attachedEvents(email?.calendar ?? '')).toMatchObject([
      { uid: `${id}-${a}`, sequence: 2 },
    ]);
  });

  test('onto another day of the order keeps both calendar entries apart', async () => {
    const { deliverLater, fund, move, read, a, b, c } = await open();
    const { id } = await fund([a, b]);
    await move(id, a, b);
    expect((await read(id)).days).toEqual([toMake(b)]);
    const [first] = await deliverLater();
    const entries = (calendar: string) =>
      attachedEvents(calendar).map(({ uid, sequence, start }) => [
        uid,
        sequence,
        start.slice(0, 10),
      ]);
    expect(entries(first?.calendar ?? '')).toEqual([
      [`${id}-${a}`, 1, b],
      [`${id}-${b}`, 0, b],
    ]);
    await move(id, b, c);
    const [second] = await deliverLater();
    expect(entries(second?.calendar ?? '')).toEqual([
      [`${id}-${a}`, 2, c],
      [`${id}-${b}`, 2, c],
    ]);
  });

  test('while its e-mail is being sent lets the customer hear of both days', async () => {
    const { service, deliver, deliverLater, fund, move, undo, a, b, place } = await open();
    const { id } = await fund();
    await move(id, a, b);
    const accept = service.respond;
    service.respond = async (...sent) => {
      service.respond = accept;
      expect(await undo(id, a, b)).toMatchObject({ ok: true });
      return accept(...sent);
    };
    await deliverLater();
    expect(service.emails[0]?.subject).toContain(dayInWords(b, 'short'));
    const [email] = await deliverLater();
    expect(email?.subject).toContain(dayInWords(a, 'short'));
    await place.run(`update emails set not_before = '' where sent_at is null`);
    await deliver();
  });

  test('drops a claimed e-mail about a day that it is not for any more', async () => {
    const { place, database, service, deliver, fund, move, read, a, b, c } = await open();
    const { id } = await fund();
    await move(id, a, b);
    await place.run(`update emails set not_before = '' where kind like 'moved %'`);
    // A server that ends before it has sent it.
    await claim(database, 1, 0);
    await move(id, b, c);
    service.emails.length = 0;
    await deliver();
    expect(service.emails).toEqual([]);
    expect((await read(id)).emails).toContain(`moved ${a} ${b} 1: dropped`);
    // The customer may have read of b.
    expect((await read(id)).emails).toContain(`moved ${b} ${c} 2: waiting`);
  });

  test.each(['ready', 'collected'] as const)('is refused once it is %s', async (fulfilment) => {
    const { mark, fund, move, read, a, b, c } = await open();
    const { id } = await fund([a, b]);
    const tick = { orderId: id, day: a, from: 'to-make', fulfilment, by: 'anna' } as const;
    await mark(tick);
    expect(await move(id, a, c)).toEqual({ ok: false, reason: 'ticked-off', day: a, fulfilment });
    // Nor onto a day that is ticked off.
    expect(await move(id, b, a)).toEqual({ ok: false, reason: 'ticked-off', day: a, fulfilment });
    expect((await read(id)).moves).toEqual([]);
    await mark({ ...tick, from: fulfilment, fulfilment: 'to-make' });
    expect(await move(id, a, c)).toMatchObject({ ok: true });
  });

  test('makes a cake again that was not collected', async () => {
    const { mark, fund, move, undo, read, today, b } = await open();
    const yesterday = addDays(today, -1);
    const { id } = await fund([yesterday]);
    const fulfilment = {
      orderId: id,
      day: yesterday,
      from: 'to-make',
      fulfilment: 'missed',
      by: 'a',
    } as const;
    await mark(fulfilment);
    expect(await move(id, yesterday, b)).toMatchObject({ ok: true });
    expect((await read(id)).days).toEqual([toMake(b)]);
    expect(await move(id, b, yesterday)).toEqual({ ok: false, reason: 'past' });
    expect(await undo(id, yesterday, b)).toMatchObject({ ok: true });
    expect((await read(id)).days).toEqual([{ day: yesterday, fulfilment: 'missed' }]);
  });

  test('and back leaves what was not collected of the other day as it is', async () => {
    const { database, mark, fund, move, undo, read, today, a } = await open();
    const { id } = await fund([today, a]);
    expect(await move(id, a, today, database, true)).toMatchObject({ ok: true });
    const tick = { orderId: id, day: today, by: 'anna' } as const;
    await mark({ ...tick, from: 'to-make', fulfilment: 'missed' });
    expect(await undo(id, a, today)).toMatchObject({ ok: true });
    expect((await read(id)).days).toEqual([{ day: today, fulfilment: 'missed' }, toMake(a)]);
  });

  test('asks before it takes a day that customers cannot choose', async () => {
    const { database, fund, move, read, today, a, b } = await open();
    const { id } = await fund();
    await forbidDays(database, [b], 'Staff training');
    const closed = { ok: false, reason: 'closed' };
    expect(await move(id, a, b)).toEqual({ ...closed, why: 'Staff training' });
    expect(await move(id, a, today)).toEqual({ ...closed, why: 'We need 3 days’ notice' });
    expect(await move(id, a, addDays(today, 91))).toMatchObject(closed);
    expect(await move(id, a, b, database, true)).toMatchObject({ ok: true });
    expect((await read(id)).days).toEqual([toMake(b)]);
    const refused = async (to: Day) => move(id, b, to, database, true);
    expect(await refused(addDays(today, -1))).toEqual({ ok: false, reason: 'past' });
    expect(await refused(addDays(today, 732))).toEqual({ ok: false, reason: 'too-far' });
    // It is too late to remind the customer of today.
    expect(await refused(today)).toMatchObject({ ok: true });
    expect((await read(id)).emails).toEqual([`moved ${a} ${today} 2: waiting`]);
  });

  test('is only for orders that are paid and not anonymised', async () => {
    const { database, fund, move, a, b } = await open();
    const unpaid = sampleOrder({ items: [sampleItem({ day: a })] });
    await addOrder(database, unpaid);
    const unknown = { ok: false, reason: 'unknown' };
    expect(await move(unpaid.id, a, b)).toEqual(unknown);
    expect(await move(sampleOrder().id, a, b)).toEqual(unknown);
    const { id } = await fund();
    await markEmailSent(database.db, cafesEmail(id));
    await anonymiseOrder(database.db, id);
    expect(await move(id, a, b)).toEqual(unknown);
  });

  test('keeps the order until its new day has passed', async () => {
    const { database, fund, move, a, b } = await open();
    const { id } = await fund();
    await markEmailSent(database.db, cafesEmail(id));
    const due = () => dueForAnonymising(database.db, addDays(a, 1));
    expect(await due()).toEqual([id]);
    await move(id, a, b);
    expect(await due()).toEqual([]);
  });

  test('is counted on the printed sheets of both days', async () => {
    const { database, fund, move, a, b, c } = await open();
    const [moved] = [await fund(), await fund()];
    for (const day of [a, b, c]) {
      await recordPrint(database, day, await lastEvent(database));
    }
    await move(moved.id, a, b);
    const changed = async (day: Day) => (await lastPrint(database, day))?.changed;
    expect(await changed(a)).toEqual([moved.id]);
    expect(await changed(b)).toEqual([moved.id]);
    expect(await changed(c)).toEqual([]);
  });
});
