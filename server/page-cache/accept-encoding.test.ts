import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseEncoding, ENCODINGS } from './accept-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.8,gzip;q=0.8', 'br'],
  ['br ; q=0.1 , identity ; q=0', 'br'],
  ['gzip;q=0.5, identity', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['gzip;q=0', 'identity'],
  ['br;q=2, gzip', 'gzip'],
  ['br;q=nonsense', 'identity'],
  ['deflate', 'identity'],
])('%s: %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});

test('anything can be written there, any number of times', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const chosen = chooseEncoding(header);
      expect(ENCODINGS).toContain(chosen);
      expect(chooseEncoding(header)).toBe(chosen);
    }),
  );
});
