/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { OrderedOption } from '#domain/orders/order.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import { MessageOnCake, PlainLine } from '#domain/orders/text-schemas.ts';
import { tokenByDebug } from '#test/bot-check-tokens.ts';
import { bothDatabases, stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readTables } from '#test/query-database.ts';
import { openTestShop } from '#test/test-shop.ts';
import { type OrderableCatalogue, readCatalogue } from '../../harness/orderable-catalogue.ts';

/** Always the same calls. After a failure no smaller call is sought, because orders stay in the database. */
const RUNS = { seed: 1, endOnFailure: true };

const VICTIM = { name: 'Vic Timm', email: 'vic@example.org', phone: '020 7946 0999' };

/** What an accepted order and its token change. */
const TABLES_OF_AN_ORDER = ['orders', 'order_items', 'order_events', 'bot_check_uses'];

interface Call {
  method: string;
  path: string;
  body?: Buffer | undefined;
  headers?: Record<string, string>;
  /** The order that the body is, or nearly is. */
  order?: { id: string; request: unknown };
}

type Tables = Awaited<ReturnType<typeof readTables>>;

describe.each(bothDatabases)('calls made from the OpenAPI document on $name', ({ stocked }) => {
  test('get no 5xx and nothing of another customer, and store orders as asked', async () => {
    const { where } = await stocked();
    const shop = await openTestShop({ where, jobs: false });
    const { origin } = shop;
    const ada = customer(shop);
    const victim = await ada.orderFor({ ...(await ada.requestFor('berry-drip-cake')), ...VICTIM });
    const before = await readTables(where);
    const document = Document.parse((await ada.call('GET', '/api/openapi.json')).body);
    const accepted = new Map<string, unknown>();

    const check = async (call: Call) => {
      const { status, type, body } = await send(origin, call);
      expect(status).toBeLessThan(500);
      if (status >= 400) {
        expect(type).toContain('application/problem+json');
        expect(JSON.parse(body)).toMatchObject({ status });
      }
      for (const secret of Object.values(VICTIM)) expect(body).not.toContain(secret);
      if (call.order && status === 201) accepted.set(call.order.id, call.order.request);
    };
    const calls = anyCall(document, await readCatalogue(origin), victim.id);
    await fc.assert(fc.asyncProperty(calls, check), { ...RUNS, numRuns: 400 });

    const after = await readTables(where);
    expect(without(TABLES_OF_AN_ORDER, after)).toEqual(without(TABLES_OF_AN_ORDER, before));
    const stored = ordersIn(after);
    expect(stored.get(victim.id)).toEqual(ordersIn(before).get(victim.id));
    stored.delete(victim.id);
    expect(accepted.size).toBeGreaterThan(10);
    expect(stored).toEqual(new Map([...accepted].map(([id, request]) => [id, trimmed(request)])));
    const events = after.get('order_events') ?? [];
    expect(events.map(({ kind }) => kind)).toEqual(Array(1 + accepted.size).fill('placed'));
  });
});

test('broken HTTP, wrong signatures and rude clients get no 5xx, and the server goes on', async () => {
  const { where } = await stockedSqlite();
  const { origin } = await openTestShop({ where, jobs: false });
  const known = brokenHttp(new URL(origin).host);
  const check = async (bytes: Buffer) => {
    expect(await statusOfBytes(origin, bytes)).toBeLessThan(500);
  };
  for (const bytes of known) await check(bytes);
  const part = fc.tuple(fc.constantFrom(...known), fc.nat(), fc.uint8Array({ maxLength: 200 }));
  const broken = part.map(([bytes, at, noise]) =>
    Buffer.concat([bytes.subarray(0, at % (bytes.length + 1)), noise]),
  );
  await fc.assert(fc.asyncProperty(broken, check), { ...RUNS, numRuns: 200 });
  await stopReading(origin);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

function without(tables: string[], contents: Tables): Tables {
  return new Map([...contents].filter(([table]) => !tables.includes(table)));
}

/** The orders of the database in the form of their requests. */
function ordersIn(tables: Tables): Map<string, unknown> {
  const items = Map.groupBy(tables.get('order_items') ?? [], ({ order_id }) => order_id);
  const orders = tables.get('orders') ?? [];
  return new Map(
    orders.map(({ id, name, email, phone }) => {
      const itsItems = (items.get(id) ?? [])
        .sort((a, b) => Number(a.position) - Number(b.position))
        .map(({ cake_id, size_id, api, options, message, day, allergens, may_contain }) => ({
          cakeId: cake_id,
          sizeId: size_id,
          api,
          ...(options !== null && { options: chosenOf(options) }),
          message,
          day,
          allergens: JSON.parse(String(allergens)),
          ...(may_contain !== null && { mayContain: JSON.parse(String(may_contain)) }),
        }));
      return [String(id), { name, email, phone, items: itsItems }];
    }),
  );
}

/** As they were asked for. */
function chosenOf(options: unknown) {
  const chosen = z.array(OrderedOption).parse(JSON.parse(String(options)));
  return chosen.map(({ groupId: group, choiceId: choice, text, api }) => ({
    group,
    choice,
    ...(text !== undefined && { text }),
    api,
  }));
}

/** The shop trims the details of the customer. */
function trimmed(request: unknown): unknown {
  const Details = z.looseObject({ name: z.string(), email: z.string(), phone: z.string() });
  const { name, email, phone, ...rest } = Details.parse(request);
  return { ...rest, name: name.trim(), email: email.trim(), phone: phone.trim() };
}

async function send(origin: string, { method, path, body, headers, order }: Call) {
  const token = order && { 'X-Firebase-AppCheck': await tokenByDebug(origin) };
  const sent = httpRequest(`${origin}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      ...token,
      ...headers,
      'Content-Length': body?.length ?? 0,
    },
  });
  const response = new Promise<{ status: number; type: string; body: string }>(
    (resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', async (received) => {
        const { statusCode: status = 0 } = received;
        const type = received.headers['content-type'] ?? '';
        // A stream of events does not end.
        if (type.startsWith('text/event-stream')) received.destroy();
        resolve({ status, type, body: await text(received).catch(() => '') });
      });
    },
  );
  sent.end(body);
  return response;
}

/** @returns 0 if the server closes the connection without a response. */
async function statusOfBytes(origin: string, bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  // The server may close the connection while it is being written to.
  socket.on('error', () => {});
  socket.end(bytes);
  const response = await text(socket).catch(() => '');
  const final = response.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(final)?.[1] ?? 0);
}

/** Sends many requests and goes away without reading a response. */
async function stopReading(origin: string): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  const request = `GET /api/cakes HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(request.repeat(200), () => resolve()));
  socket.destroy();
}

const Operation = z.looseObject({
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.unknown() }))
    .default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
    .optional(),
});
const Document = z.looseObject({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

function anyCall(
  { servers: [{ url }], paths }: z.infer<typeof Document>,
  catalogue: OrderableCatalogue,
  victimId: string,
): fc.Arbitrary<Call> {
  const order = goodOrder(catalogue);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      documentedCall(method, url + path, operation, victimId),
    ),
  );
  return fc.oneof(
    { weight: 1, arbitrary: placing(order, fc.constant({})) },
    { weight: 3, arbitrary: placing(mutated(order), fc.constant({})) },
    { weight: 1, arbitrary: placing(order, oddHeaders) },
    { weight: 8, arbitrary: fc.oneof(...operations) },
  );
}

/** Anything that the shop sells, with any text that it allows. */
function goodOrder({ offers, days }: OrderableCatalogue) {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.trim() !== '' && PlainLine.safeParse(text).success);
  const message = fc
    .string({ unit: 'grapheme', maxLength: MESSAGE_MAX })
    .filter((text) => MessageOnCake.safeParse(text).success);
  const item = fc
    .tuple(fc.constantFrom(...offers), message, fc.constantFrom(...days))
    .map(([{ item, offMessage }, text, day]) => ({
      ...item,
      message: offMessage ? '' : text,
      day,
    }));
  return fc.record({
    name: line,
    email: fc.oneof(fc.emailAddress({ size: 'small' }), line),
    phone: line,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
  });
}

function placing(order: fc.Arbitrary<unknown>, headers: fc.Arbitrary<Record<string, string>>) {
  return fc.tuple(fc.uuid({ version: 4 }), order, headers, fc.boolean()).map(
    ([id, request, given, inCapitals]): Call => ({
      method: 'PUT',
      path: `/api/orders/${inCapitals ? id.toUpperCase() : id}`,
      body: Buffer.from(JSON.stringify(request) ?? ''),
      headers: given,
      order: { id, request },
    }),
  );
}

/** A call as the document allows it, or with any part wrong. */
function documentedCall(
  method: string,
  path: string,
  { parameters, requestBody }: z.infer<typeof Operation>,
  victimId: string,
): fc.Arbitrary<Call> {
  const schema = requestBody?.content['application/json'].schema;
  const body = schema === undefined ? junk : fromSchema(schema);
  const values = parameters.map(({ schema }) =>
    fc.oneof(fromSchema(schema), junk, fc.constant(victimId)),
  );
  return fc
    .tuple(fc.tuple(...values), fc.oneof(asJson(body), nearlyJson(mutated(body))), oddHeaders)
    .map(([given, bytes, headers]): Call => {
      const texts = given.map((value) => encodeURIComponent(asText(value).toWellFormed()));
      const query: string[] = [];
      let filled = path;
      for (const [place, parameter] of parameters.entries()) {
        if (parameter.in === 'query') query.push(`${parameter.name}=${texts[place]}`);
        else filled = filled.replace(`{${parameter.name}}`, () => texts[place] ?? '');
      }
      return {
        method: method.toUpperCase(),
        path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
        body: method === 'get' ? undefined : bytes,
        headers,
      };
    });
}

/** `String` fails for objects without a prototype. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Half of the requests have none. */
const oddHeaders = fc.oneof(
  fc.constant<Record<string, string>>({}),
  fc.constantFrom<Record<string, string>>(
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': 'multipart/form-data; boundary=' },
    { 'Content-Type': '' },
    { 'Content-Encoding': 'gzip' },
    { 'Content-Encoding': 'br, gzip, deflate, x' },
    { Accept: 'application/*, */*;q=x' },
    { 'Accept-Encoding': 'gzip;q=9, *;q=-1' },
    { Range: 'bytes=5-1, -1, 99999999999999999999-' },
    { 'If-None-Match': `"${'x'.repeat(4000)}"` },
    { 'If-Modified-Since': 'never' },
    { Cookie: `a=${'b'.repeat(6000)}; __proto__=1` },
    { 'X-Forwarded-For': '127.0.0.1, ::1, <script>', 'X-Forwarded-Proto': 'gopher' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Request-Id': `${'r'.repeat(900)}\u00ff` },
    { Authorization: 'Basic ////', 'Stripe-Signature': 't=1,v1=0' },
    { 'X-Firebase-AppCheck': 'a.b.c' },
  ),
);

/** Values that no specification allows. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(
    null,
    '',
    -1,
    0.1,
    1e308,
    Number.MAX_SAFE_INTEGER + 1,
    [[]],
    '\0',
    '\uD83C',
    '\u202E',
    '<img src=x onerror=alert(1)>',
    "'; drop table orders; --",
    '__proto__',
    '../../etc/passwd',
    'x'.repeat(5000),
    '🎂'.repeat(400),
    JSON.parse('{"__proto__":{"paid":true},"constructor":{"prototype":{}}}'),
  ),
);

/** Changes, removes or adds one part of a value. */
function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const path = fc.array(fc.nat(20), { maxLength: 4 });
  return fc
    .tuple(value, path, junk, fc.constantFrom<Change[]>('put', 'drop', 'add'))
    .map(([whole, at, part, change]) => mutate(whole, at, part, change));
}

type Change = 'put' | 'drop' | 'add';

function mutate(value: unknown, path: number[], part: unknown, change: Change): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return part;
  const entries = Object.entries(value);
  const at = step % (entries.length || 1);
  const changed = entries.flatMap(([name, each], place) => {
    if (place !== at) return [[name, each]];
    if (rest.length > 0) return [[name, mutate(each, rest, part, change)]];
    return change === 'drop' ? [] : [[name, change === 'put' ? part : each]];
  });
  if (change === 'add' && rest.length === 0) changed.push(['added', part]);
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

function asJson(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return value.map((each) => Buffer.from(JSON.stringify(each) ?? 'undefined'));
}

const DEEP = 5_000;

/** JSON of the value, what looks like JSON, and what is none. */
function nearlyJson(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const json = asJson(value);
  return fc.oneof(
    { weight: 8, arbitrary: json },
    json.map((bytes) => Buffer.from(`\uFEFF${bytes}`)),
    json.map((bytes) => Buffer.from(String(bytes), 'utf16le')),
    json.map((bytes) => gzipSync(bytes)),
    json.map((bytes) => bytes.subarray(0, bytes.length / 2)),
    json.map((bytes) => Buffer.concat([bytes, bytes])),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('', 'NaN', '1e999', '{"a":1,"a":2}', '\0', '['.repeat(DEEP), 'x'.repeat(70_000))
      .map((text) => Buffer.from(text)),
    fc.constant(Buffer.from(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)),
  );
}

const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.json()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.int().default(0),
  maxLength: z.int().default(40),
  minimum: z.number().default(-1000),
  maximum: z.number().default(1_000_000),
  items: z.unknown().default({}),
  minItems: z.int().default(0),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Values that a JSON schema of the OpenAPI document allows. */
function fromSchema(given: unknown): fc.Arbitrary<unknown> {
  const { type, enum: values, anyOf, ...schema } = Schema.parse(given);
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(fromSchema));
  switch (type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum, max: schema.maximum });
    case 'array':
      return fc.array(fromSchema(schema.items), {
        minLength: schema.minItems,
        maxLength: schema.minItems + 3,
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties).map(([name, each]) => [name, fromSchema(each)]),
        ),
        { requiredKeys: schema.required },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function stringOf({
  format,
  pattern,
  minLength,
  maxLength,
}: Omit<z.infer<typeof Schema>, 'type'>): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date') {
    return fc
      .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
}

/** Requests that have been sent to break servers: bad lines, wrong lengths, endless headers, other protocols. */
function brokenHttp(host: string): Buffer[] {
  const h = `Host: ${host}\r\n`;
  const put = `PUT /api/orders/${randomUUID()} HTTP/1.1\r\n${h}Content-Type: application/json\r\n`;
  const chunked = `${put}Transfer-Encoding: chunked\r\n\r\n`;
  const webhook = `POST /webhooks/stripe HTTP/1.1\r\n${h}Content-Length: 2\r\nStripe-Signature:`;
  const get = (path: string, headers = h) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
  return [
    '',
    '\r\n'.repeat(500),
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/0.9\r\n\r\n',
    'get / http/1.1\r\n\r\n',
    get('/', `${h}${h}`),
    get('/', 'Host: a b\r\n'),
    get('/', 'Host: [::1\r\n'),
    get('/', 'Host: evil.example/@x:99999\r\n'),
    get('/', 'Host: %00\r\n'),
    get('/', `${h} folded: x\r\n`),
    get('/', `${h}No-Colon\r\n`),
    get('/', `${h}X: \0\x01\x7f\r\n`),
    get('/', `${h}X: ${'a'.repeat(100_000)}\r\n`),
    get('/', `${h}${'X: y\r\n'.repeat(5_000)}`),
    get('/', `${h}Upgrade: websocket\r\nConnection: Upgrade\r\n`),
    get(' / /'),
    get('/\0'),
    get('*'),
    get('://['),
    get('//evil.example'),
    get('http://evil.example/api/cakes'),
    get('/..%2f..%5c..%252f/etc/passwd'),
    get('/photos/....//....//etc/passwd'),
    get('/%E0%A4%A%C0%AF%u002e%zz'),
    get('/api/cakes?category=%00&category[]=1&__proto__=1'),
    get('/\u00ff\u00fe'),
    get(`/${'a'.repeat(100_000)}`),
    get('/healthz').repeat(50),
    `OPTIONS * HTTP/1.1\r\n${h}\r\n`,
    `TRACE / HTTP/1.1\r\n${h}\r\n`,
    `M-SEARCH /api/cakes HTTP/1.1\r\n${h}\r\n`,
    'CONNECT 169.254.169.254:80 HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `${put}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}`,
    `${put}Content-Length: -1\r\n\r\n{}`,
    `${put}Content-Length: 99999999999999999999\r\n\r\n{}`,
    `${put}Content-Length: 50\r\n\r\n{}`,
    `${put}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `${put}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${put}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    `${put}Expect: cake\r\n\r\n`,
    `${chunked}zz\r\n{}\r\n0\r\n\r\n`,
    `${chunked}ffffffffffffffffff\r\n{}`,
    `${chunked}2\r\n{}`,
    `${chunked}2;${'e'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
    `${chunked}${`8000\r\n${'x'.repeat(0x8000)}\r\n`.repeat(6)}0\r\n\r\n`,
    ...['', 't=', 't=abc,v1=', `t=1,v1=${'0'.repeat(64)}`, '=,'.repeat(40), '\u00ff'].map(
      (signature) => `${webhook} ${signature}\r\n\r\n{}`,
    ),
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'EHLO shop\r\n',
  ].map((request) => Buffer.from(request, 'latin1'));
}
