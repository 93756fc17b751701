import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openPageCache, type PageRequest } from '#test/open-page-cache.ts';

describe('bypasses the cache:', () => {
  test.each<[string, string, PageRequest]>([
    ['another method', '/', { method: 'POST', body: 'x' }],
    ['a question about the methods', '/', { method: 'OPTIONS' }],
    ['a part of a page', '/', { headers: { Range: 'bytes=0-9' } }],
    ['who says who they are', '/', { headers: { Authorization: 'Basic YTpi' } }],
    ['a body', '/', { headers: { 'Content-Length': '1' }, body: 'x' }],
    ['a body in chunks', '/', { headers: { 'Transfer-Encoding': 'chunked' }, body: 'x' }],
    ['a query', '/?x=1', {}],
    ['an order', `/thank-you-page/${randomUUID()}`, {}],
    ['a page that there is not', '/no-such-page', {}],
  ])('%s', async (_, path, asked) => {
    const { ask, rendered } = await openPageCache();
    await ask('/');
    expect((await ask(path, asked)).status).toBe(418);
    expect(rendered).toHaveLength(1);
  });

  test('a client above the rate limit, until the page is cached', async () => {
    const admitted = [false, true];
    const { ask } = await openPageCache({ mayRender: () => admitted.shift() ?? false });
    expect((await ask('/')).status).toBe(418);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/privacy')).status).toBe(418);
  });

  test('every request while the version cannot be read', async () => {
    let isThere = true;
    const { ask } = await openPageCache({
      async version() {
        if (!isThere) throw new Error('out of reach');
        return 1;
      },
    });
    expect((await ask('/')).status).toBe(200);
    isThere = false;
    expect((await ask('/')).status).toBe(418);
    isThere = true;
    expect((await ask('/')).status).toBe(200);
  });
});
