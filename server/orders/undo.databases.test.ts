import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '#domain/book/trail.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addOrder } from './add.ts';
import { findBooked } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { moveOrder } from './move.ts';
import { fundOrder } from './pay.ts';
import { setFulfilment } from './tick-off.ts';
import { undoEvent } from './undo.ts';

const KITCHEN = { id: 'kit', role: 'kitchen' } as const;
const COUNTER = { id: 'carol', role: 'counter' } as const;
const OWNER = { id: 'olive', role: 'owner' } as const;
const by = OWNER.id;

describe.each(bothDatabases)('undo on $name', ({ fresh }) => {
  async function open() {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const shop = shopOn(database);
    const placedAt = shop.clock.now();
    const day = addDays(londonDay(placedAt), 5);
    const order = sampleOrder({ placedAt, items: [sampleItem({ day })] });
    await addOrder(database, order);
    await fundOrder(database, order.id);
    const trail = async () => (await findBooked(database, { id: order.id }))?.trail ?? [];
    const undo = async (kind: OrderEvent['kind'], person: Parameters<typeof undoEvent>[2]) => {
      const event = (await trail()).findLast((each) => each.kind === kind);
      if (!event) throw new Error('There is no such event.');
      return undoEvent(shop, event.id, person);
    };
    return { shop, orderId: order.id, day, trail, undo };
  }

  test('lets the kitchen take back a tick', async () => {
    const { shop, orderId, day, undo } = await open();
    const tick = { orderId, day, from: 'to-make', fulfilment: 'ready', by: KITCHEN.id } as const;
    expect(await setFulfilment(shop, tick)).toBe('changed');
    expect(await undo('fulfilment', KITCHEN)).toMatchObject({ orderId, isUndone: true });
  });

  test('lets only the counter and owners take back a move, and only owners a cancellation', async () => {
    const { shop, orderId, day, trail, undo } = await open();
    await moveOrder(shop, { orderId, from: day, to: addDays(day, 7), by }, true);
    await cancelOrder(shop, { orderId, by });
    const before = await trail();
    expect(await undo('moved', KITCHEN)).toBeUndefined();
    expect(await undo('cancelled', KITCHEN)).toBeUndefined();
    expect(await undo('cancelled', COUNTER)).toBeUndefined();
    expect(await trail()).toEqual(before);
    expect(await undo('cancelled', OWNER)).toMatchObject({ orderId, isUndone: true });
    expect(await undo('moved', COUNTER)).toMatchObject({ orderId, isUndone: true });
  });
});
