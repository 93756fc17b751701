import { createStaticHandler, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import * as feed from '#app/owner/days/calendar-feed/calendar-feed.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { setWeekCapacity } from '#server/content/calendar.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { endCalendarFeed, makeCalendarFeed } from '#server/staff/calendar-feed.ts';
import { disablePerson, enablePerson } from '#server/staff/people.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { eventsOf } from '#test/calendar-file.ts';
import { recordingLog } from '#test/recording-log.ts';
import { sampleSite } from '#test/sample-site.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { createSite } from './site.ts';

const ORIGIN = 'https://cafe.example';

describeDailyOnSqlite('the calendar feed', ({ stocked }) => {
  test('has the cakes of each day, without names, until its person ends it or makes another', async () => {
    const place = await stocked();
    const { log, lines } = recordingLog();
    const { shop, origin } = await openTestShop({
      where: place.where,
      jobs: false,
      log,
      site: (shopOfSite) => {
        const { queryRoute } = createStaticHandler([
          {
            path: '/calendar-feed/:token',
            loader: ({ params: { token = '' }, ...args }) =>
              feed.loader({ ...args, params: { token } }),
          },
        ]);
        return createSite({
          pictures: { path: '/_img', serve: async () => new Response() },
          renderPage(request) {
            const requestContext = new RouterContextProvider();
            requestContext.set(shopContext, shopOfSite);
            requestContext.set(siteContext, sampleSite({ origin: ORIGIN }));
            return queryRoute(request, { requestContext }).catch(
              ({ status, init }: { status?: number; init?: ResponseInit }) =>
                new Response(null, { status: status ?? init?.status ?? 500 }),
            );
          },
        });
      },
    });
    const database = await place.open();
    const today = londonDay(shop.clock.now());
    const [near, far] = [addDays(today, 5), addDays(today, 400)];
    const cake = { cakeId: 'berry-drip-cake', message: 'Happy Birthday Zoë' };
    const candles = { isAddOn: true, message: '' };
    for (const items of [
      [sampleItem({ ...cake, day: near }), sampleItem({ ...candles, day: near })],
      [sampleItem({ ...cake, day: near }), sampleItem({ ...candles, day: far })],
    ]) {
      const order = sampleOrder({ items, placedAt: shop.clock.now() });
      await addOrder(database, order);
      await fundOrder(database, order.id);
    }
    await addOrder(
      database,
      sampleOrder({ items: [sampleItem({ ...cake, day: far })], placedAt: shop.clock.now() }),
    );
    const { person } = await signInAs(shop, 'kitchen');
    await signInAs(shop, 'owner');
    const read = (token: string) => fetch(`${origin}/calendar-feed/${token}`);

    const first = await makeCalendarFeed(shop, person.id);
    const answer = await read(first);
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex');
    const file = await answer.text();
    expect(file).not.toMatch(/Zoë|Ada/);
    expect(eventsOf(file)).toMatchObject([
      { uid: `${near}@cafe.example`, start: near, end: addDays(near, 1), summary: '2 cakes' },
      { start: far, summary: '1 order', description: `${ORIGIN}/owner/day/${far}` },
    ]);

    await setWeekCapacity(
      shop,
      Array.from({ length: 7 }, () => '20'),
      { by: person.id, version: 0 },
    );
    expect(eventsOf(await (await read(first)).text())[0]?.summary).toMatch(
      /^2 cakes, \d+ of 20 points$/,
    );

    const second = await makeCalendarFeed(shop, person.id);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    await endCalendarFeed(shop, person.id);
    expect((await read(second)).status).toBe(404);
    const third = await makeCalendarFeed(shop, person.id);
    await disablePerson(shop, person.id);
    expect((await read(third)).status).toBe(404);
    await enablePerson(shop, person.id);
    expect((await read(third)).status).toBe(404);
    expect((await read('none')).status).toBe(404);

    const paths = lines.flatMap(({ facts }) => ('path' in facts ? [facts.path] : []));
    expect(new Set(paths)).toEqual(new Set(['/calendar-feed/…']));
  });
});
