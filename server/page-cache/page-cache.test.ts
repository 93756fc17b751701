import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asDay } from '#domain/calendar/days.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { createPageCache } from './page-cache.ts';

const POLICY = "default-src 'none'";
const HTML = `<!doctype html>${'cake '.repeat(2_000)}`;

interface Source {
  render?(request: Request): Response | Promise<Response>;
  version?(): Promise<number>;
  today?(): string;
  admits?(): boolean;
}

/** A page cache before a server that answers everything else with 418. */
async function open({
  render = aPage,
  version = async () => 1,
  today = () => '2026-12-01',
  admits = () => true,
}: Source = {}) {
  const rendered: Request[] = [];
  const lines: object[] = [];
  const front = createPageCache({
    shop: { catalogueVersion: version, today: () => asDay(today()) },
    fetch(request) {
      rendered.push(request);
      return render(request);
    },
    origin: 'https://cakes.example',
    admits: async () => admits(),
    log: { ...createLog('silent'), info: (facts) => lines.push(facts) },
  });
  const behind = () => new Response('from behind', { status: 418 });
  const { port, close } = await listen(behind, { host: '127.0.0.1', port: 0, front });
  onTestFinished(() => close());
  const ask = (path: string, options: Asked = {}) => askAt(port, path, options);
  return { ask, rendered, lines, port, close };
}

function aPage(): Response {
  return new Response(HTML, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0',
      'content-security-policy': POLICY,
    },
  });
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Exactly so: nothing is added, unpacked or followed. */
async function askAt(port: number, path: string, { method = 'GET', headers, body }: Asked) {
  const agent = new Agent();
  const call = httpRequest({ host: '127.0.0.1', port, path, method, agent, headers });
  call.end(body);
  const [answer] = await once(call, 'response');
  const received: { status: number; headers: IncomingHttpHeaders; body: Buffer } = {
    status: answer.statusCode,
    headers: answer.headers,
    body: await buffer(answer),
  };
  agent.destroy();
  return received;
}

describe('a page', () => {
  test('is rendered once, in nobody’s name and from the shop’s own address', async () => {
    const { ask, rendered } = await open();
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

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent in %s, and says so', async (encoding, unpack) => {
    const { ask } = await open();
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

  test('is sent as it is to whoever names no encoding, every byte of it', async () => {
    const { ask } = await open();
    const { headers, body } = await ask('/');
    expect(body.toString()).toBe(HTML);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^"/) });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('of letters outside of ASCII comes whole', async () => {
    const text = 'Crème brûlée · £48 — 🎂';
    const { ask } = await open({
      render: () => new Response(text, { headers: aPage().headers }),
    });
    expect((await ask('/')).body.toString()).toBe(text);
    const packed = await ask('/', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(packed.body).toString()).toBe(text);
  });

  test.each(['br', 'gzip', 'identity'])('has its head alone in %s', async (encoding) => {
    const { ask } = await open();
    const asked = { headers: { 'Accept-Encoding': encoding } };
    const head = await ask('/', { ...asked, method: 'HEAD' });
    const whole = await ask('/', asked);
    expect(head.body).toHaveLength(0);
    const { date: _, ...headers } = whole.headers;
    expect(head).toMatchObject({ status: 200, headers });
  });

  test('that somebody has already is not sent again', async () => {
    const { ask } = await open();
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

  test('that fails is told to all who wait, and is tried again by the next', async () => {
    const made = Promise.withResolvers<Response>();
    const { ask, rendered } = await open({ render: () => made.promise });
    const answers = [ask('/'), ask('/')];
    await expect.poll(() => rendered.length).toBe(1);
    made.resolve(new Response('sorry', { status: 500 }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500]);
    await ask('/');
    expect(rendered).toHaveLength(2);
  });

  test('of another version or another day is rendered anew', async () => {
    const now = { version: 1, today: '2026-12-01' };
    const { ask, rendered } = await open({
      version: async () => now.version,
      today: () => now.today,
      render: () => new Response(`${now.version} ${now.today}`, { headers: aPage().headers }),
    });
    const read = async () => String((await ask('/')).body);
    expect(await read()).toBe('1 2026-12-01');
    now.version = 2;
    expect(await read()).toBe('2 2026-12-01');
    now.today = '2026-12-02';
    expect(await read()).toBe('2 2026-12-02');
    expect(await read()).toBe('2 2026-12-02');
    expect(rendered).toHaveLength(3);
  });

  test('is not sent on the word of a question that began before it was asked for', async () => {
    let version = 1;
    const slow = Promise.withResolvers<void>();
    const reading: number[] = [];
    const { ask } = await open({
      async version() {
        const read = version;
        reading.push(read);
        if (reading.length === 2) await slow.promise;
        return read;
      },
      render: () => new Response(`version ${version}`, { headers: aPage().headers }),
    });
    await ask('/');
    const early = ask('/');
    await expect.poll(() => reading).toEqual([1, 1]);
    version = 2;
    const late = ask('/');
    slow.resolve();
    expect(String((await early).body)).toBe('version 1');
    expect(String((await late).body)).toBe('version 2');
  });
});

describe('goes past the cache:', () => {
  test.each<[string, string, Asked]>([
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
    const { ask, rendered } = await open();
    await ask('/');
    expect((await ask(path, asked)).status).toBe(418);
    expect(rendered).toHaveLength(1);
  });

  test('who may not have a page made, until it is there', async () => {
    const admitted = [false, true];
    const { ask } = await open({ admits: () => admitted.shift() ?? false });
    expect((await ask('/')).status).toBe(418);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/privacy')).status).toBe(418);
  });

  test('everything while the version cannot be asked for', async () => {
    let isThere = true;
    const { ask } = await open({
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

test('every answer has its line in the log', async () => {
  const { ask, lines } = await open();
  const { etag = '' } = (await ask('/')).headers;
  await ask('/', { method: 'HEAD', headers: { 'X-Request-Id': 'proxy-1' } });
  await ask('/', { headers: { 'If-None-Match': etag, 'X-Request-Id': 'not an id' } });
  const line = { method: 'GET', path: '/', status: 200, ms: expect.any(Number) };
  const requestId = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(lines).toEqual([
    { ...line, requestId },
    { ...line, method: 'HEAD', requestId: 'proxy-1' },
    { ...line, status: 304, requestId },
  ]);
});

test('requests that come together on one connection are answered in their order', async () => {
  const { port } = await open();
  const socket = connect(port, '127.0.0.1');
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n`;
  socket.write(`${line('/')}\r\n${line('/no-such-page')}\r\n${line('/')}Connection: close\r\n\r\n`);
  const received = String(await buffer(socket));
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 418',
    'HTTP/1.1 200',
  ]);
});

test('a page that is still being made is waited for when the server closes', async () => {
  const made = Promise.withResolvers<Response>();
  const { ask, rendered, close } = await open({ render: () => made.promise });
  const answer = ask('/', { headers: { Connection: 'keep-alive' } });
  await expect.poll(() => rendered.length).toBe(1);
  const closed = close();
  made.resolve(aPage());
  expect(await answer).toMatchObject({ status: 200 });
  await closed;
});
