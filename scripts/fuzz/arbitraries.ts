import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import * as z from 'zod';

const DEEP = 5_000;

/** Values that no specification allows. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(
    ...[null, true, '', ' ', 0, -1, 0.1, 1e308, Number.MAX_SAFE_INTEGER + 1, [], {}, [[]]],
    ...['\0', '\uD83C', '\u202E', '<img src=x onerror=alert(1)>', "'; drop table orders; --"],
    ...[
      '#{7*7}',
      '{{constructor}}',
      '__proto__',
      'constructor',
      'x'.repeat(5000),
      '🎂'.repeat(400),
    ],
    JSON.parse('{"__proto__":{"paid":true},"constructor":{"prototype":{}}}'),
  ),
);

/** Changes, removes or adds one part of a value. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      value,
      fc.array(fc.nat(20), { maxLength: 4 }),
      junk,
      fc.constantFrom('put', 'drop', 'add'),
    )
    .map(([whole, path, part, how]) => mutate(whole, path, part, how));
}

function mutate(
  value: unknown,
  path: number[],
  part: unknown,
  how: 'put' | 'drop' | 'add',
): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return part;
  const entries = Object.entries(value);
  const at = step % (entries.length || 1);
  const changed = entries.flatMap(([name, each], place) => {
    if (place !== at) return [[name, each]];
    if (rest.length > 0) return [[name, mutate(each, rest, part, how)]];
    return how === 'drop' ? [] : [[name, how === 'put' ? part : each]];
  });
  if (how === 'add' && rest.length === 0) changed.push(['added', part]);
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

/** Encodes a value as JSON, or as something similar. */
export function bodies(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const json = value.map((each) => JSON.stringify(each) ?? 'undefined');
  return fc.oneof(
    { weight: 12, arbitrary: json.map((text) => Buffer.from(text)) },
    json.map((text) => Buffer.from(`\uFEFF${text}`)),
    json.map((text) => Buffer.from(text, 'utf16le')),
    json.map((text) => Buffer.from(text, 'latin1')),
    json.map((text) => gzipSync(text)),
    json.map((text) => Buffer.from(text.slice(0, text.length / 2))),
    json.map((text) => Buffer.from(`${text}${text}`)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        ...['', 'NaN', '-', '1e999', '"', "{'a':1}", '{"a":1,}', '{"a":1,"a":2}', '\0', '[1e-999]'],
        ...['['.repeat(DEEP), `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, '{"a":'.repeat(DEEP)],
        ...['x'.repeat(64 * 1024 + 1), `"${'x'.repeat(200_000)}"`, `[${'0,'.repeat(20_000)}0]`],
      )
      .map((text) => Buffer.from(text)),
  );
}

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.int().default(0),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.unknown().optional(),
  minItems: z.int().default(0),
  maxItems: z.int().default(10),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
type Schema = z.infer<typeof Schema>;

/** Values that a JSON schema of the OpenAPI document allows. */
export function fromSchema(given: unknown): fc.Arbitrary<unknown> {
  const schema = Schema.parse(given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return fc.oneof(...choices.map(fromSchema));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => ofType({ ...schema, type })));
  }
  return ofType(schema);
}

function ofType(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), {
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems, schema.minItems + 3),
      });
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date') {
    return fc
      .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength ?? 40, 40) });
}

function object({ properties, required }: Schema): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, field] of Object.entries(properties)) fields[name] = fromSchema(field);
  return fc.record(fields, { requiredKeys: required });
}
