import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { HTML, openPageCache, pageResponse } from '#test/open-page-cache.ts';

const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

describe('a page', () => {
  test('is rendered once, without the visitor’s headers and from the shop’s own origin', async () => {
    const { ask, rendered } = openPageCache();
    const headers = {
      Host: 'evil.example',
      Cookie: 'a=b',
      'Accept-Encoding': 'gzip',
      'X-Who': 'me',
    };
    await Promise.all([ask('/about-us', { headers }), ask('/about-us'), ask('/about-us')]);
    await ask('/about-us', { headers: { 'Cache-Control': 'no-cache' } });
    expect(rendered.map(({ url }) => url)).toEqual(['https://cakes.example/about-us']);
    expect([...(rendered[0]?.headers ?? [])]).toEqual([]);
  });

  test('that fails is sent to all concurrent requests and rendered again for the next', async () => {
    const made = Promise.withResolvers<Response>();
    const { ask, rendered } = openPageCache({ render: () => made.promise });
    const answers = [ask('/'), ask('/')];
    await expect.poll(() => rendered.length).toBe(1);
    made.resolve(new Response('sorry', { status: 500 }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500]);
    await ask('/');
    expect(rendered).toHaveLength(2);
  });

  test('whose rendering throws is an error, and rendered again for the next', async () => {
    const { ask, rendered } = openPageCache({
      render() {
        if (rendered.length === 1) throw new Error('out of reach');
        return pageResponse();
      },
    });
    expect((await ask('/')).status).toBe(500);
    expect((await ask('/')).status).toBe(200);
  });

  test('of another version or day, or after the cut-off, is rendered again', async () => {
    const at = { version: 1, day: '2026-12-01', hour: '12' };
    const { ask, rendered } = openPageCache({
      version: async () => at.version,
      now: () => `${at.day}T${at.hour}:00:00.000Z`,
      cutOff: '18:00',
      render: () => new Response(`${at.version} ${at.day}`, { headers: HTML_TYPE }),
    });
    const read = async () => String((await ask('/')).body);
    expect(await read()).toBe('1 2026-12-01');
    at.version = 2;
    expect(await read()).toBe('2 2026-12-01');
    at.day = '2026-12-02';
    expect(await read()).toBe('2 2026-12-02');
    expect(await read()).toBe('2 2026-12-02');
    expect(rendered).toHaveLength(3);
    for (const hour of ['17', '18', '23']) {
      at.hour = hour;
      await read();
    }
    expect(rendered).toHaveLength(4);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent in %s, and says so', async (encoding, unpack) => {
    const { ask } = openPageCache();
    const { status, headers, body } = await ask('/', { headers: { 'Accept-Encoding': encoding } });
    expect(status).toBe(200);
    expect(unpack(body).toString()).toBe(HTML);
    expect(headers).toMatchObject({
      ...HTML_TYPE,
      'content-encoding': encoding,
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(new RegExp(`^"[\\w-]+-${encoding}"$`)),
    });
  });

  test('is sent unencoded without Accept-Encoding, byte for byte', async () => {
    const { ask } = openPageCache();
    const { headers, body } = await ask('/');
    expect(body.toString()).toBe(HTML);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^"/) });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('with non-ASCII text is sent correctly', async () => {
    const text = 'Crème brûlée · £48 — 🎂';
    const { ask } = openPageCache({ render: () => new Response(text, { headers: HTML_TYPE }) });
    expect((await ask('/')).body.toString()).toBe(text);
    const packed = await ask('/', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(packed.body).toString()).toBe(text);
  });

  test.each(['br', 'gzip', 'identity'])(
    'is answered to HEAD with headers only, in %s',
    async (encoding) => {
      const { ask } = openPageCache();
      const asked = { headers: { 'Accept-Encoding': encoding } };
      const head = await ask('/', { ...asked, method: 'HEAD' });
      const { status, headers } = await ask('/', asked);
      expect(head.body).toHaveLength(0);
      expect(head).toMatchObject({ status, headers });
    },
  );

  test('that the client has is answered with 304', async () => {
    const { ask } = openPageCache();
    const br = { 'Accept-Encoding': 'br' };
    const tag = (await ask('/', { headers: br })).headers.etag ?? '';
    for (const named of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
      const answer = await ask('/', { headers: { ...br, 'If-None-Match': named } });
      const headers = { etag: tag, vary: 'Accept-Encoding' };
      expect(answer, named).toMatchObject({ status: 304, headers });
      expect(answer.body).toHaveLength(0);
    }
    // What they have is in another encoding, or of another page.
    expect((await ask('/', { headers: { 'If-None-Match': tag } })).status).toBe(200);
    const other = await ask('/', { headers: { ...br, 'If-None-Match': '"another"' } });
    expect(other.status).toBe(200);
  });
});

describe('is not cached:', () => {
  test.each<[string, string, string]>([
    ['another method', 'POST', '/'],
    ['a question about the methods', 'OPTIONS', '/'],
    ['a query', 'GET', '/?x=1'],
    ['an order', 'GET', `/thank-you-page/${randomUUID()}`],
    ['a page that there is not', 'GET', '/no-such-page'],
  ])('%s', async (_, method, path) => {
    const { ask, rendered } = openPageCache();
    await ask('/');
    expect((await ask(path, { method })).status).toBe(418);
    expect(rendered).toHaveLength(1);
  });

  test.each<[string, ResponseInit]>([
    ['an error', { status: 500, headers: HTML_TYPE }],
    ['a page that is not there', { status: 404, headers: HTML_TYPE }],
    ['another status', { status: 202, headers: HTML_TYPE }],
    ['what nobody may keep', { headers: { ...HTML_TYPE, 'cache-control': 'no-store' } }],
    ['what is one visitor’s', { headers: { ...HTML_TYPE, 'cache-control': 'private' } }],
    ['what sets a cookie', { headers: { ...HTML_TYPE, 'set-cookie': 'a=b' } }],
    ['what is no page', { headers: { 'content-type': 'application/json' } }],
  ])('%s', async (_, answer) => {
    const { ask, rendered } = openPageCache({ render: () => new Response('a page', answer) });
    const sent = await ask('/');
    expect(sent.status).toBe(answer.status ?? 200);
    expect(String(sent.body)).toBe('a page');
    expect(sent.headers).not.toHaveProperty('etag');
    await ask('/');
    expect(rendered).toHaveLength(2);
  });

  test('any page while the version cannot be read', async () => {
    let isThere = true;
    const { ask } = openPageCache({
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

/** Pages of 14 kB in memory. */
const tenKilobytes = () => new Response('a'.repeat(10_000), { headers: HTML_TYPE });

test('the least recently used page is evicted first', async () => {
  const { ask, rendered } = openPageCache({ render: tenKilobytes, maxBytes: 45_000 });
  const paths = ['/about-us', '/privacy', '/terms'];
  for (const path of [...paths, '/about-us', '/cakes', '/about-us', '/terms', '/privacy']) {
    await ask(path);
  }
  const names = rendered.map(({ url }) => new URL(url).pathname);
  expect(names).toEqual([...paths, '/cakes', '/privacy']);
});

test('a page larger than the cache is rendered each time', async () => {
  const { ask, rendered } = openPageCache({ render: tenKilobytes, maxBytes: 9_000 });
  for (const encoding of ['br', 'identity']) {
    const { status } = await ask('/', { headers: { 'Accept-Encoding': encoding } });
    expect(status).toBe(200);
  }
  expect(rendered).toHaveLength(2);
});
