import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPageCache } from '#test/open-page-cache.ts';

function open() {
  const { ask } = openPageCache();
  return async (header: string | undefined) => {
    const headers: Record<string, string> =
      header === undefined ? {} : { 'Accept-Encoding': header };
    const { status, headers: sent } = await ask('/', { headers });
    expect(status).toBe(200);
    return sent['content-encoding'] ?? 'identity';
  };
}

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.8,gzip;q=0.8', 'br'],
  ['br ; q=0.1 , identity ; q=0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity;q=0', 'identity'],
  ['gzip;q=0', 'identity'],
  ['*;q=0', 'identity'],
])('%s: %s', async (header, expected) => {
  const encodingFor = open();
  expect(await encodingFor(header)).toBe(expected);
});

test('any header value gets a page, and the same encoding each time', async () => {
  const encodingFor = open();
  const anyHeader = fc.string({ unit: 'grapheme-ascii' });
  await fc.assert(
    fc.asyncProperty(anyHeader, async (header) => {
      const encoding = await encodingFor(header);
      expect(['br', 'gzip', 'deflate', 'identity']).toContain(encoding);
      expect(await encodingFor(header)).toBe(encoding);
    }),
    { numRuns: 30 },
  );
});
