import { expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { resendEmail } from '#server/emails/resend.ts';
import { bookedOrder, listCollections } from '#server/orders/book.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { replay } from '#test/replay-trail.ts';
import { customerToken } from '#test/shop-on.ts';
import { openTestShop } from '#test/test-shop.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { declineCancel, requestCancel } from './cancel-request.ts';
import { openIncidents } from './incidents.ts';
import { moveOrder } from './move.ts';
import { refundByTerms } from './refund-terms.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('cancelling', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const opened = await openTestShop({ where: place.where, jobs: false });
    const { shop } = opened;
    const ada = customer(opened);
    const { id, checkoutUrl } = await ada.order(CAKE);
    const by = 'anna';
    const cancellation = { orderId: id, by };
    async function booked() {
      const found = await bookedOrder(shop, id);
      const [day] = found?.days ?? [];
      if (!found || !day) throw new Error('The order is gone.');
      return { ...found, day: day.day };
    }
    return {
      place,
      shop,
      ada,
      id,
      by,
      cancellation,
      booked,
      pay: async () => {
        await ada.pay(checkoutUrl);
        await ada.confirm(id);
      },
      listed: async () => {
        const { day } = await booked();
        const collections = await listCollections(shop, { from: day, to: day });
        return collections.map(({ orderId }) => orderId);
      },
      /** Ends the time in which it can be taken back. */
      later: () => place.run("update emails set not_before = '' where kind = 'cancelled'"),
      inbox: async (): Promise<string> => (await fetch(`${opened.mail}/practice/inbox`)).text(),
    };
  }

  test('takes an order out of the lists, tells the customer, and moves no money', async () => {
    const { place, shop, ada, id, cancellation, pay, booked, listed, later, inbox } = await open();
    expect(await cancelOrder(shop, cancellation)).toBe('unknown');
    await pay();
    expect(await listed()).toEqual([id]);
    expect(await cancelOrder(shop, cancellation)).toBe('cancelled');
    expect(await cancelOrder(shop, cancellation)).toBe('unchanged');

    expect(await listed()).toEqual([]);
    const { day, state, refunded, trail } = await booked();
    expect({ state, refunded }).toEqual({ state: 'funded', refunded: 0 });
    expect(trail.at(-1)).toMatchObject({ kind: 'cancelled', actor: 'staff', personId: 'anna' });
    expect(replay(trail)).toMatchObject({ isCancelled: true, isComplete: true });
    const shown = await findOrders(shop, { show: 'cancelled' });
    expect(shown.orders.map((order) => order.id)).toEqual([id]);
    expect((await findOrders(shop, { show: 'to-make' })).orders).toEqual([]);
    // Nothing is left to tick off or to move.
    const fulfilment = {
      orderId: id,
      day,
      from: 'to-make',
      fulfilment: 'ready',
      by: 'anna',
    } as const;
    expect(await setFulfilment(shop, fulfilment)).toBe('unknown');
    const move = { orderId: id, from: day, to: addDays(day, 7), by: 'anna' };
    expect(await moveOrder(shop, move, true)).toEqual({ ok: false, reason: 'unknown' });
    expect((await ada.read(id)).body).toMatchObject({ cancelled: true, state: 'funded' });

    // The cafe's e-mail says so, and the order is still paid by it.
    await deliverEmails(shop);
    expect(await inbox()).toContain('CANCELLED. Please do not make this order.');
    expect((await booked()).state).toBe('paid');

    // Only when it cannot be taken back any more; nothing else is sent then.
    await deliverEmails(shop);
    expect(await inbox()).not.toContain('is cancelled');
    await later();
    await deliverEmails(shop);
    const emails = await inbox();
    expect(emails).toContain('is cancelled');
    expect(emails).toContain('There is nothing to collect on');
    expect(emails).not.toContain('Thank you');
    const [, attached = ''] = /data:text\/calendar;base64,([\w+/=]+)/.exec(emails) ?? [];
    const calendar = Buffer.from(attached, 'base64').toString('utf8').replaceAll('\r\n ', '');
    for (const line of ['METHOD:CANCEL', `UID:${id}-${day}`, 'SEQUENCE:1', 'STATUS:CANCELLED']) {
      expect(calendar).toContain(line);
    }
    expect(await uncancelOrder(shop, cancellation)).toBe('notified');

    // Sent again, it still cannot be taken back.
    expect(await resendEmail(shop, { orderId: id, to: 'customer', by: 'anna' })).toBe('just-sent');
    await place.run("update emails set sent_at = '' where sent_at is not null");
    expect(await resendEmail(shop, { orderId: id, to: 'customer', by: 'anna' })).toBe('requeued');
    expect(await uncancelOrder(shop, cancellation)).toBe('notified');
    await deliverEmails(shop);
    const told = (text: string) => text.split('There is nothing to collect on').length - 1;
    expect(told(await inbox())).toBe(2 * told(emails));
  });

  test('can be taken back in time, with the e-mails that it held up', async () => {
    const { shop, cancellation, pay, booked, listed, inbox } = await open();
    await pay();
    await cancelOrder(shop, cancellation);
    // The confirmation is due, and is not sent.
    await deliverEmails(shop);
    expect((await booked()).emails).toContainEqual(
      expect.objectContaining({ kind: 'confirmation', state: 'dropped', reason: 'cancelled' }),
    );
    expect(await uncancelOrder(shop, cancellation)).toBe('uncancelled');
    expect(await uncancelOrder(shop, cancellation)).toBe('unchanged');
    expect(await listed()).toHaveLength(1);
    const { trail, emails } = await booked();
    expect(replay(trail)).toMatchObject({ isCancelled: false, isComplete: true });
    expect(emails.map(({ kind }) => kind)).not.toContain('cancelled');
    await deliverEmails(shop);
    expect(await inbox()).toContain('Thank you');
  });

  test('leaves the customer’s request in Needs you once it is taken back', async () => {
    const { shop, id, by, cancellation, pay } = await open();
    await pay();
    const token = await customerToken(shop, id);
    expect(await requestCancel(shop, token, 0)).toEqual({ ok: true, isChanged: true });
    const needed = async () => (await openIncidents(shop)).map(({ kind }) => kind);
    const cancelAndUndo = async () => {
      await cancelOrder(shop, cancellation);
      expect(await needed()).toEqual([]);
      expect(await uncancelOrder(shop, cancellation)).toBe('uncancelled');
    };
    await cancelAndUndo();
    expect(await needed()).toEqual(['cancel-requested']);
    // One that is answered stays so.
    expect(await declineCancel(shop, id, by)).toBe('changed');
    await cancelAndUndo();
    expect(await needed()).toEqual([]);
  });

  test('is refused for what has been collected, and at one moment wins or loses against a tick', async () => {
    const { shop, cancellation, id, pay, booked } = await open();
    await pay();
    const { day } = await booked();
    const tick = {
      orderId: id,
      day,
      from: 'to-make',
      fulfilment: 'collected',
      by: 'anna',
    } as const;
    const [ticked, cancelled] = await Promise.all([
      setFulfilment(shop, tick),
      cancelOrder(shop, cancellation),
    ]);
    expect([
      ['changed', 'collected'],
      ['unknown', 'cancelled'],
    ]).toContainEqual([ticked, cancelled]);
    if (cancelled === 'cancelled') {
      await uncancelOrder(shop, cancellation);
      await setFulfilment(shop, tick);
    }
    expect(await cancelOrder(shop, cancellation)).toBe('collected');
  });

  test('suggests to pay back what is not begun', async () => {
    const { shop, id, cancellation, pay, booked } = await open();
    await pay();
    const order = await booked();
    const before: Instant = `${addDays(order.day, -1)}T12:00:00.000Z`;
    const onTheDay: Instant = `${order.day}T12:00:00.000Z`;
    expect(londonDay(onTheDay)).toBe(order.day);
    expect(refundByTerms(order, before)).toBe(order.total);
    expect(refundByTerms(order, onTheDay)).toBe(0);
    // Cancelled in time, and paid back later.
    await cancelOrder(shop, cancellation);
    expect(refundByTerms(await booked(), onTheDay)).toBe(order.total);
    await uncancelOrder(shop, cancellation);
    expect(refundByTerms(await booked(), onTheDay)).toBe(0);
    const tick = {
      orderId: id,
      day: order.day,
      from: 'to-make',
      fulfilment: 'ready',
      by: 'a',
    } as const;
    await setFulfilment(shop, tick);
    expect(refundByTerms(await booked(), before)).toBe(0);
  });
});
