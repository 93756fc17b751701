import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressResponses } from './content-encoding.ts';

const LONG = 'A page of the cafe. '.repeat(100);
const app = new Hono()
  .use(compressResponses())
  .get('/long', (c) => c.html(LONG))
  .get('/short', (c) => c.text('short'))
  // React Router's responses have immutable headers, as this one has.
  .get('/fixed', () => Response.redirect('https://cafe.example/', 302))
  .get('/image', (c) => c.body(LONG, 200, { 'Content-Type': 'image/webp' }));

const get = (path: string, method = 'GET') =>
  app.request(path, { method, headers: { 'Accept-Encoding': 'gzip, br' } });

test('a long text is compressed, and says that it varies', async () => {
  const response = await get('/long');
  expect(response.headers.get('Content-Encoding')).toBe('br');
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(LONG);
});

test.each([
  ['/short', 'Accept-Encoding', 'short'],
  ['/image', null, LONG],
  ['/fixed', null, ''],
])('%s is sent as it is', async (path, vary, body) => {
  const response = await get(path);
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(response.headers.get('Vary')).toBe(vary);
  expect(await response.text()).toBe(body);
});

test('HEAD has the headers and no body', async () => {
  const response = await get('/long', 'HEAD');
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe('');
});
