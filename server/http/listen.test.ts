import { once } from 'node:events';
import type { ServerOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

const A_MOMENT = 150;
const CHECKED = { connectionsCheckingInterval: 20 };
/** 408, or nothing: bytes that still arrive can reset the connection first. */
const CUT = /^HTTP\/1\.1 408 |^$/;
const HEAD = 'GET / HTTP/1.1\r\nHost: shop\r\n';

test('a connection without a request is closed', async () => {
  const socket = await connectTo({ headersTimeout: A_MOMENT });
  expect(await everythingFrom(socket)).toMatch(CUT);
});

test('a slow header is closed although bytes keep arriving', async () => {
  const socket = await connectTo({ headersTimeout: A_MOMENT });
  socket.write(HEAD);
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 20);
  onTestFinished(() => clearInterval(drip));
  expect(await everythingFrom(socket)).toMatch(CUT);
});

test('an idle connection is closed', async () => {
  const socket = await connectTo({ keepAliveTimeout: A_MOMENT, keepAliveTimeoutBuffer: 0 });
  socket.write(`${HEAD}\r\n`);
  expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Cake$/);
});

test('a response that the client does not read is aborted', async () => {
  const { socket, server } = await connectToEndless();
  socket.write(`${HEAD}\r\n`);
  // What is on the way fills the buffers between the two; then the server waits in vain.
  socket.pause();
  await server.gaveUp;
});

async function connectTo(timeouts: ServerOptions): Promise<Socket> {
  return connectToServer(() => new Response('Cake'), { timeouts: { ...CHECKED, ...timeouts } });
}

async function connectToEndless() {
  const gaveUp = Promise.withResolvers<void>();
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => gaveUp.resolve(),
    });
  const socket = await connectToServer(() => new Response(endless()), { silentMs: A_MOMENT });
  return { socket, server: { gaveUp: gaveUp.promise } };
}

async function connectToServer(
  fetch: Parameters<typeof listen>[0],
  limits: { timeouts?: ServerOptions; silentMs?: number },
): Promise<Socket> {
  const { port, close } = await listen(fetch, { host: '127.0.0.1', port: 0, ...limits });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(async () => {
    socket.destroy();
    await close();
  });
  await once(socket, 'connect');
  return socket;
}

/** What the server sends until it closes the connection. */
async function everythingFrom(socket: Socket): Promise<string> {
  return text(socket.setEncoding('utf8')).catch(() => '');
}
