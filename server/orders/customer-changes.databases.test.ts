import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newsView } from '#app/owner/collections/news/news-view.ts';
import { versionOf } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, londonDay, londonTime, weekday } from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { changeCalendar } from '#server/content/calendar.ts';
import { addTime } from '#server/content/collection-times.ts';
import { seed } from '#server/content/seed.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { markEmailSent, requeueEmails } from '#server/emails/queue.ts';
import { findBooked } from '#server/orders/book.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import { secrets } from '#server/staff/secrets.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { attachedEvents } from '#test/calendar-file.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { openMailService } from '#test/mail-service.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { openEveryDay } from '#test/open-every-day.ts';
import { cafesEmail } from '#test/outbox-time.ts';
import { readTables } from '#test/query-database.ts';
import { recordingLog } from '#test/recording-log.ts';
import { sampleCake, sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addOrder } from './add.ts';
import { anonymiseOrder } from './anonymise.ts';
import { changedByCustomers, listCollections } from './book.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { declineCancel, requestCancel, undeclineCancel } from './cancel-request.ts';
import { undoTextChange } from './change-text.ts';
import { correctEmail } from './contact.ts';
import { askToMove, changeTextByCustomer, moveByCustomer } from './customer-changes.ts';
import { type CustomerOrder, customerOrder } from './customer-order.ts';
import { findOrders } from './find-orders.ts';
import { openIncidents } from './incidents.ts';
import { undoMove } from './move.ts';
import { fundOrder } from './pay.ts';
import { takeOff } from './take-off.ts';
import { markSeen, setFulfilment } from './tick-off.ts';

const LEAD_DAYS = 3;
const LINK = /https:\/\/cafe\.example\/my-order\/([0-9a-z]{26})/;

const CHANGED = { ok: true, isChanged: true };
const UNCHANGED = { ok: true, isChanged: false };
const CONFLICT = { ok: false, reason: 'conflict' };
const UNKNOWN = { ok: false, reason: 'unknown' };
const fixed = (why: string) => ({ ok: false, reason: 'fixed', why });

describe.each(bothDatabases)('a customer’s link on $name', ({ fresh }) => {
  /** @param capacity of each day, in units; by default there are no limits. */
  async function open(capacity?: number) {
    const place = await fresh();
    const database = await place.open();
    const calendar = { ...sampleSeed().calendar, leadDays: LEAD_DAYS, closedWeekdays: [] };
    await seed(
      database.db,
      sampleSeed({
        cakes: [
          sampleCake('victoria'),
          sampleCake('wedding', { leadDays: 14 }),
          sampleCake('candles', { kind: 'personal-touch', category: [], offMessage: true }),
        ],
        calendar: {
          ...calendar,
          closedPeriods: [],
          days: {},
          ...(capacity !== undefined && { capacity: Array<number>(7).fill(capacity) }),
        },
      }),
    );
    await openEveryDay(database);
    const { service, mailer } = await openMailService();
    const { log } = recordingLog();
    let now = new Date().toISOString();
    const clock = { now: () => now };
    const today = londonDay(now);
    const services = { mailer, clock, log };
    const shopOf = (on: OpenDatabase = database) => shopOn(on, services);
    /** @returns the e-mails to customers. */
    const deliver = async () => {
      service.emails.length = 0;
      await place.run(
        "update emails set not_before = '' where sent_at is null and kind not like 'reminder %'",
      );
      await deliverEmails(shopOf());
      return service.emails.filter(({ orderText }) => orderText === '');
    };
    const deliverToCafe = async () => {
      await deliver();
      return service.emails.filter(({ orderText }) => orderText !== '');
    };
    /** @returns a paid order, and the token of the link in its confirmation. */
    const buy = async (days = [addDays(today, 10)], cakeId = 'victoria') => {
      const items = days.map((day) =>
        sampleItem({ day, cakeId, message: 'Happy Birthday', units: 2 }),
      );
      const order = sampleOrder({ placedAt: now, items });
      await addOrder(database, order, { hold: { now } });
      const planned = plannedEmails(order, now).filter(({ kind }) => kind === 'confirmation');
      await fundOrder(database, order.id, { customerEmails: planned });
      await markEmailSent(database.db, cafesEmail(order.id));
      const [email] = await deliver();
      return { ...order, token: LINK.exec(email?.text ?? '')?.[1] ?? '' };
    };
    const see = async (token: string, on?: OpenDatabase): Promise<CustomerOrder> => {
      const order = await customerOrder(shopOf(on), token);
      if (!order || order === 'over') throw new Error('The link does not lead to the order.');
      return order;
    };
    const move = async (token: string, from: Day, to: Day, version?: number, on?: OpenDatabase) =>
      moveByCustomer(shopOf(on), token, {
        from,
        to,
        version: version ?? (await see(token)).version,
      });
    const write = async (token: string, to: string, version?: number) =>
      changeTextByCustomer(shopOf(), token, {
        position: 0,
        to,
        version: version ?? (await see(token)).version,
      });
    const say = async (token: string, to: string) => {
      const { version } = await see(token);
      return changeTextByCustomer(shopOf(), token, { position: undefined, to, version });
    };
    const passDays = (days: number) => {
      now = `${addDays(today, days)}T12:00:00.000Z`;
    };
    const booked = async (id: OrderId) => {
      const found = await findBooked(database, { id });
      if (!found) throw new Error('The order is gone.');
      return found;
    };
    const explained = () => openIncidents(shopOf());
    const incidents = async () =>
      (await explained()).map(({ kind, orderId }) => ({ kind, orderId }));
    return {
      place,
      database,
      service,
      today,
      shopOf,
      deliver,
      deliverToCafe,
      buy,
      see,
      move,
      write,
      say,
      passDays,
      booked,
      explained,
      incidents,
    };
  }

  test('moves the order three times and no more; each move is in its e-mail and the calendar', async () => {
    const { today, buy, see, move, deliver, booked } = await open();
    const days = [10, 12, 14, 16, 18].map((ahead) => addDays(today, ahead));
    const [a, b, c, d, e] = days;
    if (!a || !b || !c || !d || !e) throw new Error('There are five days.');
    const { id, token } = await buy([a]);
    expect((await see(token)).movesLeft).toBe(3);
    expect(await move(token, a, b)).toEqual(CHANGED);
    const [email] = await deliver();
    expect(attachedEvents(email?.calendar ?? '')).toMatchObject([
      { uid: `${id}-${a}`, sequence: 1 },
    ]);
    expect(await move(token, b, c)).toEqual(CHANGED);
    expect(await move(token, c, d)).toEqual(CHANGED);
    const [third] = await deliver();
    expect(attachedEvents(third?.calendar ?? '')).toMatchObject([
      { uid: `${id}-${a}`, sequence: 3 },
    ]);
    expect(await move(token, d, e)).toEqual(fixed('too-often'));
    expect((await see(token)).days).toMatchObject([{ day: d, move: { fixed: 'too-often' } }]);
    const moves = (await booked(id)).trail.filter(({ kind }) => kind === 'moved');
    expect(moves.map(({ actor }) => actor)).toEqual(['customer', 'customer', 'customer']);
  });

  test('moves by the rules of ordering, with the cakes’ own lead times', async () => {
    const { database, shopOf, today, buy, see, move, passDays } = await open();
    const [a, b] = [addDays(today, 20), addDays(today, 30)];
    const { token } = await buy([a], 'wedding');
    const closed = { ok: false, reason: 'invalid' };
    expect(await move(token, a, addDays(today, 13))).toMatchObject(closed);
    expect(await move(token, a, addDays(today, 91))).toMatchObject(closed);
    expect(await move(token, a, addDays(today, -1))).toMatchObject(closed);
    await forbidDays(database, [b], 'Staff training');
    expect(await move(token, a, b)).toEqual({
      ...closed,
      text: 'Staff training. Please choose another day.',
    });
    const [day] = (await see(token)).days;
    expect(day).toMatchObject({ move: { until: addDays(a, -15), fixed: undefined } });
    expect(day?.offered[0]).toBe(addDays(today, 14));
    expect(day?.offered).not.toContain(b);
    // The last orders of today have been taken.
    const cutOff = londonTime(shopOf().clock.now());
    await changeCalendar(shopOf(), 'anna', (now) => ({
      ...now,
      cutOff,
    }));
    expect(await move(token, a, addDays(today, 14))).toMatchObject({
      ...closed,
      text: expect.stringMatching(
        /^We need 14 days’ notice for this cake\. After .* we start tomor/,
      ),
    });
    expect((await see(token)).days[0]?.offered[0]).toBe(addDays(today, 15));
    passDays(5);
    expect((await see(token)).days[0]?.move.fixed).toBeUndefined();
    passDays(6);
    expect(await move(token, a, addDays(today, 40))).toEqual(fixed('too-late'));
  });

  test('of two days cannot change the one that has passed, which is not said to be close', async () => {
    const { today, buy, see, move, passDays } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 20)];
    const { token } = await buy([a, b]);
    passDays(11);
    const [past, next] = (await see(token)).days;
    expect([past?.messages.fixed, past?.move.fixed, past?.add.fixed]).toEqual(
      Array(3).fill('over'),
    );
    expect(next?.move.fixed).toBeUndefined();
    expect(await move(token, a, addDays(today, 40))).toEqual(fixed('over'));
  });

  test('moves to days with room alone', async () => {
    const { database, shopOf, today, buy, see, move } = await open(3);
    const [a, b, c] = [addDays(today, 10), addDays(today, 12), addDays(today, 14)];
    const [{ token }, other] = [await buy([a]), await buy([addDays(today, 16)])];
    await buy([b]);
    expect((await see(token)).days[0]?.offered).not.toContain(b);
    expect(await move(token, a, b)).toEqual({
      ok: false,
      reason: 'invalid',
      text: 'That day is fully booked. Please choose another.',
    });
    expect((await see(token)).days[0]?.offered).toContain(c);
    const ask = (to: Day) => askToMove(shopOf(), token, { from: a, to });
    expect(await ask(b)).toEqual(await move(token, a, b));
    const question = { to: c, textsUntil: addDays(c, -2) };
    const moves = { left: 2, until: addDays(c, -LEAD_DAYS - 1) };
    expect(await ask(c)).toMatchObject({ ok: true, question: { ...question, moves } });
    // Too soon to be moved again, and on a day whose sheet is printed.
    const soon = addDays(today, LEAD_DAYS);
    await recordPrint(database, soon, await lastEvent(database));
    const last = { to: soon, textsUntil: undefined, moves: undefined };
    expect(await ask(soon)).toMatchObject({ ok: true, question: last });
    expect(await ask(a)).toMatchObject({ reason: 'invalid' });
    expect((await see(token)).days).toMatchObject([{ day: a }]);
    expect(await move(token, a, c)).toEqual(CHANGED);
    expect(await ask(c)).toEqual(CONFLICT);
    expect(await move(other.token, addDays(today, 16), c)).toMatchObject({ reason: 'invalid' });
  });

  test('changes the collection time alone, to one that has room', async () => {
    const { shopOf, today, buy, see } = await open();
    const weekdays = ['1', '2', '3', '4', '5', '6'];
    await addTime(shopOf(), { from: '10:00', to: '12:00', most: '', weekdays }, 'anna');
    await addTime(shopOf(), { from: '14:00', to: '16:00', most: '1', weekdays }, 'anna');
    const days = [10, 11].map((ahead) => addDays(today, ahead));
    const day = days.find((each) => weekday(each) !== 7) ?? today;
    const [one, other] = [await buy([day]), await buy([day])];
    const ask = (token: string) => askToMove(shopOf(), token, { from: day, to: day });
    const choose = async (token: string, time: CollectionTime) => {
      const { version } = await see(token);
      return moveByCustomer(shopOf(), token, { from: day, to: day, time, version });
    };
    expect(await ask(one.token)).toMatchObject({
      question: { times: ['10:00-12:00', '14:00-16:00'] },
    });
    expect(await choose(one.token, '14:00-16:00')).toEqual(CHANGED);
    expect((await see(one.token)).items[0]).toMatchObject({ day, time: '14:00-16:00' });
    expect(await ask(one.token)).toMatchObject({ question: { times: ['10:00-12:00'] } });
    expect(await ask(other.token)).toMatchObject({ question: { times: ['10:00-12:00'] } });
    expect(await choose(other.token, '14:00-16:00')).toMatchObject({ reason: 'invalid' });
  });

  test('fixes the message until the second day before, or until the sheet is printed', async () => {
    const { shopOf, database, today, buy, see, write, deliver, passDays, booked } = await open();
    const day = addDays(today, 10);
    const [first, second] = [await buy([day]), await buy([addDays(today, 12)])];
    passDays(8);
    expect(await write(first.token, ' Happy 7th, Ada ')).toEqual(CHANGED);
    expect((await see(first.token)).items[0]?.message).toBe('Happy 7th, Ada');
    const [email] = await deliver();
    expect(email?.subject).toBe(`Your order ${first.number} has changed`);
    expect(email?.text).toContain('On it: “Happy 7th, Ada”');
    expect(attachedEvents(email?.calendar ?? '')).toMatchObject([{ uid: `${first.id}-${day}` }]);
    const { trail } = await booked(first.id);
    const changed = trail.filter(({ kind }) => kind === 'text-changed');
    expect(changed).toMatchObject([
      {
        actor: 'customer',
        facts: { position: 0 },
        texts: { before: 'Happy Birthday', after: 'Happy 7th, Ada' },
      },
    ]);
    expect(JSON.stringify(trail.map(({ facts }) => facts))).not.toContain('Ada');
    // Staff find the order by its new message.
    const found = await findOrders(shopOf(), { text: 'Happy 7th' });
    expect(found.orders.map(({ id }) => id)).toEqual([first.id]);

    await recordPrint(database, day, await lastEvent(database));
    expect(await write(first.token, 'Too late')).toEqual(fixed('printed'));
    expect(await write(second.token, 'In time')).toEqual(CHANGED);
    passDays(11);
    expect(await write(second.token, 'Too late')).toEqual(fixed('too-late'));
    expect((await see(second.token)).items[0]?.message).toBe('In time');
  });

  test('a sheet that is printed while a message is changed says so', async () => {
    const { database, today, buy, write } = await open();
    const day = addDays(today, 10);
    const { id, token } = await buy([day]);
    const event = await lastEvent(database);
    await write(token, 'Changed meanwhile');
    await recordPrint(database, day, event);
    expect((await lastPrint(database, day))?.changed).toEqual([id]);
  });

  test('takes only a message that could be ordered', async () => {
    const { today, buy, write, booked } = await open();
    const { id, token } = await buy();
    for (const text of [
      'x'.repeat(31),
      'two\nlines',
      'hidden\u200B',
      '\u202Eright to left',
      'Ada 🎂',
    ]) {
      expect(await write(token, text)).toMatchObject({ ok: false, reason: 'invalid' });
    }
    const { trail } = await booked(id);
    expect(trail.filter(({ kind }) => kind === 'text-changed')).toEqual([]);
    const candles = await buy([addDays(today, 10)], 'candles');
    expect(await write(candles.token, 'On a candle')).toMatchObject({ reason: 'invalid' });
    expect(await write(token, '')).toEqual(CHANGED);
  });

  test('says who collects it, which staff see and find', async () => {
    const { shopOf, today, buy, say, see, deliver } = await open();
    const { id, token } = await buy();
    expect(await say(token, 'x'.repeat(101))).toMatchObject({ reason: 'invalid' });
    expect(await say(token, 'Grace Hopper')).toEqual(CHANGED);
    expect((await see(token)).collector).toBe('Grace Hopper');
    const [email] = await deliver();
    expect(email?.text).toContain('WHO COLLECTS IT\nGrace Hopper');
    const week = { from: today, to: addDays(today, 30) };
    expect(await listCollections(shopOf(), week)).toMatchObject([{ collector: 'Grace Hopper' }]);
    const found = await findOrders(shopOf(), { text: 'Grace H' });
    expect(found.orders.map((each) => each.id)).toEqual([id]);
    expect(await say(token, '')).toEqual(CHANGED);
    expect((await see(token)).collector).toBe('');
  });

  test('asks to cancel at any time, and gets the owner’s answer', async () => {
    const { today, shopOf, buy, see, deliver, explained, incidents, passDays } = await open();
    const { id, token } = await buy([addDays(today, 1)]);
    passDays(1);
    const { version } = await see(token);
    const ask = (shown: number) => requestCancel(shopOf(), token, shown);
    const asked = await Promise.all([ask(version), ask(version), ask(version)]);
    expect(asked.filter((each) => each.ok && each.isChanged)).toHaveLength(1);
    expect(asked.every(({ ok }) => ok)).toBe(true);
    expect(await incidents()).toEqual([{ kind: 'cancel-requested', orderId: id }]);
    expect(await see(token)).toMatchObject({ cancelling: 'requested', isOver: false });
    expect((await deliver()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We have your request to cancel/),
    ]);
    const decline = () => declineCancel(shopOf(), id, 'olive');
    const undecline = () => undeclineCancel(shopOf(), id, 'olive');
    // Taken back while the customer does not know of it.
    expect(await decline()).toBe('changed');
    expect((await see(token)).cancelling).toBe('declined');
    await undecline();
    await undecline();
    expect(await deliver()).toEqual([]);
    expect(await incidents()).toEqual([{ kind: 'cancel-requested', orderId: id }]);
    expect((await see(token)).cancelling).toBe('requested');
    expect(await decline()).toBe('changed');
    expect(await decline()).toBe('unchanged');
    expect(await incidents()).toEqual([]);
    expect((await see(token)).cancelling).toBe('declined');
    expect((await deliver()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/stays as it is$/),
    ]);
    await undecline();
    expect(await incidents()).toEqual([]);
    // The form of before, sent again.
    expect(await ask(version)).toEqual(CONFLICT);
    expect(await ask((await see(token)).version)).toEqual(CHANGED);
    expect(await incidents()).toEqual([{ kind: 'cancel-requested', orderId: id }]);

    // The owner can close it without an answer, once the day is over.
    const remedies = async () =>
      (await explained()).flatMap((incident) => incident.remedies.map(({ action }) => action));
    expect(await remedies()).toEqual(['decline-cancel', 'call']);
    passDays(2);
    expect(await remedies()).toEqual(['decline-cancel', 'call', 'close']);
  });

  test('tells the cafe of each change, once', async () => {
    const { today, buy, move, write, say, shopOf, deliverToCafe, place } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const { id, number, token } = await buy([a, b]);
    const [inA, inB] = [dayInWords(a, 'short'), dayInWords(b, 'short')];
    const subjects = async () => (await deliverToCafe()).map(({ subject }) => subject);
    const requests = () => requestCancel(shopOf(), token, 0);

    expect(await write(token, 'Happy 8th')).toEqual(CHANGED);
    const [message, ...others] = await deliverToCafe();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      subject: `New message · ${inA} · Victoria Sponge 8 in · Ada Baker`,
      orderText: expect.stringContaining(
        'The customer has changed the message on Victoria Sponge: “Happy 8th”.',
      ),
    });
    expect(message?.orderText).toContain(`https://cafe.example/owner/orders/${number}`);
    // The same form once more.
    expect(await write(token, 'Happy 8th')).toEqual(UNCHANGED);
    expect(await subjects()).toEqual([]);

    await say(token, 'Bob');
    expect(await subjects()).toEqual([
      `Bob collects · ${inA}, ${inB} · 2 × Victoria Sponge 8 in · Ada Baker`,
    ]);
    await move(token, a, b);
    await move(token, a, b);
    expect(await subjects()).toEqual([`Moved to ${inB} · 2 × Victoria Sponge 8 in · Ada Baker`]);
    expect(await requests()).toEqual(CHANGED);
    expect(await requests()).toEqual(UNCHANGED);
    expect(await subjects()).toEqual([
      `Asks to cancel · ${inB} · 2 × Victoria Sponge 8 in · Ada Baker`,
    ]);

    // Not without the change.
    await place.run('alter table emails rename to hidden');
    await expect(write(token, 'Happy 9th')).rejects.toThrow();
    await place.run('alter table hidden rename to emails');
    expect((await findBooked(shopOf(), { id }))?.items[0]?.message).toBe('Happy 8th');
  });

  test('what the customer changes is news to staff until somebody marks it as seen', async () => {
    const { shopOf, today, buy, move, write, say, booked } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const { id, token } = await buy([a, b]);
    const newsOn = async (day: Day) => {
      const [collection] = await listCollections(shopOf(), { from: day, to: day, changed: true });
      return collection?.news;
    };
    expect(await newsOn(a)).toBeUndefined();

    await write(token, 'Happy 8th');
    await write(token, 'Happy 9th');
    await say(token, 'Bob');
    const first = await newsOn(a);
    const texts = [
      { what: 'message', before: 'Happy Birthday', positions: [0] },
      { what: 'collector', before: '', positions: [] },
    ];
    expect(first?.changes).toEqual(texts);
    // On the card of the order's other day too.
    expect(await newsOn(b)).toEqual(first);
    expect((await booked(id)).news).toEqual(first);

    // The screen on which it is marked does not show the move.
    await move(token, a, b);
    const mark = (event: number) => markSeen(shopOf(), { orderId: id, event, by: 'anna' });
    expect(await mark(first?.event ?? 0)).toBe(true);
    expect(await mark(first?.event ?? 0)).toBe(false);
    const second = await newsOn(b);
    expect(second?.changes).toEqual([{ what: 'day', before: a, positions: [0] }]);
    expect(await mark(second?.event ?? 0)).toBe(true);
    // A form that was older.
    expect(await mark(first?.event ?? 0)).toBe(false);
    expect(await newsOn(b)).toBeUndefined();
    // No event of the customer's.
    expect(await mark(1_000_000)).toBe(false);
    expect((await booked(id)).trail.filter(({ kind }) => kind === 'seen')).toMatchObject([
      { actor: 'staff', personId: 'anna' },
      { actor: 'staff', personId: 'anna' },
    ]);

    await write(token, 'Happy 10th');
    expect((await newsOn(b))?.changes).toMatchObject([{ before: 'Happy 9th' }]);
    await write(token, 'Happy 9th');
    expect(await newsOn(b)).toBeUndefined();
  });

  test('a new day of a cake that was taken off is no news', async () => {
    const { shopOf, today, buy, move, booked } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const { id, token } = await buy([a, b]);
    await move(token, a, addDays(today, 11));
    const { news, trail } = await booked(id);
    expect(news?.changes).toMatchObject([{ what: 'day', positions: [0] }]);
    const taking = { id: randomUUID(), orderId: id, positions: [0], version: versionOf(trail) };
    expect(await takeOff(shopOf(), { ...taking, by: 'anna' })).toBe('taken-off');
    expect((await booked(id)).news).toBeUndefined();
  });

  test('an order of two days is listed once with its changes, which name the cake', async () => {
    const { today, buy, write, shopOf } = await open();
    const { number, token } = await buy([addDays(today, 10), addDays(today, 12)]);
    await write(token, 'Happy 8th');
    const changed = await changedByCustomers(shopOf());
    expect(changed.map(newsView)).toMatchObject([
      { number, changes: ['Message on Victoria Sponge: “Happy 8th”; it was “Happy Birthday”'] },
    ]);
  });

  test('a wish to cancel is marked until it is answered, whoever has seen it', async () => {
    const { today, buy, shopOf, passDays } = await open();
    const day = addDays(today, 10);
    const { id, token } = await buy([day]);
    const asks = async () =>
      (await changedByCustomers(shopOf())).map(({ requestsCancel }) => requestsCancel);
    expect(await asks()).toEqual([]);
    await requestCancel(shopOf(), token, 0);
    expect(await asks()).toEqual([true]);
    await declineCancel(shopOf(), id, 'anna');
    expect(await asks()).toEqual([]);
    await undeclineCancel(shopOf(), id, 'anna');
    expect(await asks()).toEqual([true]);
    await cancelOrder(shopOf(), { orderId: id, by: 'anna' });
    expect(await asks()).toEqual([]);
    await uncancelOrder(shopOf(), { orderId: id, by: 'anna' });
    expect(await asks()).toEqual([true]);
    passDays(11);
    expect(await asks()).toEqual([]);
  });

  test('changes are taken back by staff, and the customer is told', async () => {
    const { today, shopOf, buy, see, move, write, deliver, booked } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const { id, token } = await buy([a]);
    await move(token, a, b);
    await write(token, 'New words');
    await deliver();
    const event = (await booked(id)).trail.find(({ kind }) => kind === 'text-changed');
    if (event?.kind !== 'text-changed') throw new Error('Nothing was changed.');
    const undo = () => undoTextChange(shopOf(), { orderId: id, event, by: 'olive' });
    expect(await undo()).toBe('changed');
    expect(await undo()).toBe('unchanged');
    const moved = (await booked(id)).trail.find(({ kind }) => kind === 'moved');
    if (moved?.kind !== 'moved') throw new Error('Nothing was moved.');
    const undone = await undoMove(shopOf(), { orderId: id, event: moved, by: 'olive' });
    expect(undone).toMatchObject({ ok: true });
    expect(await see(token)).toMatchObject({ items: [{ day: a, message: 'Happy Birthday' }] });
    expect((await deliver()).map(({ subject }) => subject).sort()).toEqual([
      expect.stringContaining('has a new day'),
      expect.stringContaining('has changed'),
    ]);
    // What the customer has changed again stays.
    await write(token, 'Other words');
    expect(await undo()).toBe('conflict');
    const actors = (await booked(id)).trail
      .filter(({ kind }) => kind === 'text-changed' || kind === 'moved')
      .map(({ actor, personId }) => personId ?? actor);
    expect(actors).toEqual(['customer', 'customer', 'olive', 'olive', 'customer']);
  });

  test('forms of a second tab and replayed forms change nothing twice, and nothing back', async () => {
    const { today, buy, see, move, write } = await open();
    const [a, b, c] = [addDays(today, 10), addDays(today, 12), addDays(today, 14)];
    const { token } = await buy([a]);
    const { version } = await see(token);
    expect(await move(token, a, b, version)).toEqual(CHANGED);
    expect(await move(token, a, b, version)).toEqual(UNCHANGED);
    expect(await move(token, a, c, version)).toEqual(CONFLICT);
    expect(await move(token, b, a)).toEqual(CHANGED);
    // It is on the first day again, but the form is as old as it is.
    expect(await move(token, a, b, version)).toEqual(CONFLICT);
    expect(await write(token, 'One', version)).toEqual(CHANGED);
    expect(await write(token, 'One', version)).toEqual(UNCHANGED);
    expect(await write(token, 'Two', version)).toEqual(CONFLICT);
    expect(await write(token, 'Happy Birthday')).toEqual(CHANGED);
    expect(await write(token, 'One', version)).toEqual(CONFLICT);
    expect(await see(token)).toMatchObject({
      movesLeft: 1,
      items: [{ day: a, message: 'Happy Birthday' }],
    });
  });

  test('forms that arrive at once on two servers move the order once', async () => {
    const { place, today, buy, see, move } = await open();
    const server = await place.openTwo();
    const days = [12, 14, 16, 18].map((ahead) => addDays(today, ahead));
    const a = addDays(today, 10);
    const { token } = await buy([a]);
    const { version } = await see(token);
    const results = await Promise.all(
      days.map((day, turn) => move(token, a, day, version, server(turn))),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await see(token)).toMatchObject({ movesLeft: 2 });
  });

  test('what is ready, cancelled or past is seen and not changed', async () => {
    const { today, buy, see, move, write, shopOf, passDays } = await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const ready = await buy([a]);
    const tick = {
      orderId: ready.id,
      day: a,
      from: 'to-make',
      fulfilment: 'ready',
      by: 'kit',
    } as const;
    await setFulfilment(shopOf(), tick);
    expect(await move(ready.token, a, b)).toEqual(fixed('ticked-off'));
    expect(await write(ready.token, 'Too late')).toEqual(fixed('ticked-off'));
    const cancelled = await buy([a]);
    await cancelOrder(shopOf(), { orderId: cancelled.id, by: 'olive' });
    const past = await buy([a]);
    expect(await move(cancelled.token, a, b)).toEqual(fixed('over'));
    passDays(11);
    for (const { token } of [cancelled, past]) {
      expect(await write(token, 'Too late')).toEqual(fixed('over'));
      expect(await requestCancel(shopOf(), token, 0)).toEqual(fixed('over'));
      expect((await see(token)).isOver).toBe(true);
    }
  });

  test('is in every copy of every e-mail, as text and HTML, and the database has no token', async () => {
    const { place, database, buy, see, deliver } = await open();
    const { id, token, number } = await buy();
    const tokens = [token];
    for (let copy = 0; copy < 2; copy += 1) {
      expect(
        await requeueEmails(database.db, id, 'customer', 'confirmation').execute(),
      ).toHaveLength(1);
      const [email] = await deliver();
      tokens.push(LINK.exec(email?.text ?? '')?.[1] ?? '');
    }
    expect(new Set(tokens).size).toBe(3);
    for (const each of tokens) expect((await see(each)).number).toBe(number);
    const dump = await place.dump();
    for (const each of tokens) expect(dump).not.toContain(each);
  });

  test('of an e-mail that fails again and again fills no table', async () => {
    const { place, database, service, buy, see, deliver } = await open();
    const { id, token } = await buy();
    const links = async () => (await readTables(place.where)).get('customer_links')?.length;
    expect(await links()).toBe(1);
    await requeueEmails(database.db, id, 'customer', 'confirmation').execute();
    const accept = service.respond;
    service.respond = (response) => response.writeHead(503).end();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await place.run("update emails set next_attempt_at = ''");
      await deliver();
    }
    expect(await links()).toBe(1 + 8);
    service.respond = accept;
    await place.run("update emails set next_attempt_at = ''");
    const [email] = await deliver();
    await see(LINK.exec(email?.text ?? '')?.[1] ?? '');
    await see(token);
  });

  test('ends when the address that it was sent to is corrected', async () => {
    const { buy, see, move, deliver, shopOf, today } = await open();
    const { id, token, customer } = await buy();
    const corrected = 'ada.baker@example.com';
    await correctEmail(shopOf(), id, { current: customer.email, corrected });
    expect((await findOrders(shopOf(), { text: corrected })).orders).toHaveLength(1);
    expect((await findOrders(shopOf(), { text: customer.email })).orders).toEqual([]);
    expect(await customerOrder(shopOf(), token)).toBeUndefined();
    const wish = { from: addDays(today, 10), to: addDays(today, 12), version: 0 };
    expect(await moveByCustomer(shopOf(), token, wish)).toEqual(UNKNOWN);
    const [email] = await deliver();
    const next = LINK.exec(email?.text ?? '')?.[1] ?? '';
    expect(await see(next)).toMatchObject({ email: 'a•••@e•••.com' });
    expect(await move(next, wish.from, wish.to)).toEqual(CHANGED);
  });

  test('lists the cakes of a day before its candles, and changes the item that is meant', async () => {
    const { buy, see, place, today, shopOf, booked } = await open();
    const day = addDays(today, 10);
    const { id, token } = await buy([day, day]);
    await place.run(
      `update order_items set is_add_on = 1 where order_id = '${id}' and position = 0`,
    );
    const { days, version } = await see(token);
    expect(days).toMatchObject([{ positions: [1, 0], withMessage: [1, 0] }]);
    const change = { position: 1, to: 'For Ada', version };
    expect(await changeTextByCustomer(shopOf(), token, change)).toEqual(CHANGED);
    const { items, collections, news } = await booked(id);
    // An order keeps its items as they were ordered.
    expect(items.map(({ message }) => message)).toEqual(['Happy Birthday', 'For Ada']);
    expect(collections).toMatchObject([
      { positions: [1, 0], items: [{ message: 'For Ada' }, { isAddOn: true }] },
    ]);
    expect(news?.changes).toMatchObject([{ what: 'message', positions: [1] }]);
  });

  test('shows neither address nor phone number', async () => {
    const { buy, see } = await open();
    const { token } = await buy();
    const shown = JSON.stringify(await see(token));
    expect(shown).not.toMatch(/example\.com|7946/);
    expect(shown).toContain('a•••@e•••.com');
  });

  test('opens nothing for guesses, and opening changes nothing', async () => {
    const { place, buy, see, shopOf } = await open();
    const { id, token } = await buy();
    const before = await place.dump();
    const guesses = [
      ...['', '.', id, token.toUpperCase(), token.slice(1), `${token}0`, ` ${token}`],
      ...[secrets.hash(token), `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
      "' or 1=1 --",
    ];
    for (const guess of guesses) {
      expect(await customerOrder(shopOf(), guess), guess).toBeUndefined();
      expect(await requestCancel(shopOf(), guess, 0)).toEqual(UNKNOWN);
    }
    for (let visit = 0; visit < 3; visit += 1) await see(token);
    expect(await place.dump()).toBe(before);
  });

  test('says that an anonymised order is over, shows nothing of it and changes nothing', async () => {
    const { place, database, shopOf, today, buy, move, write, say, deliver, passDays } =
      await open();
    const [a, b] = [addDays(today, 10), addDays(today, 12)];
    const { id, token } = await buy([a]);
    await move(token, a, b);
    await write(token, 'For Augusta');
    await say(token, 'Augusta King');
    // Until then the cafe's e-mails name the customer.
    expect(await anonymiseOrder(database.db, id)).toBe(false);
    await deliver();
    passDays(40);
    await markEmailSent(database.db, cafesEmail(id));
    expect(await anonymiseOrder(database.db, id)).toBe(true);
    const before = await place.dump();
    expect(before).not.toMatch(/Augusta|Ada Baker|Birthday|ada@/);
    expect(await customerOrder(shopOf(), token)).toBe('over');
    const wish = { from: b, to: a, version: 0 };
    expect(await moveByCustomer(shopOf(), token, wish)).toEqual(UNKNOWN);
    const text = { position: 0, to: 'For Augusta', version: 0 };
    expect(await changeTextByCustomer(shopOf(), token, text)).toEqual(UNKNOWN);
    expect(await requestCancel(shopOf(), token, 0)).toEqual(UNKNOWN);
    expect(await place.dump()).toBe(before);
  });
});
