import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { trustProxies } from './client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import { listen } from './listen.ts';

const GET = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n';
const MB = 1024 * 1024;

test('connections of an address are limited and freed when they close', async () => {
  const { open } = await serve({ limits: { connectionsPerAddress: 2 } });
  const [first, second, third] = [await open(), await open(), await open()];
  expect(await Promise.all([first, second, third].map(isAnswered))).toEqual([true, true, false]);
  first.destroy();
  await once(first, 'close');
  await expect.poll(async () => isAnswered(await open())).toBe(true);
});

test('connections of a trusted proxy are not limited by address', async () => {
  const { open } = await serve({
    limits: { connectionsPerAddress: 2 },
    isTrusted: trustProxies(['127.0.0.1']),
  });
  const sockets = await Promise.all([1, 2, 3, 4].map(() => open()));
  expect(await Promise.all(sockets.map(isAnswered))).toEqual([true, true, true, true]);
});

test('connections of a server are limited', async () => {
  const { open } = await serve({ limits: { connections: 2 } });
  const sockets = [await open(), await open(), await open()];
  expect(await Promise.all(sockets.map(isAnswered))).toEqual([true, true, false]);
});

test('pipelined requests are handled one at a time, and each is answered', async () => {
  const gate = Promise.withResolvers<void>();
  let started = 0;
  const { open } = await serve({
    async answer() {
      started += 1;
      await gate.promise;
      return new Response('Cake');
    },
  });
  const socket = await open();
  socket.write(GET + GET + LAST);
  await expect.poll(() => started).toBe(1);
  gate.resolve();
  const answers = await text(socket.setEncoding('utf8'));
  expect(answers.match(/Cake/g)).toHaveLength(3);
});

test('a connection with too many pipelined requests is closed', async () => {
  let started = 0;
  const { open } = await serve({
    limits: { pipelinedRequests: 3 },
    answer() {
      started += 1;
      return new Promise(() => {});
    },
  });
  const socket = await open();
  socket.write(GET.repeat(5));
  expect(await text(socket.setEncoding('utf8')).catch(() => '')).toBe('');
  expect(started).toBe(1);
});

test('above the limit of unsent bytes, only connections that read nothing are closed', async () => {
  const { open } = await serve({
    limits: { unsentBytes: 40 * MB, checkMs: 50 },
    answer: () => new Response('x'.repeat(16 * MB)),
  });
  const silent = await Promise.all([1, 2, 3, 4].map(() => open()));
  for (const socket of silent) socket.pause().write(GET);
  // A paused socket learns that it is closed when it writes; blank lines before a request say nothing.
  const isClosed = (socket: Socket) => {
    socket.write('\r\n');
    return socket.destroyed;
  };
  await expect.poll(() => silent.some(isClosed), { timeout: 20_000 }).toBe(true);
  const reader = await open();
  reader.write(LAST);
  expect((await text(reader.setEncoding('latin1'))).length).toBeGreaterThan(16 * MB);
  expect(silent.every((socket) => socket.destroyed)).toBe(false);
});

interface Served {
  limits?: Partial<ConnectionLimits>;
  isTrusted?: ReturnType<typeof trustProxies>;
  answer?(): Response | Promise<Response>;
}

async function serve({ limits, isTrusted, answer = () => new Response('Cake') }: Served) {
  const { port, close } = await listen(answer, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...CONNECTION_LIMITS, ...limits },
    ...(isTrusted && { isTrusted }),
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }
  return { open };
}

/** Whether the connection is answered before it is closed. */
async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write(GET);
  return Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
}
