import fc from 'fast-check';
import * as z from 'zod';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import { MessageOnCake, PlainLine } from '#domain/orders/text-schemas.ts';
import type { OrderableCatalogue } from '../../harness/orderable-catalogue.ts';
import { bodies, fromSchema, junk, mutated } from './arbitraries.ts';
import { type FuzzRequest, httpBytes } from './request.ts';

const Operation = z.looseObject({
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.unknown() }))
    .default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
    .optional(),
});
export const Document = z.looseObject({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
type Document = z.infer<typeof Document>;
type Headers = Record<string, string>;

/** Valid orders with any allowed text. */
export function goodOrders({ offers, days }: OrderableCatalogue, headers: Headers) {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.trim() !== '' && PlainLine.safeParse(text).success);
  const message = fc
    .string({ unit: 'grapheme', maxLength: MESSAGE_MAX })
    .filter((text) => MessageOnCake.safeParse(text).success);
  const item = fc
    .tuple(fc.constantFrom(...offers), message, fc.constantFrom(...days))
    .map(([{ item: offered, offMessage }, text, day]) => ({
      ...offered,
      message: offMessage ? '' : text,
      day,
    }));
  const order = fc.record({
    name: line,
    email: fc.oneof(fc.emailAddress({ size: 'small' }), line),
    phone: line,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
  });
  const requests = fc.tuple(fc.uuid({ version: 4 }), order, fc.boolean()).map(
    ([id, body, inCapitals]): FuzzRequest => ({
      kind: 'good order',
      complete: true,
      order: { id, body },
      bytes: putOrder(
        inCapitals ? id.toUpperCase() : id,
        headers,
        Buffer.from(JSON.stringify(body)),
      ),
    }),
  );
  return { order, requests };
}

/** Orders with one invalid part. */
export function invalidOrders(order: fc.Arbitrary<unknown>, headers: Headers) {
  return fc.tuple(fc.uuid({ version: 4 }), mutated(order)).map(
    ([id, body]): FuzzRequest => ({
      kind: 'invalid call',
      complete: true,
      order: { id, body },
      bytes: putOrder(id, headers, Buffer.from(JSON.stringify(body) ?? '')),
    }),
  );
}

function putOrder(id: string, headers: Headers, body: Buffer): Buffer {
  return httpBytes({ method: 'PUT', path: `/api/orders/${id}`, headers, body });
}

/** Every call of the OpenAPI document, with valid and with invalid parameters. */
export function apiCalls({ servers: [{ url: base }], paths }: Document, headers: Headers) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const calls = operations.flatMap(({ path, method, operation }) =>
    [true, false].map((isValid) => {
      const schema = operation.requestBody?.content['application/json'].schema;
      const body = schema === undefined ? junk : fromSchema(schema);
      const hasBody = schema !== undefined || (!isValid && method !== 'get');
      return fc
        .tuple(
          fillPath(`${base}${path}`, operation.parameters, isValid),
          isValid ? body.map((value) => Buffer.from(JSON.stringify(value))) : bodies(mutated(body)),
          isValid ? fc.constant({}) : invalidHeaders,
        )
        .map(
          ([filledPath, bytes, extra]): FuzzRequest => ({
            kind: isValid ? 'API call' : 'invalid call',
            complete: true,
            bytes: httpBytes({
              method: method.toUpperCase(),
              path: filledPath,
              headers: { ...headers, ...extra },
              ...(hasBody && { body: bytes }),
            }),
          }),
        );
    }),
  );
  return fc.oneof(...calls);
}

type Parameters = z.infer<typeof Operation>['parameters'];

function fillPath(path: string, parameters: Parameters, isValid: boolean) {
  const values = parameters.map(({ schema }) =>
    isValid
      ? fromSchema(schema).map(toText)
      : fc.oneof(fromSchema(schema).map(toText), junk.map(toText)),
  );
  return fc.tuple(...values).map((given) => {
    let filled = path;
    const query: string[] = [];
    for (const [place, { name, in: where }] of parameters.entries()) {
      const value = encodeURIComponent(String(given[place]).toWellFormed());
      if (where === 'path') filled = filled.replace(`{${name}}`, value);
      else query.push(`${name}=${value}`);
    }
    return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
  });
}

/** `String` fails for objects without a prototype. */
function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const invalidHeaders: fc.Arbitrary<Headers> = fc.constantFrom<Headers[]>(
  {},
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data; boundary=' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': '' },
  { 'Content-Encoding': 'gzip' },
  { 'Content-Encoding': 'br, gzip, deflate, x' },
  { Accept: 'text/html, */*;q=x' },
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
);
