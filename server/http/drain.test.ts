import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

const GET = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';
/** Longer than two requests take. */
const NOTICE_MS = 2_000;
/** More than all the buffers between the two hold. */
const LARGE = 'cake '.repeat(4_000_000);

test('a response that is being sent is completed', async () => {
  const { socket, close } = await open(() => new Response(LARGE));
  socket.write(GET);
  await once(socket, 'readable');
  const closed = close();
  const taken = await text(socket.setEncoding('utf8'));
  expect(taken.endsWith('cake ')).toBe(true);
  expect(taken.length).toBeGreaterThan(LARGE.length);
  await closed;
});

test('a response that is being made is completed', async () => {
  const made = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  const { socket, close } = await open(() => {
    asked.resolve();
    return made.promise;
  });
  socket.write(GET);
  await asked.promise;
  const closed = close();
  made.resolve(new Response('Cake'));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Cake$/);
  await closed;
});

test('during the notice new connections are accepted, and each response closes its own', async () => {
  const { socket, port, close } = await open(() => new Response('Cake'));
  const closed = close(NOTICE_MS);
  const other = connect(port, '127.0.0.1');
  for (const asking of [socket, other]) {
    asking.write(GET);
    expect(await text(asking)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*Cake$/i);
  }
  await closed;
});

test('idle connections do not delay closing, and new ones are refused', async () => {
  const { socket, port, close } = await open(() => new Response('Cake'));
  await close();
  if (!socket.closed) await once(socket, 'close');
  const late = connect(port, '127.0.0.1');
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED');
});

async function open(fetch: () => Response | Promise<Response>) {
  const { port, close } = await listen(fetch, { host: '127.0.0.1', port: 0 });
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return { socket, port, close };
}
