import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

const DEEP = 5_000;

/** Values that nobody who reads a specification would send. */
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

/** A value in which some place is another than it should be, is gone, or is too much. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      value,
      fc.array(fc.nat(20), { maxLength: 4 }),
      junk,
      fc.constantFrom('put', 'drop', 'add'),
    )
    .map(([whole, way, part, how]) => spoil(whole, way, part, how));
}

function spoil(value: unknown, way: number[], part: unknown, how: 'put' | 'drop' | 'add'): unknown {
  const [step, ...rest] = way;
  if (typeof value !== 'object' || value === null || step === undefined) return part;
  const entries = Object.entries(value);
  const at = step % (entries.length || 1);
  const changed = entries.flatMap(([name, each], place) => {
    if (place !== at) return [[name, each]];
    if (rest.length > 0) return [[name, spoil(each, rest, part, how)]];
    return how === 'drop' ? [] : [[name, how === 'put' ? part : each]];
  });
  if (how === 'add' && rest.length === 0) changed.push(['added', part]);
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

/** A value as bytes: as JSON, or as something that only resembles it. */
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
