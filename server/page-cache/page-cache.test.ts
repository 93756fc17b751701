import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openPageCache, pageResponse } from '#test/open-page-cache.ts';

describe('a page', () => {
  test('is rendered once, without the visitor’s headers and from the shop’s own origin', async () => {
    const { ask, rendered } = await openPageCache();
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
    const { ask, rendered } = await openPageCache({ render: () => made.promise });
    const answers = [ask('/'), ask('/')];
    await expect.poll(() => rendered.length).toBe(1);
    made.resolve(new Response('sorry', { status: 500 }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500]);
    await ask('/');
    expect(rendered).toHaveLength(2);
  });

  test('of another version or day is rendered again', async () => {
    const now = { version: 1, today: '2026-12-01' };
    const { ask, rendered } = await openPageCache({
      version: async () => now.version,
      today: () => now.today,
      render: () =>
        new Response(`${now.version} ${now.today}`, { headers: pageResponse().headers }),
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

  test('is not sent on the result of a version read that started before its request', async () => {
    let version = 1;
    const slow = Promise.withResolvers<void>();
    const reading: number[] = [];
    const { ask } = await openPageCache({
      async version() {
        const read = version;
        reading.push(read);
        if (reading.length === 2) await slow.promise;
        return read;
      },
      render: () => new Response(`version ${version}`, { headers: pageResponse().headers }),
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

test('every response is logged', async () => {
  const { ask, lines } = await openPageCache();
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

test('every response has the id of its own line in the log', async () => {
  const render = () => {
    const response = pageResponse();
    response.headers.set('X-Request-Id', 'of-the-first-visitor');
    return response;
  };
  const { ask, lines } = await openPageCache({ render });
  const { etag = '', ...first } = (await ask('/')).headers;
  const mine = (await ask('/', { headers: { 'X-Request-Id': 'mine' } })).headers;
  const unchanged = await ask('/', { headers: { 'If-None-Match': etag } });
  expect(unchanged.status).toBe(304);
  const sent = [first, mine, unchanged.headers].map((headers) => headers['x-request-id']);
  expect(sent).toEqual(lines.map((line) => Object(line).requestId));
  expect(sent[1]).toBe('mine');
  expect(new Set(sent).size).toBe(3);
});

test('pipelined requests are answered in order', async () => {
  const { port } = await openPageCache();
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

test('closing the server waits for a page that is being rendered', async () => {
  const made = Promise.withResolvers<Response>();
  const { ask, rendered, close } = await openPageCache({ render: () => made.promise });
  const answer = ask('/', { headers: { Connection: 'keep-alive' } });
  await expect.poll(() => rendered.length).toBe(1);
  const closed = close();
  made.resolve(pageResponse());
  expect(await answer).toMatchObject({ status: 200 });
  await closed;
});
