import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { tokenByDebug } from '#test/bot-check-tokens.ts';
import { stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { editCalendar } from '#test/edit-calendar.ts';
import { openTestShop } from '#test/test-shop.ts';

const Content = z.record(z.string(), z.object({ schema: z.looseObject({}) }));
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({ responses: z.record(z.string(), z.object({ content: Content.optional() })) }),
    ),
  ),
});

describe('the API matches its OpenAPI document', () => {
  test('every documented response is returned and matches its schema', async () => {
    const { where } = await stockedSqlite();
    const full = addDays(londonDay(new Date().toISOString()), 60);
    await editCalendar(where, (calendar) => {
      Object.assign(calendar, { capacity: Array(7).fill(null), daysAhead: 180 });
      Object.assign(calendar, { closedWeekdays: [], closedPeriods: [] });
      calendar.capacities[full] = 0;
    });
    const shop = await openTestShop({ where, jobs: false });
    const ada = customer(shop);
    const document = Document.parse((await ada.call('GET', '/api/openapi.json')).body);
    const request = { ...(await ada.requestFor('berry-drip-cake')), note: 'A nut allergy' };
    const { id } = await ada.orderFor(request);
    const again = randomUUID();
    const items = request.items.map(({ cakeId, sizeId }) => ({ cakeId, sizeId }));
    const wish = { day: full, items, email: 'ada@example.org' };
    const token = { 'X-Firebase-AppCheck': await tokenByDebug(shop.origins[0] ?? '') };
    const wait = (body: unknown, of: string = again, headers = {}) =>
      ada.call('PUT', `/api/waiting-list/${of}`, body, { ...token, ...headers });
    const nobody = randomUUID();
    await ada.place(request, again);
    const paid = await ada.buy('berry-drip-cake');
    const correction = { current: request.email, corrected: 'ada.baker@example.org' };
    const correct = (of: string, body: unknown = correction, headers?: HeadersInit) =>
      ada.call('POST', `/api/orders/${of}/email`, body, headers);

    // One call of each kind, and every further one is too many.
    const variables = { RATE_LIMIT_FACTOR: '0.0001' };
    const busy = customer(
      await openTestShop({ where: (await stockedSqlite()).where, jobs: false, variables }),
    );
    const twice = async (method: string, path: string, body?: unknown) => {
      await busy.call(method, path, body);
      return busy.call(method, path, body);
    };
    const closing = await openTestShop({ where: (await stockedSqlite()).where, jobs: false });
    await closing.endLive();
    const order = (path = '') => `/api/orders/${id}${path}`;
    const fromElsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    const asText = { 'Content-Type': 'text/plain' };
    const tooLarge = { ...request, name: 'x'.repeat(70_000) };

    const calls: [string, string, number, () => ReturnType<typeof ada.call>][] = [
      ['get', '/categories', 200, () => ada.call('GET', '/api/categories')],
      ['get', '/cakes', 200, () => ada.call('GET', '/api/cakes?category=cup-cakes')],
      ['get', '/cakes', 422, () => ada.call('GET', '/api/cakes?category=Cup+Cakes')],
      ['get', '/cakes/{id}', 200, () => ada.call('GET', '/api/cakes/berry-drip-cake')],
      ['get', '/cakes/{id}', 404, () => ada.call('GET', '/api/cakes/no-such-cake')],
      ['get', '/calendar', 200, () => ada.call('GET', '/api/calendar?from=9997-12-31&days=366')],
      ['get', '/calendar', 422, () => ada.call('GET', '/api/calendar?from=9999-12-31')],
      // The head of what would go on for ever.
      ['get', '/live', 200, () => ada.call('HEAD', '/api/live?topics=cakes')],
      ['get', '/live', 404, () => ada.call('GET', `/api/live?topics=orders/${nobody}`)],
      ['get', '/live', 422, () => ada.call('GET', '/api/live?topics=buns')],
      ['get', '/live', 503, () => customer(closing).call('GET', '/api/live?topics=cakes')],
      ['get', '/bot-check/challenge', 429, () => twice('GET', '/api/bot-check/challenge')],
      ['get', '/bot-check/challenge', 200, () => ada.call('GET', '/api/bot-check/challenge')],
      [
        'get',
        '/bot-check/challenge',
        422,
        () => ada.call('GET', '/api/bot-check/challenge?difficulty=none'),
      ],
      ['put', '/orders/{id}', 201, () => ada.place(request, randomUUID())],
      ['put', '/orders/{id}', 200, () => ada.place(request, again)],
      ['put', '/orders/{id}', 401, () => ada.call('PUT', `/api/orders/${nobody}`, request)],
      ['put', '/orders/{id}', 403, () => ada.call('PUT', order(), request, fromElsewhere)],
      ['put', '/orders/{id}', 404, () => ada.place(request, 'my-order')],
      ['put', '/orders/{id}', 409, () => ada.place({ ...request, name: 'Bob' }, again)],
      ['put', '/orders/{id}', 413, () => ada.place(tooLarge)],
      ['put', '/orders/{id}', 415, () => ada.call('PUT', order(), request, asText)],
      ['put', '/orders/{id}', 422, () => ada.place({ ...request, items: [] })],
      ['put', '/orders/{id}', 429, () => twice('PUT', order(), request)],
      ['put', '/orders/{id}', 503, () => ada.place(request)],
      ['get', '/orders/{id}', 200, () => ada.read(id)],
      ['get', '/orders/{id}', 404, () => ada.read(nobody)],
      ['post', '/orders/{id}/confirm', 200, () => ada.confirm(id)],
      [
        'post',
        '/orders/{id}/confirm',
        403,
        () => ada.call('POST', order('/confirm'), undefined, fromElsewhere),
      ],
      ['post', '/orders/{id}/confirm', 404, () => ada.confirm(nobody)],
      ['post', '/orders/{id}/confirm', 413, () => ada.call('POST', order('/confirm'), tooLarge)],
      ['post', '/orders/{id}/confirm', 415, () => ada.call('POST', order('/confirm'), 'x', asText)],
      ['post', '/orders/{id}/confirm', 429, () => twice('POST', order('/confirm'))],
      ['post', '/orders/{id}/email', 204, () => correct(paid.id)],
      ['post', '/orders/{id}/email', 403, () => correct(paid.id, correction, fromElsewhere)],
      ['post', '/orders/{id}/email', 404, () => correct(nobody)],
      ['post', '/orders/{id}/email', 409, () => correct(id)],
      ['post', '/orders/{id}/email', 413, () => correct(id, tooLarge)],
      ['post', '/orders/{id}/email', 415, () => correct(id, 'x', asText)],
      ['post', '/orders/{id}/email', 422, () => correct(id, {})],
      ['post', '/orders/{id}/email', 429, () => twice('POST', order('/email'), correction)],
      ['put', '/waiting-list/{id}', 201, () => wait(wish)],
      ['put', '/waiting-list/{id}', 200, () => wait(wish)],
      [
        'put',
        '/waiting-list/{id}',
        401,
        () => ada.call('PUT', `/api/waiting-list/${nobody}`, wish),
      ],
      ['put', '/waiting-list/{id}', 403, () => wait(wish, again, fromElsewhere)],
      ['put', '/waiting-list/{id}', 404, () => wait(wish, 'my-order')],
      ['put', '/waiting-list/{id}', 409, () => wait({ ...wish, day: addDays(full, 1) }, nobody)],
      ['put', '/waiting-list/{id}', 413, () => wait(tooLarge)],
      ['put', '/waiting-list/{id}', 415, () => wait('x', again, asText)],
      ['put', '/waiting-list/{id}', 422, () => wait({ ...wish, email: 'ada@example' })],
      ['put', '/waiting-list/{id}', 429, () => twice('PUT', `/api/waiting-list/${again}`, wish)],
    ];

    const ajv = addFormats(new Ajv2020({ strict: false }));
    // Schemas point at `#/components`, so the document itself is registered and pointed into.
    ajv.addSchema(document, 'document');
    for (const [method, path, status, call] of calls) {
      const what = `${method} ${path} ${status}`;
      await ada.setPractice('stripe', { api: status === 503 ? 'down' : 'normal' });
      const answer = await call();
      expect([what, answer.status]).toEqual([what, status]);
      if (status === 204) {
        expect(answer.body).toBe('');
        continue;
      }
      const [type = ''] = answer.headers.get('Content-Type')?.split(';') ?? [];
      const pointer = ['paths', path, method, 'responses', `${status}`, 'content', type, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const fits = ajv.compile({ $ref: `document#/${pointer}` });
      fits(answer.body);
      expect([what, fits.errors]).toEqual([what, null]);
    }

    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => `${method} ${path} ${status}`),
      ),
    );
    const called = calls.map(([method, path, status]) => `${method} ${path} ${status}`);
    expect(called.sort()).toEqual(documented.sort());
  });

  test('the note of an order is documented, with what it cannot do', async () => {
    const ada = customer(await openTestShop({ where: (await stockedSqlite()).where, jobs: false }));
    const { paths } = Document.parse((await ada.call('GET', '/api/openapi.json')).body);
    const description = expect.stringContaining('cannot make a cake free of an allergen');
    expect(paths['/orders/{id}']?.put).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { note: { type: 'string', description } } },
          },
        },
      },
    });
    expect(paths['/orders/{id}']?.get).toMatchObject({
      responses: {
        200: {
          content: {
            'application/json': { schema: { properties: { note: { type: 'string' } } } },
          },
        },
      },
    });
  });

  test('the order’s token is documented as a header', async () => {
    const ada = customer(await openTestShop({ where: (await stockedSqlite()).where, jobs: false }));
    expect((await ada.call('GET', '/api/openapi.json')).body).toMatchObject({
      components: {
        securitySchemes: {
          botCheck: { type: 'apiKey', in: 'header', name: 'X-Firebase-AppCheck' },
        },
      },
      paths: { '/orders/{id}': { put: { security: [{ botCheck: [] }] } } },
    });
  });

  test('an unknown call returns a problem', async () => {
    const ada = customer(await openTestShop({ where: (await stockedSqlite()).where, jobs: false }));
    const answer = await ada.call('GET', '/api/secrets');
    expect(answer).toMatchObject({
      status: 404,
      body: { type: 'urn:problem-type:battenberg:not-found' },
    });
  });
});
