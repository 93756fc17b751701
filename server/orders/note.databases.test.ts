import { describe, expect, test } from 'vitest';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addOrder } from './add.ts';
import { findBooked } from './book.ts';
import { findOrders } from './find-orders.ts';
import { changeNote } from './note.ts';
import { fundOrder } from './pay.ts';
import { lastEvent, lastPrint, recordPrint } from './printed-sheets.ts';
import { undoEvent } from './undo.ts';

const by = 'anna';
const KITCHEN = { id: 'kit', role: 'kitchen' } as const;
const THEIRS = 'Allergic to nuts';

describe.each(bothDatabases)('the note of staff on $name', ({ fresh }) => {
  async function open() {
    const server = await (await fresh()).openTwo();
    await seed(server(0).db, sampleSeed());
    const shop = shopOn(server(0));
    const order = sampleOrder({ note: THEIRS });
    await addOrder(shop, order);
    const booked = async () => {
      const found = await findBooked(shop, { id: order.id });
      if (!found) throw new Error('The order is gone.');
      return found;
    };
    const lastChange = async () =>
      (await booked()).trail.findLast(({ kind }) => kind === 'note-changed')?.id ?? 0;
    const change = async (to: string, version?: number) =>
      changeNote(shop, { orderId: order.id, to, version: version ?? (await lastChange()), by });
    return { server, shop, order, booked, lastChange, change };
  }

  test('is changed once by a form, with who and when, and tells nobody', async () => {
    const { shop, order, booked, change } = await open();
    // It is not in the book yet.
    expect(await change('Brings the topper')).toBe('unknown');
    await fundOrder(shop, order.id);
    const { emails } = await booked();
    expect(await change('x'.repeat(201))).toEqual({ problem: 'Please use at most 200 letters.' });
    expect(await change('Ada \u202Eecalevol')).toEqual({ problem: expect.any(String) });
    expect(await change(' Brings\r\nthe topper ', 0)).toBe('changed');
    expect(await change('Brings the topper', 0)).toBe('unchanged');
    // Another device has shown no note.
    expect(await change('No candles', 0)).toBe('conflict');
    const now = await booked();
    expect(now).toMatchObject({ note: THEIRS, staffNote: 'Brings the topper', emails });
    expect(now.trail.at(-1)).toMatchObject({
      ...{ kind: 'note-changed', actor: 'staff', personId: by },
      texts: { before: '', after: 'Brings the topper' },
    });
    for (const text of ['TOPPER', 'nuts']) {
      expect((await findOrders(shop, { text })).orders).toMatchObject([{ id: order.id }]);
    }
    expect(await change('')).toBe('changed');
    expect((await findOrders(shop, { text: 'topper' })).orders).toEqual([]);
  });

  test('is that of one of two people who write at once', async () => {
    const { server, shop, order, booked } = await open();
    await fundOrder(shop, order.id);
    const written = await Promise.all(
      ['Brings the topper', 'No candles'].map((to, turn) =>
        changeNote(shopOn(server(turn)), { orderId: order.id, to, version: 0, by }),
      ),
    );
    expect(written.sort()).toEqual(['changed', 'conflict']);
    const { trail } = await booked();
    expect(trail.filter(({ kind }) => kind === 'note-changed')).toHaveLength(1);
  });

  test('changes the printed sheet, and can be taken back until it is changed again', async () => {
    const { shop, order, booked, lastChange, change } = await open();
    await fundOrder(shop, order.id);
    const [{ day } = { day: undefined }] = order.items;
    if (!day) throw new Error('The order has an item.');
    await recordPrint(shop, day, await lastEvent(shop));
    await change('Brings the topper');
    expect((await lastPrint(shop, day))?.changed).toEqual([order.id]);
    const first = await lastChange();
    expect(await undoEvent(shop, first, KITCHEN)).toMatchObject({ isUndone: true });
    expect((await booked()).staffNote).toBe('');
    await change('No candles');
    expect(await undoEvent(shop, first, KITCHEN)).toMatchObject({ isUndone: false });
    expect((await booked()).staffNote).toBe('No candles');
  });
});
