import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { endProcess } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startPractice } from '../harness/practice-services.ts';
import { startPostgres } from '../test/postgres.ts';
import { queryBehindTheBack } from '../test/query-behind-the-back.ts';
import { readFreshOrder } from './fresh-order.ts';
import { machine } from './machine.ts';
import { lettersMissing } from './orders/letters.ts';
import { openTokens } from './orders/tokens.ts';
import { startProxy } from './rolling-restart/proxy.ts';
import { shopProcess } from './rolling-restart/shop-process.ts';
import { type Seen, startVisitors } from './rolling-restart/visitors.ts';

// `npm run bench:rolling-restart`: two shops on one PostgreSQL behind nginx are restarted one after the
// other, twice around, while visitors read and buy. Nobody is to notice.

const TIMES_AROUND = 2;
/** Before, between and after, with both of them there. */
const TOGETHER_MS = 1_500;
/** What has been charged is paid by then, or it is lost. */
const PATIENCE_MS = 30_000;
const NGINX_PRACTICE_SHOPS_AND_REDIRECT = 7;

checkNodeVersion();
buildIfNeeded();
/** What has been started, the last first. */
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
  const port = await freePorts(NGINX_PRACTICE_SHOPS_AND_REDIRECT, 56_000);
  // The practice Stripe sends to the port it is told, and stands on the next: there is nginx.
  const practice = await startPractice(port, { PATH: process.env.PATH, DATA_DIR: folder });
  ending.unshift(() => endProcess(practice));
  const ports: [number, number] = [port + 4, port + 5];
  const origin = `http://localhost:${port}`;
  const shops = ports.map((own) =>
    shopProcess(own, {
      ORIGIN: origin,
      DATABASE_URL: where.databaseUrl,
      DATA_DIR: join(folder, String(own)),
      STRIPE_ORIGIN: `http://127.0.0.1:${port + 1}`,
      EMAILJS_ORIGIN: `http://127.0.0.1:${port + 2}`,
      TRUSTED_PROXIES: '127.0.0.1',
      // All visitors come from one address, and none is to be kept waiting for that.
      RATE_LIMIT_FACTOR: '1000',
      RECONCILE_SECONDS: '2',
    }),
  );
  ending.unshift(() => Promise.all(shops.map((shop) => shop.stop())));
  for (const shop of shops) await shop.start();
  const proxy = await startProxy({ port, redirecting: port + 6, shops: ports });
  ending.unshift(proxy.stop);

  const order = await readFreshOrder(origin);
  const visitors = startVisitors({ origin, order, nextToken: await openTokens(origin, where) });
  await pause(TOGETHER_MS);
  for (let round = 0; round < TIMES_AROUND; round += 1) {
    for (const shop of shops) {
      await shop.stop();
      await shop.start();
      await pause(TOGETHER_MS);
    }
  }
  const seen = await visitors.leave();
  const { notPaid, withoutLetter } = await lostOrders(where, seen);
  const { requests, failures, placed, charged } = seen;
  console.log(`restarts         ${TIMES_AROUND * shops.length}
requests         ${requests}
failed requests  ${failures.length}
orders placed    ${placed.size}
orders charged   ${charged.size}
lost orders      ${notPaid}
e-mails missing  ${withoutLetter}
${machine()}`);
  for (const failure of new Set(failures)) console.log(failure);
  process.exitCode = failures.length + notPaid + withoutLetter === 0 ? 0 : 1;
}

/** Of those that were accepted or charged, what did not come to be paid, and told to the cafe. */
async function lostOrders(where: DatabaseLocation, { placed, charged }: Seen) {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const rows = await queryBehindTheBack(where, "select id from orders where state = 'paid'");
    const paid = new Set(rows.map(({ id }) => id));
    const notPaid = [...new Set([...placed, ...charged])].filter((id) => !paid.has(id)).length;
    const withoutLetter = lettersMissing(where.dataDir, [...charged]);
    if (notPaid + withoutLetter === 0 || performance.now() > deadline) {
      return { notPaid, withoutLetter };
    }
    await pause(500);
  }
}
