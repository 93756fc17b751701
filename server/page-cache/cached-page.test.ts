import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { HTML, openPageCache, POLICY, pageResponse } from '#test/open-page-cache.ts';

describe('a page', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent in %s, and says so', async (encoding, unpack) => {
    const { ask } = await openPageCache();
    const { status, headers, body } = await ask('/', { headers: { 'Accept-Encoding': encoding } });
    expect(status).toBe(200);
    expect(unpack(body).toString()).toBe(HTML);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      'content-security-policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(new RegExp(`^"[\\w-]+-${encoding}"$`)),
    });
  });

  test('is sent unencoded without Accept-Encoding, byte for byte', async () => {
    const { ask } = await openPageCache();
    const { headers, body } = await ask('/');
    expect(body.toString()).toBe(HTML);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^"/) });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('with non-ASCII text is sent correctly', async () => {
    const text = 'Crème brûlée · £48 — 🎂';
    const { ask } = await openPageCache({
      render: () => new Response(text, { headers: pageResponse().headers }),
    });
    expect((await ask('/')).body.toString()).toBe(text);
    const packed = await ask('/', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(packed.body).toString()).toBe(text);
  });

  test.each(['br', 'gzip', 'identity'])(
    'is answered to HEAD with headers only, in %s',
    async (encoding) => {
      const { ask } = await openPageCache();
      const asked = { headers: { 'Accept-Encoding': encoding, 'X-Request-Id': 'both' } };
      const head = await ask('/', { ...asked, method: 'HEAD' });
      const whole = await ask('/', asked);
      expect(head.body).toHaveLength(0);
      const { date: _, ...headers } = whole.headers;
      expect(head).toMatchObject({ status: 200, headers });
    },
  );

  test('that the client has is answered with 304', async () => {
    const { ask } = await openPageCache();
    const br = { 'Accept-Encoding': 'br' };
    const tag = (await ask('/', { headers: br })).headers.etag ?? '';
    for (const named of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
      const answer = await ask('/', { headers: { ...br, 'If-None-Match': named } });
      expect(answer, named).toMatchObject({
        status: 304,
        headers: {
          etag: tag,
          vary: 'Accept-Encoding',
          'cache-control': 'public, max-age=0',
          'content-security-policy': POLICY,
        },
      });
      expect(answer.body).toHaveLength(0);
    }
    // What they have is in another encoding, or of another page.
    expect((await ask('/', { headers: { 'If-None-Match': tag } })).status).toBe(200);
    const other = await ask('/', { headers: { ...br, 'If-None-Match': '"another"' } });
    expect(other.status).toBe(200);
  });
});
