import { describe, expect, test } from 'vitest';
import { collection } from '#cafe/words/collection.ts';
import { words } from '#cafe/words.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { merchantOf } from '#domain/merchant.ts';
import { formatPence } from '#domain/money.ts';
import { publicView } from '#domain/orders/public-order.ts';
import { cafeOf } from '#domain/words/words.ts';
import { seed } from '#server/content/seed.ts';
import { markEmailSent, readBacklog, requeueEmails } from '#server/emails/queue.ts';
import { resendEmail } from '#server/emails/resend.ts';
import { addOrder } from '#server/orders/add.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { findBooked } from '#server/orders/book.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import { openLink } from '#server/orders/customer-link.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { storeReversals } from '#server/orders/reversals.ts';
import { readOrder } from '#server/orders/rows.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { attachedEvents } from '#test/calendar-file.ts';
import { loseTableAfterAccepting, openMailService } from '#test/mail-service.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { advanceTime, cafesEmail, claim, databaseTime, LEASE_SECONDS } from '#test/outbox-time.ts';
import { AWKWARD, sampleCake, sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { deliverEmails, pauseAfter } from './deliver.ts';
import { giveUpEmail } from './failing-emails.ts';
import { plannedEmails } from './kinds.ts';

const merchant = {
  ...merchantOf(cafeOf(words), collection, { closedPeriods: [], days: {} }),
  origin: 'https://cafe.example',
};
const MOST = 10;

describe.each(bothDatabases)("customers' e-mails on $name", ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { service, mailer } = await openMailService();
    const errors: object[] = [];
    const log = { info() {}, warn() {}, error: (facts: object) => void errors.push(facts) };
    const clock = { now: () => new Date().toISOString() };
    const today = londonDay(clock.now());
    const shopOf = (on: OpenDatabase = database) => shopOn(on, { mailer, clock, log });
    const deliver = (on?: OpenDatabase) => deliverEmails(shopOf(on));
    const resend = (orderId: string) =>
      resendEmail(shopOf(), { orderId, to: 'customer', by: 'anna' });
    /** @returns an order that is paid now: the cafe has been told. */
    const fund = async ({ email = 'ada@example.com', days = [addDays(today, 5)] } = {}) => {
      const order = sampleOrder({
        customer: { name: 'Ada', email, phone: '020 7946 0000' },
        items: days.map((day) => sampleItem({ day, title: `Cake of ${day}` })),
      });
      await addOrder(database, order);
      await fundOrder(database, order.id, { customerEmails: plannedEmails(order, clock.now()) });
      await markEmailSent(database.db, cafesEmail(order.id));
      return order;
    };
    const subjects = () => service.emails.map(({ subject }) => subject);
    const incidents = async () =>
      (await openIncidents(shopOf())).map(({ kind, facts }) => ({ kind, facts }));
    return {
      place,
      database,
      service,
      errors,
      deliver,
      fund,
      subjects,
      incidents,
      shopOf,
      resend,
      today,
    };
  }

  test('confirm an order once, whichever server sends them', async () => {
    const { place, service, deliver, fund } = await open();
    const order = await fund();
    const other = await place.open();
    const sent = await Promise.all([deliver(), deliver(other), deliver(), deliver(other)]);
    expect(sent.reduce((sum, each) => sum + each)).toBe(1);
    const [email] = service.emails;
    expect(email).toMatchObject({ to_email: 'ada@example.com', order_id: order.id, orderText: '' });
    expect(email?.subject).toContain(order.number);
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
  });

  test('of several orders go out together, each with the link of its order, each recorded once', async () => {
    const { place, database, service, deliver, fund, subjects } = await open();
    const orders = [];
    for (let fulfilment = 0; fulfilment < 8; fulfilment += 1) orders.push(await fund());
    const sent = await Promise.all([deliver(), deliver(await place.open())]);
    expect(sent.reduce((sum, each) => sum + each)).toBe(8);
    expect(new Set(subjects()).size).toBe(8);
    for (const { id, number } of orders) {
      const email = service.emails.find(({ subject }) => subject.includes(number));
      const [, token = ''] = /\/my-order\/(\w+)/.exec(email?.text ?? '') ?? [];
      const opened = await openLink(database, token);
      expect(opened).toMatchObject({ order: { id } });
      const booked = await findBooked(database, { id });
      expect(booked?.trail.filter(({ kind }) => kind === 'email-sent')).toHaveLength(1);
    }
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
  });

  test('name what the cakes may contain, also that of hidden ones', async () => {
    const { database, service, deliver, fund } = await open();
    const cakes = [{ ...sampleCake('victoria', { mayContain: ['Sesame'] }), hidden: true }];
    await seed(database.db, sampleSeed({ cakes }));
    await fund();
    await deliver();
    expect(service.emails[0]?.text).toContain('May contain: Sesame');
  });

  test('are planned once, by the first of many payment signals', async () => {
    const { database, deliver, fund, service } = await open();
    const order = await fund();
    expect(
      await fundOrder(database, order.id, { customerEmails: plannedEmails(order, order.placedAt) }),
    ).toBe(false);
    await deliver();
    expect(service.emails).toHaveLength(1);
  });

  test('carry the collections as a calendar program reads them, the same when sent again', async () => {
    const { database, service, deliver } = await open();
    const later = addDays(londonDay(new Date().toISOString()), 30);
    const [saturday, sunday, monday] = [6, 7, 8].map((to) => addDays(later, to - weekday(later)));
    if (!saturday || !sunday || !monday) throw new Error('There are three days.');
    const order = sampleOrder({
      items: [saturday, sunday, monday, monday].map((day) => sampleItem({ day, title: AWKWARD })),
    });
    await addOrder(database, order);
    await fundOrder(database, order.id, {
      customerEmails: plannedEmails(order, new Date().toISOString()),
    });
    await markEmailSent(database.db, cafesEmail(order.id));
    await deliver();
    await requeueEmails(database.db, order.id, 'customer', 'confirmation').execute();
    await deliver();
    expect(service.emails).toHaveLength(2);
    // Each e-mail has a link of its own.
    const [first = [], second] = service.emails.map(({ calendar }) =>
      attachedEvents(calendar).map(({ description, ...event }) => ({
        ...event,
        description: description.replace(/(?<=\/my-order\/)\w+$/, 'LINK'),
      })),
    );
    expect(second).toEqual(first);
    const { name, address } = merchant;
    const location = [name, ...address].join(', ');
    const shared = { summary: `Collect ${AWKWARD} 8 in from ${name}`, location };
    expect(first).toMatchObject([
      {
        ...shared,
        uid: `${order.id}-${saturday}`,
        start: `${saturday} 08:00`,
        end: `${saturday} 09:00`,
      },
      // The cafe has no hours on Sundays.
      { ...shared, uid: `${order.id}-${sunday}`, start: sunday, end: monday },
      {
        uid: `${order.id}-${monday}`,
        summary: `Collect 2 × ${AWKWARD} 8 in from ${name}`,
        start: `${monday} 08:00`,
        end: `${monday} 09:00`,
      },
    ]);
    const { whatToBring, phone } = merchant;
    const page = `${merchant.origin}/my-order/LINK`;
    const closing = [whatToBring, `Order ${order.number}. Phone ${phone}.`, page];
    expect(first.map(({ description }) => description)).toEqual([
      [AWKWARD, 'Open 8am to 6pm.', ...closing].join('\n'),
      [AWKWARD, ...closing].join('\n'),
      [AWKWARD, AWKWARD, 'Open 8am to 6pm.', ...closing].join('\n'),
    ]);
  });

  test('remind of each collection day from 10:00 of the day before, in London', async () => {
    const { place, service, deliver, fund, subjects, today } = await open();
    const days = [addDays(today, 5), addDays(today, 7)];
    const order = await fund({ days });
    await deliver();
    service.emails.length = 0;
    for (const day of days) {
      const [first] = plannedEmails(
        { ...order, items: [sampleItem({ day })] },
        order.placedAt,
      ).slice(1);
      const due = Date.parse(first?.notBefore ?? '');
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/London',
        timeStyle: 'short',
      });
      expect(clock.format(due)).toBe('10:00');
      expect(londonDay(new Date(due).toISOString())).toBe(addDays(day, -1));
      await place.run(
        `update emails set not_before = '${databaseTime(60)}' where kind = 'reminder ${day}'`,
      );
      expect(await deliver()).toBe(0);
      await place.run(
        `update emails set not_before = '${databaseTime(-60)}' where kind = 'reminder ${day}'`,
      );
      expect(await deliver()).toBe(1);
    }
    expect(subjects().every((subject) => subject.startsWith('See you on '))).toBe(true);
    const [first, second] = service.emails;
    expect(first?.text).toContain(`Cake of ${days[0]}`);
    expect(first?.text).not.toContain(`Cake of ${days[1]}`);
    expect(second?.text).toContain(`Cake of ${days[1]}`);
  });

  test('of a cancelled order, or about a day that has passed, are not sent', async () => {
    const { place, database, service, shopOf, deliver, fund, today } = await open();
    const refunded = await fund();
    const at = new Date().toISOString();
    await storeReversals(database, refunded.id, [
      {
        id: 're_1',
        kind: 'refund',
        payment: 'cs_1',
        amount: refunded.total,
        state: 'succeeded',
        at,
      },
    ]);
    await cancelOrder(shopOf(), { orderId: refunded.id, by: 'anna' });
    const late = await fund();
    await deliver();
    const sent = (id: string) =>
      service.emails.filter(({ order_id }) => order_id === id).map(({ subject }) => subject);
    expect(sent(refunded.id)).toEqual([
      `${formatPence(refunded.total)} paid back for your order ${refunded.number}`,
    ]);
    expect(sent(late.id)).toHaveLength(1);
    await place.run(
      `update emails set not_before = '', kind = 'reminder ${addDays(today, -1)}' where about = '${late.id}' and sent_at is null`,
    );
    await deliver();
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
    expect(service.emails).toHaveLength(2);
  });

  test('do not remind of what was collected early', async () => {
    const { place, shopOf, service, deliver, fund, today } = await open();
    const [early, later] = [addDays(today, 5), addDays(today, 7)];
    const { id: orderId } = await fund({ days: [early, later] });
    await deliver();
    service.emails.length = 0;
    const tick = {
      orderId,
      day: early,
      from: 'to-make',
      fulfilment: 'collected',
      by: 'anna',
    } as const;
    await setFulfilment(shopOf(), tick);
    await place.run(`update emails set not_before = ''`);
    await deliver();
    expect(service.emails.map(({ text }) => text)).toEqual([
      expect.stringContaining(`Cake of ${later}`),
    ]);
  });

  test.each([500, 429, 400, 422])(
    'rejected with %i are tried again, and then raised',
    async (status) => {
      const { place, service, errors, deliver, fund, incidents } = await open();
      await fund();
      const { respond } = service;
      service.respond = (response) => response.writeHead(status).end('ada@example.com');
      for (let attempt = 1; attempt <= 9; attempt += 1) {
        expect(await deliver()).toBe(1);
        expect(await deliver()).toBe(0);
        await advanceTime(place, pauseAfter(attempt));
      }
      expect(await incidents()).toMatchObject([
        { kind: 'emails-failing', facts: { emails: 1, reason: `status ${status}` } },
      ]);
      expect(JSON.stringify(errors)).not.toContain('ada@');
      service.respond = respond;
      expect(await deliver()).toBe(1);
      expect(await incidents()).toEqual([]);
    },
  );

  test('that the owner has given up can be sent again', async () => {
    const { place, database, service, deliver, fund, shopOf, resend } = await open();
    const { id } = await fund();
    const { respond } = service;
    service.respond = (response) => response.writeHead(413).end();
    await deliver();
    expect(await giveUpEmail(shopOf(), `${id} confirmation`)).toBe(true);
    expect(await readBacklog(database.db, MOST)).toMatchObject({ failing: 0 });
    await advanceTime(place, 9_999);
    service.respond = respond;
    expect(await deliver()).toBe(0);
    expect(await resend(id)).toBe('requeued');
    expect(await deliver()).toBe(1);
  });

  test('to an address that the service rejects are given up, and the owner is told', async () => {
    const { place, service, deliver, fund, incidents, resend } = await open();
    const accept = service.respond;
    const corrupted = 'The recipients address is corrupted';
    service.respond = (response) => response.writeHead(422).end(corrupted);
    const { id } = await fund();
    await deliver();
    expect(await incidents()).toEqual([
      { kind: 'customer-not-reached', facts: { email: 'confirmation', reason: 'status 422' } },
    ]);
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
    // The owner sends it again, and is told again.
    expect(await resend(id)).toBe('requeued');
    expect(await incidents()).toEqual([]);
    expect(await deliver()).toBe(1);
    expect(await incidents()).toHaveLength(1);
    service.respond = accept;
    await resend(id);
    expect(await deliver()).toBe(1);
    expect(await incidents()).toEqual([]);
  });

  test('are not given up without telling the owner when the database fails', async () => {
    const { place, deliver, fund, incidents, errors } = await open();
    await fund({ email: 'ada at example.com' });
    await place.run('alter table incidents rename to hidden');
    await deliver();
    expect(errors).toMatchObject([{ kind: 'confirmation' }]);
    await place.run('alter table hidden rename to incidents');
    await advanceTime(place, LEASE_SECONDS);
    expect(await deliver()).toBe(1);
    expect(await incidents()).toHaveLength(1);
  });

  test('go to an international domain as its A-label', async () => {
    const { service, deliver, fund, incidents } = await open();
    await fund({ email: 'ada@bäckerei.example' });
    await deliver();
    expect(service.emails.map(({ to_email }) => to_email)).toEqual(['ada@xn--bckerei-5wa.example']);
    await fund({ email: 'käse@bäckerei.example' });
    await deliver();
    expect(service.emails).toHaveLength(1);
    expect(await incidents()).toMatchObject([
      { kind: 'customer-not-reached', facts: { reason: 'no address' } },
    ]);
  });

  test('are not sent to text that is no address, and the owner is told', async () => {
    const { service, deliver, fund, incidents } = await open();
    await fund({ email: 'ada at example.com' });
    await deliver();
    expect(service.emails).toEqual([]);
    expect(await incidents()).toMatchObject([
      { kind: 'customer-not-reached', facts: { reason: 'no address' } },
    ]);
  });

  test('go to the address given at payment once the order’s own is refused, until it is refused too', async () => {
    const { place, database, service, deliver, incidents, today, resend } = await open();
    const accept = service.respond;
    const [typed, given] = ['ada@example.com', 'ada.lovelace@example.com'];
    const order = sampleOrder({
      customer: { name: 'Ada', email: typed, phone: '020 7946 0000' },
      items: [sampleItem({ day: addDays(today, 5) })],
    });
    await addOrder(database, order);
    const planned = plannedEmails(order, new Date().toISOString());
    await fundOrder(database, order.id, { customerEmails: planned, paymentEmail: given });
    await markEmailSent(database.db, cafesEmail(order.id));
    const refused = new Set([typed]);
    service.respond = (response, email, request) =>
      refused.has(email.to_email ?? '')
        ? response.writeHead(422).end('The recipients address is corrupted')
        : accept(response, email, request);
    await deliver();
    await deliver();
    expect(service.emails.map(({ to_email }) => to_email)).toEqual([typed, given]);
    expect(await incidents()).toEqual([]);
    const view = async () => {
      const found = await readOrder(database.db, order.id);
      return found && publicView(found).emailDetour;
    };
    expect(await view()).toBe('at-payment');

    // The owner sends it again: the typed address is tried again, then the other.
    refused.add(given);
    await advanceTime(place, 9_999);
    await resend(order.id);
    expect(await view()).toBeUndefined();
    await deliver();
    await deliver();
    expect(service.emails.slice(2).map(({ to_email }) => to_email)).toEqual([typed, given]);
    expect(await view()).toBe('nowhere');
    expect(await incidents()).toMatchObject([{ kind: 'customer-not-reached' }]);
    expect(await place.dump()).not.toMatch(/ada\.lovelace@/i);
  });

  test('are not sent again when the database fails after one was accepted', async () => {
    const { place, service, deliver, fund } = await open();
    await fund();
    await loseTableAfterAccepting(place, service, deliver);
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
    expect(service.emails).toHaveLength(1);
  });

  test('are deleted with the personal data of their order', async () => {
    const { place, database, deliver, fund, today } = await open();
    const order = await fund({ days: [addDays(today, 5)] });
    await claim(database, MOST);
    await markEmailSent(database.db, cafesEmail(order.id));
    expect(await anonymiseOrder(database.db, order.id)).toBe(true);
    expect(await deliver()).toBe(0);
    expect(JSON.stringify(await place.dump())).not.toContain('reminder');
  });
});
