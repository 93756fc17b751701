import { randomUUID } from 'node:crypto';
import { createStaticHandler, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { shopContext } from '#app/shop-context.ts';
import { addDays } from '#domain/calendar/days.ts';
import { addByCustomer } from '#server/orders/add-by-customer.ts';
import type { Shop } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { eventsOf } from '#test/calendar-file.ts';
import { openOrderShop } from '#test/order-shop.ts';
import * as file from './calendar-file.ts';
import { loader } from './thank-you.tsx';

/** What a loader of the page returns for a path, or the status of what it throws. */
function reader(shop: Shop) {
  const { queryRoute } = createStaticHandler([
    {
      path: '/thank-you-page/:order',
      loader: ({ params: { order = '' }, ...args }) => loader({ ...args, params: { order } }),
    },
    {
      path: '/thank-you-page/:order/calendar/:day',
      loader: ({ params: { order = '', day = '' }, ...args }) =>
        file.loader({ ...args, params: { order, day } }),
    },
  ]);
  const requestContext = new RouterContextProvider();
  requestContext.set(shopContext, shop);
  return (path: string): Promise<unknown> =>
    queryRoute(new Request(`http://shop.invalid${path}`), { requestContext }).catch(
      ({ status, init }: { status?: number; init?: ResponseInit }) => status ?? init?.status,
    );
}

describe.each(bothDatabases)('the thank-you page on $name', ({ stocked }) => {
  test('has a calendar file of each day on which something is collected', async () => {
    const { shop, buy } = await openOrderShop(await stocked());
    const { id, day } = await buy('berry-drip-cake');
    const read = reader(shop);
    const found = await read(`/thank-you-page/${id}/calendar/${day}`);
    if (!(found instanceof Response)) throw new Error('There is no file.');
    expect(found.headers.get('Content-Type')).toContain('text/calendar');
    const [event, ...others] = eventsOf(await found.text());
    expect(others).toEqual([]);
    expect(event?.start).toContain(day);
    expect(event?.description).toContain(`/thank-you-page/${id}`);
    const nothing = [`${id}/calendar/${addDays(day, 1)}`, `${id}/calendar/today`];
    for (const path of [...nothing, `${randomUUID()}/calendar/${day}`]) {
      expect(await read(`/thank-you-page/${path}`)).toBe(404);
    }
  });

  test('does not ask who added something to pay for it again while their bank does', async () => {
    const { shop, buy, visitor, candles, stripe } = await openOrderShop(await stocked());
    const { id, token, day } = await buy('berry-drip-cake');
    const { items } = await visitor.requestFor(candles);
    const page = await addByCustomer(shop, token, {
      id: randomUUID(),
      day,
      items: items.map(({ day: _, time: __, ...item }) => item),
      options: [],
    });
    if (!page.ok || !page.checkoutUrl) throw new Error('No card page.');
    const read = reader(shop);
    expect(await read(`/thank-you-page/${id}?added`)).toMatchObject({
      adding: { isProcessing: false },
    });
    await stripe.payByBank(page.checkoutUrl);
    expect(await read(`/thank-you-page/${id}?added`)).toMatchObject({
      adding: { isProcessing: true },
    });
  });
});
