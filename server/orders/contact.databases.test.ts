import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { addDays } from '#domain/calendar/days.ts';
import { OrderId } from '#domain/orders/order.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { readBooked } from '#test/order-shop.ts';
import { openTestShop, runningClock } from '#test/test-shop.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { correctContact } from './contact.ts';
import { customerOrder } from './customer-order.ts';
import { openIncidents } from './incidents.ts';
import { takePhoneOrder } from './phone.ts';

const CAKE = 'berry-drip-cake';
const BY = 'anna';
const ADA = { name: 'Ada Lovelace', phone: '020 7946 0123', email: 'ada@exmaple.org' };
const RIGHT = 'ada@example.org';

describe.each(bothDatabases)('staff correct the contact of an order on $name', ({ stocked }) => {
  async function open(contact: Partial<typeof ADA> = {}, isPaid = false) {
    const place = await stocked();
    const { clock, pass } = runningClock();
    const opened = await openTestShop({ where: place.where, jobs: false, clock });
    const { shop, mail } = opened;
    const visitor = customer(opened);
    const { items } = await visitor.phoneRequestFor(CAKE);
    const order = { id: randomUUID(), ...ADA, ...contact, items };
    const agreed = await takePhoneOrder(shop, order, { by: BY, evenIfClosed: false, isPaid });
    if (!agreed.ok) throw new Error(`Not taken: ${agreed.reason}.`);
    const orderId = agreed.id;
    // The confirmation waits for Undo.
    await place.run("update emails set not_before = '' where kind = 'confirmation'");
    const booked = () => readBooked(shop, orderId);
    return {
      place,
      shop,
      orderId,
      visitor,
      pass,
      /** As the form shows the order now, unless `shown` is an earlier one. */
      correct: async (to: Partial<typeof ADA>, shown?: BookedOrder, id: string = orderId) => {
        const { name, phone, email, trail } = shown ?? (await booked());
        return correctContact(shop, {
          orderId: OrderId.parse(id),
          version: versionOf(trail),
          to: { name, phone, email, ...to },
          by: BY,
        });
      },
      booked,
      /** @returns all e-mails to customers until now. */
      emails: async () => {
        await deliverEmails(shop);
        return (await readInbox(mail)).flatMap(({ to_email, html = '' }) =>
          to_email ? { to: to_email, link: /my-order\/([0-9a-z]{26})/.exec(html)?.[1] ?? '' } : [],
        );
      },
    };
  }

  test('by the rules of an order on the phone, and leave the values out of the history', async () => {
    const { shop, correct, booked, orderId } = await open();
    const wrong = { name: ' ', phone: 'x'.repeat(41), email: 'ada@gmial' };
    expect(await correct(wrong)).toEqual({
      problems: {
        name: 'Please ask for the name.',
        phone: 'Please use at most 40 characters.',
        email: 'This address cannot work. Is there a slip in it?',
      },
    });
    expect(await correct({ name: ' Ada King ', phone: '020 7946 0999' })).toBe('corrected');
    expect(await correct({ name: 'Ada King', phone: '020 7946 0999' })).toBe('unchanged');
    expect(await booked()).toMatchObject({
      name: 'Ada King',
      phone: '020 7946 0999',
      email: ADA.email,
    });
    const last = (await booked()).trail.at(-1);
    expect(last).toMatchObject({
      kind: 'contact-corrected',
      actor: 'staff',
      personId: BY,
      facts: { fields: ['name', 'phone'] },
    });
    expect(JSON.stringify(last)).not.toContain('King');
    for (const text of ['Ada King', '7946 0999', ADA.email]) {
      expect((await findOrders(shop, { text })).orders.map(({ id }) => id)).toEqual([orderId]);
    }
  });

  test('without replacing what another person has corrected meanwhile', async () => {
    const { correct, booked } = await open();
    const shown = await booked();
    expect(await correct({ phone: '020 7946 0001' })).toBe('corrected');
    // The other fields of the older screen are as it showed them.
    expect(await correct({ name: 'Ada King' }, shown)).toBe('conflict');
    expect(await correct({ phone: '020 7946 0002' }, shown)).toBe('conflict');
    const both = { name: 'Ada King', phone: '020 7946 0001' };
    expect(await correct(both, shown)).toBe('corrected');
    expect(await booked()).toMatchObject(both);
    expect(await correct({ phone: '020 7946 0002' })).toBe('corrected');
  });

  test('and a new address gets the e-mail of the order; the old one’s link ends', async () => {
    const { shop, correct, booked, emails } = await open({}, true);
    const [first] = await emails();
    expect(first?.to).toBe(ADA.email);
    expect(await correct({ email: RIGHT })).toBe('emailed');
    const all = await emails();
    const second = all.find(({ to }) => to === RIGHT);
    expect(all).toHaveLength(2);
    expect(await customerOrder(shop, first?.link ?? '')).toBeUndefined();
    expect(await customerOrder(shop, second?.link ?? '')).toBeDefined();

    // Without an address nothing waits; a further one gets all again.
    const kinds = async (state: string) =>
      (await booked()).emails.filter((each) => each.state === state).map(({ kind }) => kind);
    const waiting = await kinds('waiting');
    expect(waiting).toMatchObject([expect.stringMatching(/^reminder/)]);
    expect(await correct({ email: '' })).toBe('corrected');
    expect(await kinds('waiting')).toEqual([]);
    expect(await correct({ email: RIGHT })).toBe('emailed');
    expect((await kinds('waiting')).sort()).toEqual(['confirmation', ...waiting]);
  });

  test('and an order without an address gets its e-mails', async () => {
    const { correct, emails, booked } = await open({ email: '' });
    expect(await emails()).toEqual([]);
    expect(await correct({ email: RIGHT })).toBe('emailed');
    expect((await emails()).map(({ to }) => to)).toEqual([RIGHT]);
    expect((await booked()).emails.map(({ kind }) => kind.split(' ')[0])).toEqual([
      'agreed',
      'reminder',
    ]);
  });

  test('and a quote, which then goes to the new address', async () => {
    const { shop, correct, emails, visitor } = await open();
    const { items } = await visitor.phoneRequestFor(CAKE);
    const quote = { validUntil: addDays(todayAt(shop), 1), holdsDay: false, message: '' };
    const options = { by: BY, evenIfClosed: false, isPaid: false };
    const order = { id: randomUUID(), ...ADA, items, quote };
    expect(await takePhoneOrder(shop, order, options)).toMatchObject({ ok: true });
    await emails();
    expect(await correct({ email: RIGHT }, undefined, order.id)).toBe('emailed');
    expect((await emails()).map(({ to }) => to)).toContain(RIGHT);
  });

  test('which closes the incident that the customer is not reached', async () => {
    const { place, shop, correct, orderId } = await open();
    await place.run(
      `insert into incidents (key, kind, order_id, facts, raised_at) values ('customer-not-reached ${orderId}', 'customer-not-reached', '${orderId}', '{}', '2026-11-23T12:00:00.000Z')`,
    );
    const incidents = async () => (await openIncidents(shop)).map(({ kind }) => kind);
    await correct({ phone: '020 7946 0001' });
    expect(await incidents()).toEqual(['customer-not-reached']);
    // Nobody has reached the customer yet.
    await correct({ email: '' });
    expect(await incidents()).toEqual(['customer-not-reached']);
    await correct({ email: RIGHT });
    expect(await incidents()).toEqual([]);
  });

  test('of an order that is over, and only what had failed is sent again', async () => {
    const { place, correct, emails, orderId, pass } = await open({}, true);
    await emails();
    pass(200 * 24 * 60 * 60);
    expect(await correct({ email: RIGHT })).toBe('corrected');
    expect(await emails()).toHaveLength(1);
    await place.run(
      `insert into emails (about, kind, recipient, words, not_before, attempts, next_attempt_at, revision, last_error, dropped_at)
        values ('${orderId}', 'written 1', 'customer', 'Your tin is still here.', '', 1, '', 0, '550', '2026-11-23T12:00:00.000Z')`,
    );
    expect(await correct({ email: ADA.email })).toBe('emailed');
    expect((await emails()).map(({ to }) => to)).toEqual([ADA.email, ADA.email]);
  });

  test('which is counted on the printed sheet if it is the name', async () => {
    const { shop, correct, booked, orderId } = await open();
    const [day] = (await booked()).days.map((each) => each.day);
    if (!day) throw new Error('The order has no day.');
    await recordPrint(shop, day, await lastEvent(shop));
    await correct({ phone: '020 7946 0001' });
    expect((await lastPrint(shop, day))?.changed).toEqual([]);
    await correct({ name: 'Ada King' });
    expect((await lastPrint(shop, day))?.changed).toEqual([orderId]);
  });

  test('also of a cancelled order, which stays cancelled once the customer was told', async () => {
    const { place, shop, orderId, correct, emails } = await open();
    await cancelOrder(shop, { orderId, by: BY });
    await place.run("update emails set not_before = '' where kind = 'cancelled'");
    expect((await emails()).map(({ to }) => to)).toEqual([ADA.email]);
    expect(await correct({ email: RIGHT })).toBe('emailed');
    expect(await uncancelOrder(shop, { orderId, by: BY })).toBe('notified');
    expect((await emails()).map(({ to }) => to).sort()).toEqual([RIGHT, ADA.email].sort());
  });

  test('but not of one that is not paid, or is anonymised', async () => {
    const { place, visitor, correct, orderId } = await open();
    const { id } = await visitor.order(CAKE);
    expect(await correct({ email: RIGHT }, undefined, id)).toBe('unknown');
    await place.run(
      `update orders set name = '', phone = '', email = '', anonymised_at = placed_at where id = '${orderId}'`,
    );
    expect(await correct({ email: RIGHT })).toBe('unknown');
  });
});
