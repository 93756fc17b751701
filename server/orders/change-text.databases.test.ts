import { expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readBooked } from '#test/order-shop.ts';
import { openTestShop } from '#test/test-shop.ts';
import { changeText, undoTextChange } from './change-text.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('staff change what is written on a cake', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const opened = await openTestShop({ where: place.where, jobs: false });
    const { shop } = opened;
    const ada = customer(opened);
    const { id } = await ada.buy(CAKE);
    const booked = () => readBooked(shop, id);
    const version = async () => versionOf((await booked()).trail);
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
      version,
      change: async (to: string, shown?: number) =>
        changeText(shop, {
          orderId: id,
          position: 0,
          to,
          version: shown ?? (await version()),
          by: 'anna',
        }),
      say: async (to: string) =>
        changeText(shop, {
          orderId: id,
          position: undefined,
          to,
          version: await version(),
          by: 'anna',
        }),
      undo: async () => {
        const event = (await booked()).trail.findLast(({ kind }) => kind === 'text-changed');
        if (event?.kind !== 'text-changed') throw new Error('Nothing was changed.');
        return undoTextChange(shop, { orderId: id, event, by: 'anna' });
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
    const { change, say, booked, version, planned } = await open();
    const shown = await version();
    expect(await change('x'.repeat(31))).toEqual({
      problem: 'Please use at most 30 letters.',
    });
    expect(await change('Line\nbreak')).toMatchObject({ problem: expect.any(String) });
    expect(await say('x'.repeat(101))).toMatchObject({ problem: expect.any(String) });
    expect(await change('  For Augusta ', shown)).toBe('changed');
    expect(await change('For Augusta', shown)).toBe('unchanged');
    // Another device has shown the first words.
    expect(await change('For Ada', shown)).toBe('conflict');
    expect(await say('Augusta King')).toBe('changed');
    expect(await booked()).toMatchObject({
      collector: 'Augusta King',
      items: [{ message: 'For Augusta' }],
    });
    const trail = (await booked()).trail.slice(-2);
    expect(trail).toMatchObject([
      { kind: 'text-changed', actor: 'staff', personId: 'anna', facts: { position: 0 } },
      { kind: 'text-changed', actor: 'staff', personId: 'anna', facts: {} },
    ]);
    // One e-mail tells of both.
    expect(await planned()).toBe(1);
  });

  test('and take it back before the customer is told; later the customer is told again', async () => {
    const { change, say, undo, first, booked, planned, send } = await open();
    await change('For Augusta');
    expect(await undo()).toBe('changed');
    expect((await booked()).items[0]?.message).toBe(first);
    expect(await planned()).toBe(0);

    // What else has changed is told.
    await say('Augusta King');
    await change('For Augusta');
    expect(await undo()).toBe('changed');
    expect(await planned()).toBe(1);
    await send();
    expect(await planned()).toBe(0);

    await change('For Augusta');
    await send();
    expect(await undo()).toBe('changed');
    expect(await planned()).toBe(1);
  });

  test('after the sheet was printed, and not while the cake is ready', async () => {
    const { shop, change, tick, undo, day } = await open();
    await recordPrint(shop, day, await lastEvent(shop));
    expect(await change('For Augusta')).toBe('changed');
    expect((await lastPrint(shop, day))?.changed).toHaveLength(1);
    await tick('ready');
    expect(await change('For Ada')).toEqual({ day, fulfilment: 'ready' });
    expect(await undo()).toEqual({ day, fulfilment: 'ready' });
    expect(await change('For Augusta')).toBe('unchanged');
  });
});
