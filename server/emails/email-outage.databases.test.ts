import { expect, test } from 'vitest';
import { postponeEmail, requeueBacklog } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { findBooked } from '#server/orders/book.ts';
import { closeIncident, openIncidents, storedIncidents } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { openMailService } from '#test/mail-service.ts';
import { advanceTime, claim, databaseTime } from '#test/outbox-time.ts';
import { sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { deliverEmails } from './deliver.ts';
import { countFailingEmails, giveUpEmail } from './failing-emails.ts';
import { plannedEmails } from './kinds.ts';

const MOST = 30;
const QUARTER_OF_AN_HOUR = 15 * 60;

describeDailyOnSqlite('e-mails that are not accepted', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { service, mailer } = await openMailService();
    const clock = { now: () => new Date().toISOString() };
    const shop = shopOn(database, { mailer, clock });
    return {
      place,
      database,
      service,
      deliver: () => deliverEmails(shop),
      async fund(name: string) {
        const customer = { name, email: `${name}@example.com`.toLowerCase(), phone: '' };
        const order = sampleOrder({ customer });
        await addOrder(database, order);
        // Without the reminder, which waits for its day.
        const planned = plannedEmails(order, clock.now()).filter(({ notBefore }) => !notBefore);
        await fundOrder(database, order.id, { customerEmails: planned });
        return order;
      },
      incidents: () => openIncidents(shop),
      failing: () => countFailingEmails(shop),
      retry: () => requeueBacklog(shop.db),
      close: (key: string) => closeIncident(shop.db, key),
      giveUp: (key: string) => giveUpEmail(shop, key),
    };
  }

  test('are one incident of an outage, with the names, until all are accepted', async () => {
    const { place, database, service, deliver, fund, incidents, failing, retry, close } =
      await open();
    const { respond } = service;
    service.respond = (response) => response.writeHead(403).end('Zuleika');
    const first = await fund('Zuleika');
    await fund('Mary');
    expect(await incidents()).toEqual([]);
    expect(await deliver()).toBe(4);
    const [incident, ...more] = await incidents();
    expect(more).toEqual([]);
    expect(incident).toMatchObject({
      kind: 'emails-failing',
      title: 'E-mails are not going out.',
      advice: expect.stringContaining('allow API requests from non-browser applications'),
      facts: { emails: 4, reason: 'status 403' },
      remedies: [{ action: 'send-all' }],
    });
    expect(new Set(incident?.emails?.listed.map((each) => each.customerName))).toEqual(
      new Set(['Zuleika', 'Mary']),
    );
    expect(incident?.emails?.listed).toContainEqual({
      orderId: first.id,
      orderNumber: first.number,
      customerName: 'Zuleika',
      kind: 'confirmation',
    });
    expect(await failing()).toBe(4);
    const booked = await findBooked(database, { id: first.id });
    expect(booked?.emails.map(({ failingSince }) => typeof failingSince)).toEqual([
      'string',
      'string',
    ]);
    // What is stored names nobody, and nobody can close it.
    expect(JSON.stringify(await storedIncidents(database.db))).not.toContain('Zuleika');
    expect(await close(incident?.key ?? '')).toBe(false);

    // Another order, and another attempt: still the same incident.
    await fund('Kay');
    await advanceTime(place, QUARTER_OF_AN_HOUR);
    expect(await deliver()).toBe(6);
    expect(await incidents()).toMatchObject([
      { key: incident?.key, raisedAt: incident?.raisedAt, facts: { emails: 6 } },
    ]);

    // The cause is mended: the owner does not wait for the next attempt.
    service.respond = respond;
    service.emails.length = 0;
    expect(await deliver()).toBe(0);
    await retry();
    const firstDue = await claim(database, 3, 0);
    expect(firstDue.map(({ kind }) => kind)).toEqual(['cafe', 'cafe', 'cafe']);
    expect(await deliver()).toBe(6);
    expect(await failing()).toBe(0);
    expect(await incidents()).toEqual([]);
    expect(await storedIncidents(database.db)).toEqual([]);
  });

  test('of a service that is down are an incident after a quarter of an hour', async () => {
    const { place, service, deliver, fund, incidents, failing } = await open();
    service.respond = (response) => response.writeHead(503).end();
    await fund('Mary');
    await deliver();
    await advanceTime(place, QUARTER_OF_AN_HOUR - 60);
    expect(await incidents()).toEqual([]);
    // The screen that is quiet says so.
    expect(await failing()).toBe(2);
    await advanceTime(place, 60);
    expect(await incidents()).toMatchObject([
      { kind: 'emails-failing', advice: expect.stringContaining('Wait'), facts: { emails: 2 } },
    ]);
  });

  test('say that the outage is over once another is accepted', async () => {
    const { place, service, deliver, fund, incidents } = await open();
    const { respond } = service;
    service.respond = (response) => response.writeHead(412).end();
    await fund('Mary');
    await deliver();
    await advanceTime(place, 1);
    // However slow the machine is, they are not due before those of Kay's order.
    await place.run(
      `update emails set next_attempt_at = '${databaseTime(QUARTER_OF_AN_HOUR - 60)}'`,
    );
    service.respond = respond;
    await fund('Kay');
    await deliver();
    expect(await incidents()).toMatchObject([
      { title: 'E-mails go out again.', facts: { emails: 2 }, remedies: [{ action: 'send-all' }] },
    ]);
    await advanceTime(place, QUARTER_OF_AN_HOUR);
    await deliver();
    expect(await incidents()).toEqual([]);
  });

  test('alone are named, and can be given up if a customer waits for them', async () => {
    const { place, service, deliver, fund, incidents, failing, giveUp } = await open();
    const { respond } = service;
    service.respond = (response, email, request) =>
      email.to_email === 'zuleika@example.com'
        ? response.writeHead(500).end()
        : respond(response, email, request);
    const { id } = await fund('Zuleika');
    await deliver();
    await advanceTime(place, QUARTER_OF_AN_HOUR);
    await fund('Mary');
    await deliver();
    await advanceTime(place, QUARTER_OF_AN_HOUR);
    await fund('Kay');
    await deliver();
    const [incident] = await incidents();
    expect(incident).toMatchObject({
      title: 'An e-mail is not accepted.',
      advice: expect.stringContaining('Others are accepted'),
      facts: { emails: 1 },
    });
    const [listed, ...more] = incident?.emails?.listed ?? [];
    expect(more).toEqual([]);
    expect(listed).toMatchObject({ orderId: id, customerName: 'Zuleika', kind: 'confirmation' });
    expect(await giveUp(listed?.giveUpKey ?? '')).toBe(true);
    expect(await incidents()).toEqual([]);
    expect(await failing()).toBe(0);
  });

  test('are not sent twice when all are sent again while one is on its way', async () => {
    const { place, database, fund, retry } = await open();
    await fund('Mary');
    const claimed = await claim(database, MOST);
    const confirmation = claimed.find(({ kind }) => kind === 'confirmation');
    if (!confirmation) throw new Error('It was not claimed.');
    await postponeEmail(database.db, confirmation, QUARTER_OF_AN_HOUR, 'status 500');
    await retry();
    const again = await claim(database, MOST);
    expect(again.map(({ kind }) => kind)).toEqual(['confirmation']);
    // After a crash the lease ends.
    await advanceTime(place, 9_999);
    expect(await claim(database, MOST)).toHaveLength(2);
  });
});
