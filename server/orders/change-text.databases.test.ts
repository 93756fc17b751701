import { describe, expect, test } from 'vitest';
import { deliverEmails } from '#server/emails/deliver.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { openTestShop } from '#test/test-shop.ts';
import { changeText, undoTextChange } from './change-text.ts';

const CAKE = 'berry-drip-cake';

describe.each(bothDatabases)('staff change what is written on a cake on $name', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const opened = await openTestShop({ where: place.where, jobs: false });
    const { shop } = opened;
    const ada = customer(opened);
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await ada.confirm(id);
    const booked = async () => {
      const found = await bookedOrder(shop, id);
      if (!found) throw new Error('The order is gone.');
      return found;
    };
    const [item] = (await booked()).items;
    const [first = '', day] = [item?.message, item?.day];
    if (!day) throw new Error('The order has an item.');
    return {
      place,
      shop,
      id,
      booked,
      first,
      day,
      change: (from: string, to: string) =>
        changeText(shop, { orderId: id, position: 0, from, to, by: 'anna' }),
      say: (from: string, to: string) =>
        changeText(shop, { orderId: id, position: undefined, from, to, by: 'anna' }),
      undo: async () => {
        const number = (await booked()).textChanges.at(-1)?.number ?? 0;
        return undoTextChange(shop, { orderId: id, number, by: 'anna' });
      },
      planned: async () =>
        (await booked()).emails.filter(
          ({ kind, state }) => kind.startsWith('changed') && state === 'waiting',
        ).length,
      tick: (fulfilment: 'ready' | 'missed', from: 'to-make' | 'ready' = 'to-make') =>
        setFulfilment(shop, { orderId: id, day, from, fulfilment, by: 'anna' }),
      /** Sends what waits, also what can still be taken back. */
      send: async () => {
        await place.run("update emails set not_before = '' where kind like 'changed %'");
        await deliverEmails(shop);
      },
    };
  }

  test('by the rules of the shop’s form, once, with who and when', async () => {
    const { change, say, booked, first, planned } = await open();
    expect(await change(first, 'x'.repeat(31))).toEqual({
      problem: 'Please use at most 30 letters.',
    });
    expect(await change(first, 'Line\nbreak')).toMatchObject({ problem: expect.any(String) });
    expect(await say('', 'x'.repeat(101))).toMatchObject({ problem: expect.any(String) });
    expect(await change(first, '  For Augusta ')).toBe('changed');
    expect(await change(first, 'For Augusta')).toBe('unchanged');
    // Another device has shown the first words.
    expect(await change(first, 'For Ada')).toBe('conflict');
    expect(await say('', 'Augusta King')).toBe('changed');
    expect(await booked()).toMatchObject({
      collector: 'Augusta King',
      items: [{ message: 'For Augusta' }],
    });
    const trail = (await booked()).trail.slice(-2);
    expect(trail).toMatchObject([
      { kind: 'text-changed', actor: 'staff', personId: 'anna', facts: { number: 1, position: 0 } },
      { kind: 'text-changed', actor: 'staff', personId: 'anna', facts: { number: 2 } },
    ]);
    // One e-mail tells of both.
    expect(await planned()).toBe(1);
  });

  test('and take it back before the customer is told; later the customer is told again', async () => {
    const { change, say, undo, first, booked, planned, send } = await open();
    await change(first, 'For Augusta');
    expect(await undo()).toBe('changed');
    expect((await booked()).items[0]?.message).toBe(first);
    expect(await planned()).toBe(0);

    // What else has changed is told.
    await say('', 'Augusta King');
    await change(first, 'For Augusta');
    expect(await undo()).toBe('changed');
    expect(await planned()).toBe(1);
    await send();
    expect(await planned()).toBe(0);

    await change(first, 'For Augusta');
    await send();
    expect(await undo()).toBe('changed');
    expect(await planned()).toBe(1);
  });

  test('after the sheet was printed, and not while the cake is ready', async () => {
    const { shop, change, tick, undo, first, day } = await open();
    await recordPrint(shop, day, await lastEvent(shop));
    expect(await change(first, 'For Augusta')).toBe('changed');
    expect((await lastPrint(shop, day))?.changed).toHaveLength(1);
    await tick('ready');
    expect(await change('For Augusta', 'For Ada')).toEqual({ day, fulfilment: 'ready' });
    expect(await undo()).toEqual({ day, fulfilment: 'ready' });
    expect(await change('For Augusta', 'For Augusta')).toBe('unchanged');
  });
});
