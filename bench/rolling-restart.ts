import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { endProcess } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startPractice } from '../harness/practice-services.ts';
import { startPostgres } from '../test/postgres.ts';
import { queryDatabase } from '../test/query-database.ts';
import { emailsMissing } from './emails.ts';
import { describeMachine } from './report.ts';
import { createServer, startProxy } from './rolling-restart/servers.ts';
import { startVisitors, type VisitResult } from './rolling-restart/visitors.ts';
import { readFreshOrder } from './shopper.ts';
import { openTokens } from './tokens.ts';

// `npm run bench:rolling-restart`: restarts two servers on one PostgreSQL behind nginx one after the
// other, twice, while visitors read and buy. No request may fail.

const ROUNDS = 2;
/** Both servers are up for so long before, between and after restarts. */
const BOTH_UP_MS = 1_500;
/** A charged order that is not paid by then counts as lost. */
const MAX_SETTLE_MS = 30_000;
const PORTS = 7;

checkNodeVersion();
buildIfNeeded();
/** Runs in reverse order of starting. */
const ending: (() => unknown)[] = [];
try {
  await restartUnderLoad();
} finally {
  for (const end of ending) await end();
}

async function restartUnderLoad(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-rolling-'));
  ending.unshift(() => rm(folder, { recursive: true }));
  const postgres = await startPostgres({ durable: true });
  ending.unshift(postgres.stop);
  const where = { databaseUrl: await postgres.url('rolling'), dataDir: folder };
  const port = await freePorts(PORTS, 56_000);
  // The practice Stripe sends webhooks to the port before its own, which is nginx's.
  const practice = await startPractice(port, { PATH: process.env.PATH, DATA_DIR: folder });
  ending.unshift(() => endProcess(practice));
  const ports: [number, number] = [port + 4, port + 5];
  const origin = `http://localhost:${port}`;
  const servers = ports.map((own) =>
    createServer(own, {
      ORIGIN: origin,
      DATABASE_URL: where.databaseUrl,
      DATA_DIR: join(folder, String(own)),
      STRIPE_ORIGIN: `http://127.0.0.1:${port + 1}`,
      EMAILJS_ORIGIN: `http://127.0.0.1:${port + 2}`,
      TRUSTED_PROXIES: '127.0.0.1',
      // All visitors have the same address.
      RATE_LIMIT_FACTOR: '1000',
      RECONCILE_SECONDS: '2',
    }),
  );
  ending.unshift(() => Promise.all(servers.map((server) => server.stop())));
  for (const server of servers) await server.start();
  const proxy = await startProxy({ port, redirecting: port + 6, servers: ports });
  ending.unshift(proxy.stop);

  const order = await readFreshOrder(origin);
  const visitors = startVisitors({ origin, order, nextToken: await openTokens(origin, where) });
  await pause(BOTH_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of servers) {
      await server.stop();
      await server.start();
      await pause(BOTH_UP_MS);
    }
  }
  const result = await visitors.end();
  const { notPaid, withoutEmail } = await lostOrders(where, result);
  const { requests, failures, placed, charged } = result;
  console.log(`restarts         ${ROUNDS * servers.length}
requests         ${requests}
failed requests  ${failures.length}
orders placed    ${placed.size}
orders charged   ${charged.size}
lost orders      ${notPaid}
e-mails missing  ${withoutEmail}
${describeMachine()}`);
  for (const failure of new Set(failures)) console.log(failure);
  process.exitCode = failures.length + notPaid + withoutEmail === 0 ? 0 : 1;
}

/** Counts accepted or charged orders that are not paid or have no e-mail. */
async function lostOrders(where: DatabaseLocation, { placed, charged }: VisitResult) {
  const deadline = performance.now() + MAX_SETTLE_MS;
  for (;;) {
    const rows = await queryDatabase(where, "select id from orders where state = 'paid'");
    const paid = new Set(rows.map(({ id }) => id));
    const notPaid = [...new Set([...placed, ...charged])].filter((id) => !paid.has(id)).length;
    const withoutEmail = emailsMissing(where.dataDir, [...charged]);
    if (notPaid + withoutEmail === 0 || performance.now() > deadline) {
      return { notPaid, withoutEmail };
    }
    await pause(500);
  }
}
