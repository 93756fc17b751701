import { expect, test } from 'vitest';
import { OrderId } from '#domain/orders/order.ts';
import { newLink } from '#server/orders/customer-link.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { readOrder, readPublicOrder } from '#server/orders/rows.ts';
import { forPage } from '#server/page-errors.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { recordingLog } from '#test/recording-log.ts';
import { unreadableReversal } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('an order that cannot be read', ({ stocked }) => {
  test.each([
    [
      'its allergens',
      (id: string) => `update order_items set allergens = 'Nuts' where order_id = '${id}'`,
    ],
    ['its items', (id: string) => `delete from order_items where order_id = '${id}'`],
    ['its refunds', unreadableReversal],
    ['a day', (id: string) => `update order_items set day = '2026-02-30' where order_id = '${id}'`],
  ])('for %s answers 503 with a sentence, and the cafe is told', async (_, damage) => {
    const place = await stocked();
    const { log } = recordingLog();
    const opened = await openTestShop({ where: place.where, jobs: false, log });
    const ada = customer(opened);
    const { shop } = opened;
    const request = await ada.requestFor(CAKE);
    const { id } = await ada.buy(CAKE);
    const database = await place.open();
    const { db } = database;
    const order = await readOrder(database.db, OrderId.parse(id));
    if (!order) throw new Error('The order was not stored.');
    const copy = { kind: 'confirmation', revision: 0, attempt: 1 };
    const link = await newLink({ db }, order, copy);
    await place.run(damage(id));
    const correction = { current: request.email, corrected: 'ada@example.org' };
    for (const answer of [
      await ada.read(id),
      await ada.confirm(id),
      await ada.place(request, id),
      await ada.call('POST', `/api/orders/${id}/email`, correction),
    ]) {
      expect(answer).toMatchObject({
        status: 503,
        body: {
          type: 'urn:problem-type:battenberg:order-unreadable',
          detail: expect.stringContaining('If you have paid, your payment counts: please ring us'),
        },
      });
    }
    expect((await openIncidents(shop)).map(({ key }) => key)).toEqual([`unreadable-order ${id}`]);
    for (const page of [() => readPublicOrder(shop.db, id), () => customerOrder(shop, link)]) {
      await expect(forPage<unknown>(shop, page)).rejects.toMatchObject({
        data: { title: 'We cannot show this order just now' },
        init: { status: 503 },
      });
    }
  });
});
