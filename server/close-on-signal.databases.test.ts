/** @module-tag nightly */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readStates } from '#server/orders/rows.ts';
import { bothDatabases, freshPostgres } from '#test/both-databases.ts';
import { clockVariables } from '#test/clock.ts';
import { createListener } from '#test/listener.ts';
import { sampleOrder } from '#test/samples.ts';
import type { Database, DatabaseLocation } from './db/open-database.ts';

const WAITING = 20;
const SENT_AT_ONCE = 10;
/** How many times as fast the timers of a server run that waits for its timeouts. */
const TIMERS_SPEED = 3;
/** What `deploy/` waits for. */
const LONGEST_MS = 25_000 / TIMERS_SPEED;
const HOUR_SECONDS = 60 * 60;

const Port = z.object({ port: z.number() });
const portOf = (server: Server) => Port.parse(server.address()).port;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return portOf(server);
}

/** A fake of Stripe and EmailJS: accepts requests, and responds to none of them by itself. */
async function openHangingService() {
  const held: Record<'emails' | 'payments', ServerResponse[]> = { emails: [], payments: [] };
  const server = createHttpServer((request, response) => {
    held[request.url?.includes('/email/') ? 'emails' : 'payments'].push(response);
  });
  onTestFinished(() => server.closeAllConnections());
  return { held, origin: `http://127.0.0.1:${await listening(server)}` };
}

/** Starts a server as a process of its own, with its jobs running. */
async function startServer(
  { databaseUrl, dataDir }: DatabaseLocation,
  origin: string,
  timersSpeed = TIMERS_SPEED,
) {
  const child = fork(join(import.meta.dirname, '../test/server-process.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...clockVariables,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      LOG_LEVEL: 'error',
      TIMERS_SPEED: String(timersSpeed),
      EMAIL_THROTTLE_SECONDS: '0',
      STRIPE_ORIGIN: origin,
      EMAILJS_ORIGIN: origin,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      EMAILJS_SERVICE_ID: 's',
      EMAILJS_TEMPLATE_ID: 't',
      EMAILJS_CUSTOMER_TEMPLATE_ID: 'c',
      EMAILJS_PUBLIC_KEY: 'p',
      EMAILJS_PRIVATE_KEY: 'q',
    },
    silent: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit');
  const [port] = await Promise.race([once(child, 'message'), ended]);
  if (typeof port !== 'number') throw new Error(`The server did not start:\n${said}`);

  /** @returns how it ended, and after how long. */
  async function end() {
    const began = performance.now();
    child.kill('SIGTERM');
    const [code] = await ended;
    return { code, ms: performance.now() - began, said };
  }
  return { port, end };
}

async function fundOrders(database: Database, count: number): Promise<string[]> {
  const waiting = Array.from({ length: count }, () => sampleOrder());
  for (const order of waiting) await addOrder(database, order);
  const ids = waiting.map(({ id }) => id);
  await Promise.all(ids.map((id) => fundOrder(database, id)));
  return ids;
}

/** Waits for money since an hour ago, so that the shop checks it at Stripe at once. */
async function addUnpaid(database: Database): Promise<void> {
  const placedAt = new Date(Date.now() - HOUR_SECONDS * 1_000).toISOString();
  await addOrder(database, sampleOrder({ placedAt, checkoutId: 'cs_test_1' }));
}

/** Opens a connection, writes to it, and keeps it open. */
async function hold(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n';

describe.each(bothDatabases)('a server on $name', ({ fresh }) => {
  test('ends in time whatever hangs, and begins no other e-mail', async () => {
    const place = await fresh();
    const database = await place.open();
    await addUnpaid(database);
    await fundOrders(database, WAITING);
    await place.run("update emails set not_before = '9999'");
    const { held, origin } = await openHangingService();
    const { port, end } = await startServer(place.where, origin);
    await vi.waitUntil(() => held.payments.length > 0, { timeout: 30_000 });
    await createListener().connect({ origin: `http://127.0.0.1:${port}`, topics: 'cakes' });
    const idle = await hold(port, REQUEST);
    await once(idle, 'data');
    await hold(port, '');
    await hold(port, 'GET /healthz HTTP/1.1\r\nHost:');
    await hold(port, 'POST /webhooks/stripe HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{');
    // At once, or the first e-mail could time out, and make way for another, before the last is sent.
    await place.run("update emails set not_before = ''");
    await vi.waitUntil(() => held.emails.length === SENT_AT_ONCE, { timeout: 30_000 });

    const { code, ms, said } = await end();
    expect(ms).toBeLessThan(LONGEST_MS);
    expect(code).toBe(0);
    expect(held.emails).toHaveLength(SENT_AT_ONCE);
    expect(said.match(/FAILED\.\.\./g)).toHaveLength(SENT_AT_ONCE);
  });

  test('records the e-mails that are accepted while it closes', async () => {
    const place = await fresh();
    const database = await place.open();
    const ids = await fundOrders(database, SENT_AT_ONCE + 1);
    const { held, origin } = await openHangingService();
    // No e-mail times out before it is accepted.
    const { port, end } = await startServer(place.where, origin, 1);
    await vi.waitUntil(() => held.emails.length === SENT_AT_ONCE, { timeout: 30_000 });
    const ended = end();
    // Not before the server knows that it closes, or it claims the next e-mail.
    await vi.waitUntil(async () => !(await isReady(port)), { timeout: 30_000 });
    for (const email of held.emails) email.end('OK');
    const { code, ms } = await ended;
    expect([code, ms < LONGEST_MS]).toEqual([0, true]);
    const states = [...(await readStates(database.db, ids)).values()];
    expect(states.filter((state) => state === 'paid')).toHaveLength(SENT_AT_ONCE);
    expect(held.emails).toHaveLength(SENT_AT_ONCE);
  });
});

test('a server whose database answers no more ends in time, with a line that says so', async () => {
  const place = await freshPostgres();
  await fundOrders(await place.open(), 1);
  const proxy = await openProxy(z.string().parse(place.where.databaseUrl));
  const { held, origin } = await openHangingService();
  const { port, end } = await startServer({ ...place.where, databaseUrl: proxy.url }, origin);
  await vi.waitUntil(() => held.emails.length === 1, { timeout: 30_000 });
  await createListener().connect({ origin: `http://127.0.0.1:${port}`, topics: 'cakes' });
  proxy.freeze();
  held.emails[0]?.end('OK');
  const { code, ms, said } = await end();
  expect(ms).toBeLessThan(LONGEST_MS);
  expect(code).toBe(1);
  expect(said.match(/closing took too long/g)).toHaveLength(1);
});

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** Passes everything on to a PostgreSQL, until it is frozen. */
async function openProxy(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const sockets: Socket[] = [];
  let frozen = false;
  const server = createServer((socket) => {
    const upstream = folder
      ? connect(join(folder, `.s.PGSQL.${port}`))
      : connect(port, url.hostname);
    for (const each of [socket, upstream]) {
      sockets.push(each);
      each.on('error', () => {});
    }
    if (!frozen) socket.pipe(upstream).pipe(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(await listening(server));
  const freeze = () => {
    frozen = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { url: url.href, freeze };
}
