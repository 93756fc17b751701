import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen, type Timeouts } from './listen.ts';

const A_MOMENT = 150;
const FOR_EVER = 60_000;
const patient: Timeouts = {
  headMs: FOR_EVER,
  requestMs: FOR_EVER,
  slowRequestMs: FOR_EVER,
  idleMs: FOR_EVER,
  silentMs: FOR_EVER,
  checkMs: 20,
};
/** 408, or nothing: bytes that still arrive can reset the connection first. */
const CUT = /^HTTP\/1\.1 408 |^$/;
const HEAD = 'GET / HTTP/1.1\r\nHost: shop\r\n';

test('a connection without a request is closed', async () => {
  const socket = await connectTo({ ...patient, headMs: A_MOMENT });
  expect(await everythingFrom(socket)).toMatch(CUT);
});

test('a slow header is closed although bytes keep arriving', async () => {
  const socket = await connectTo({ ...patient, headMs: A_MOMENT });
  socket.write(HEAD);
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 20);
  onTestFinished(() => clearInterval(drip));
  expect(await everythingFrom(socket)).toMatch(CUT);
});

test('a body that never ends is closed', async () => {
  const socket = await connectTo({ ...patient, headMs: A_MOMENT, requestMs: 2 * A_MOMENT });
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n\r\nonly this');
  expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('an idle connection is closed', async () => {
  const socket = await connectTo({ ...patient, idleMs: A_MOMENT });
  socket.write(`${HEAD}\r\n`);
  expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Cake$/);
});

test('a response that the client does not read is aborted', async () => {
  const { socket, server } = await connectToEndless({ ...patient, silentMs: A_MOMENT });
  socket.write(`${HEAD}\r\n`);
  // What is on the way fills the buffers between the two; then the server waits in vain.
  socket.pause();
  await server.gaveUp;
});

test('a header of more than 16 kB is rejected', async () => {
  const socket = await connectTo(patient);
  socket.write(`${HEAD}X-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`);
  expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 431 /);
});

test('bytes that are not HTTP are rejected', async () => {
  const socket = await connectTo(patient);
  socket.write('\x16\x03\x01 hello\r\n\r\n');
  expect(await everythingFrom(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

async function connectTo(timeouts: Timeouts): Promise<Socket> {
  return connectToServer(
    async (request) => new Response((await request.text()) || 'Cake'),
    timeouts,
  );
}

async function connectToEndless(timeouts: Timeouts) {
  const gaveUp = Promise.withResolvers<void>();
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => gaveUp.resolve(),
    });
  const socket = await connectToServer(() => new Response(endless()), timeouts);
  return { socket, server: { gaveUp: gaveUp.promise } };
}

async function connectToServer(
  fetch: Parameters<typeof listen>[0],
  timeouts: Timeouts,
): Promise<Socket> {
  const { port, close } = await listen(fetch, { host: '127.0.0.1', port: 0, timeouts });
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
