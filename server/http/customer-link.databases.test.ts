import { createElement } from 'react';
import { createRoutesStub, createStaticHandler, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import * as file from '#app/buy/my-order/calendar-file.ts';
import * as page from '#app/buy/my-order/my-order.tsx';
import { shopContext } from '#app/shop-context.ts';
import { versionOf } from '#domain/book/trail.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { markEmailSent } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { findBooked } from '#server/orders/book.ts';
import { newLink } from '#server/orders/customer-link.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { describeDailyOnSqlite, stockedSqlite, type TestDatabase } from '#test/both-databases.ts';
import { cafesEmail } from '#test/outbox-time.ts';
import { readTables } from '#test/query-database.ts';
import { recordingLog } from '#test/recording-log.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';
import { limits } from './rate-limits.ts';
import { createSite } from './site.ts';

const COPY = { kind: 'confirmation', revision: 0, attempt: 1 };

/** The loaders and the action of the page, behind all middleware; their data instead of HTML. */
function siteOf(shop: Shop) {
  const { query, queryRoute } = createStaticHandler([
    {
      id: 'page',
      path: '/my-order/:token',
      loader: ({ params: { token = '' }, ...args }) => page.loader({ ...args, params: { token } }),
      action: ({ params: { token = '' }, ...args }) => page.action({ ...args, params: { token } }),
    },
    {
      id: 'file',
      path: '/my-order/:token/calendar/:day',
      loader: ({ params: { token = '', day = '' }, ...args }) =>
        file.loader({ ...args, params: { token, day } }),
    },
  ]);
  return createSite({
    pictures: { path: '/_img', serve: async () => new Response() },
    async renderPage(request) {
      const requestContext = new RouterContextProvider();
      requestContext.set(shopContext, shop);
      if (request.url.includes('/calendar/')) {
        return queryRoute(request, { requestContext }).catch(
          ({ status, init }: { status?: number; init?: ResponseInit }) =>
            new Response(null, { status: status ?? init?.status ?? 500 }),
        );
      }
      const context = await query(request, { requestContext });
      if (context instanceof Response) return context;
      const { statusCode: status, loaderData, actionData, errors } = context;
      return Response.json({ loaderData, actionData, errors }, { status });
    },
  });
}

interface Options {
  variables?: Record<string, string>;
  daysAhead?: number;
}

async function open(place: TestDatabase, { variables = {}, daysAhead = 20 }: Options = {}) {
  const { log, lines } = recordingLog();
  const { shop, origin } = await openTestShop({
    where: place.where,
    jobs: false,
    log,
    site: siteOf,
    variables,
  });
  const database = await place.open();
  const day = addDays(londonDay(new Date().toISOString()), daysAhead);
  const order = sampleOrder({
    items: [sampleItem({ day, cakeId: 'berry-drip-cake', message: 'Happy Birthday' })],
    placedAt: new Date().toISOString(),
  });
  await addOrder(database, order);
  await fundOrder(database, order.id);
  await markEmailSent(database.db, cafesEmail(order.id));
  const token = await newLink(database, order, COPY);
  const send = (path: string, headers: Record<string, string> = {}, form?: object) =>
    fetch(`${origin}${path}`, {
      ...(form && { method: 'POST', body: new URLSearchParams({ ...form }) }),
      headers,
      redirect: 'manual',
    });
  const booked = await findBooked(database, { id: order.id });
  const version = String(versionOf(booked?.trail ?? []));
  const message = {
    do: 'message',
    position: '0',
    to: 'New words',
    version,
  };
  return { database, shop, origin, lines, day, order, token, send, message, version };
}

function htmlOf(sent: { loaderData: object }): string {
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: page.default }]);
  return renderInSite(createElement(Page, { hydrationData: sent }));
}

describeDailyOnSqlite('the page of a customer’s link', ({ stocked }) => {
  test('is not changed by scanners that open the link, in whatever way and spelling', async () => {
    const place = await stocked();
    const { origin, token, day, send } = await open(place);
    const before = await readTables(place.where);
    const paths = [
      ...[`/my-order/${token}`, `/my-order/${token}/`, `/My%2Dorder/${token}`],
      ...[`/my-order/${token}?do=cancel&version=1`, `/my-order/${token}?done=move`],
      `/my-order/${token}/calendar/${day}`,
    ];
    for (const path of paths) {
      const { headers, status } = await send(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Referrer-Policy')).toBe('strict-origin');
      expect(headers.get('X-Robots-Tag')).toBe('noindex');
      for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await fetch(`${origin}${path}`, { method, redirect: 'manual' });
        expect([method, answer.status < 300]).toEqual([method, method === 'HEAD']);
      }
    }
    expect(await readTables(place.where)).toEqual(before);
  });

  test('is not changed by forms of other websites, of guesses and of nonsense', async () => {
    const place = await stocked();
    const { origin, token, day, send, message, version } = await open(place);
    const before = await readTables(place.where);
    const path = `/my-order/${token}`;
    const elsewhere: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: origin },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    ];
    for (const headers of elsewhere) {
      expect((await send(path, headers, message)).status).toBe(403);
    }
    const guess = `/my-order/${secrets.urlToken()}`;
    expect((await send(guess, {}, message)).status).toBe(404);
    expect((await send(`${path}/calendar/${day}`, {}, message)).status).not.toBe(303);
    for (const nonsense of [
      {},
      { do: 'refund', version },
      { ...message, version: '' },
      { ...message, position: 'x' },
      { do: 'move', day: 'today', to: day, version },
    ]) {
      expect((await send(path, {}, nonsense)).status).toBe(400);
    }
    for (const wrong of [
      { ...message, position: '9' },
      { ...message, to: 'x'.repeat(40) },
      { do: 'move', day, to: '2026-02-30', version },
      { do: 'move', day, to: '2020-01-01', version },
      { do: 'move', day: '2020-01-01', to: addDays(day, 1), version },
    ]) {
      expect([409, 422]).toContain((await send(path, {}, wrong)).status);
    }
    expect(await readTables(place.where)).toEqual(before);
  });

  test('takes a form from its own page once, also of a browser that sends no Sec-Fetch-Site', async () => {
    const place = await stocked();
    const { origin, database, order, token, send, message } = await open(place);
    const path = `/my-order/${token}`;
    for (let copy = 0; copy < 2; copy += 1) {
      const { status, headers } = await send(path, { Origin: origin }, message);
      expect(status).toBe(303);
      expect(headers.get('Location')).toBe(`${path}?done=message`);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    const booked = await findBooked(database, { id: order.id });
    expect(booked?.trail.filter(({ kind }) => kind === 'text-changed')).toHaveLength(1);
    const stale = await send(
      path,
      { 'Sec-Fetch-Site': 'same-origin' },
      { ...message, to: 'Other' },
    );
    expect(stale.status).toBe(409);
    // Nothing typed is lost.
    expect(await stale.json()).toMatchObject({ actionData: { page: { typed: 'Other' } } });
  });

  test('says what could not be changed, and what was typed, of an item that has been taken off', async () => {
    const { token, send, message } = await open(await stocked());
    const form = { ...message, position: '9' };
    const html = htmlOf(await (await send(`/my-order/${token}`, {}, form)).json());
    expect(html).toContain('Your order has changed since you opened this page.');
    expect(html).toContain('You wanted: “New words”.');
  });

  test('says neither that a missed cake was enjoyed nor how to collect it', async () => {
    const { shop, order, day, token, send } = await open(await stocked(), { daysAhead: -1 });
    const see = async () => htmlOf(await (await send(`/my-order/${token}`)).json());
    const tick = { orderId: order.id, day, by: 'kit' };
    const html = await see();
    expect(html).toContain(
      'The day to collect it has passed. If you have not collected it, ring us on',
    );
    expect(html).not.toContain('What to bring');
    await setFulfilment(shop, { ...tick, from: 'to-make', fulfilment: 'missed' });
    expect(await see()).toContain(
      'The day to collect it has passed. If you have not collected it, ring us on',
    );
    await setFulfilment(shop, { ...tick, from: 'missed', fulfilment: 'collected' });
    expect(await see()).toContain('We hope that you enjoyed it.');
  });

  test('leaves no token in the log', async () => {
    const place = await stocked();
    const { token, day, send, lines, message } = await open(place);
    for (const path of [
      ...[`/my-order/${token}`, `/my-order/${token}.data`, `/My%2DOrder//${token}/`],
      ...[`/my-order/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`],
      ...[`/my-order/${token}/calendar/${day}`, `/my-order/${token}/none`],
    ]) {
      await send(path);
      await send(path, {}, message);
    }
    const paths = lines.flatMap(({ facts }) => ('path' in facts ? [facts.path] : []));
    expect(paths).toHaveLength(12);
    expect(new Set(paths)).toEqual(new Set(['/my-order/…']));
    expect(JSON.stringify(lines)).not.toContain(token.slice(1));
  });

  test('says nothing about an anonymised order but that it is over', async () => {
    const place = await stocked();
    const { database, order, token, send, day, message } = await open(place);
    expect(await anonymiseOrder(database.db, order.id)).toBe(true);
    const before = await readTables(place.where);
    const answer = await send(`/my-order/${token}`);
    expect(answer.status).toBe(410);
    const text = await answer.text();
    expect(text).not.toMatch(/Ada|Birthday|example|7946/);
    expect(text).not.toContain(order.number);
    expect((await send(`/my-order/${token}`, {}, message)).status).toBe(404);
    expect((await send(`/my-order/${token}/calendar/${day}`)).status).toBe(404);
    expect(await readTables(place.where)).toEqual(before);
  });
});

test('a customer who sends forms too fast gets 429', async () => {
  const { token, send } = await open(await stockedSqlite(), {
    variables: { RATE_LIMIT_FACTOR: '0.05' },
  });
  const allowed = limits['changes of a customer'] * 0.05;
  const statuses: number[] = [];
  for (let turn = 0; turn <= allowed; turn += 1) {
    statuses.push((await send(`/my-order/${token}`, {}, { do: 'none', version: '1' })).status);
  }
  expect(statuses).toEqual([...Array(allowed).fill(400), 429]);
});
