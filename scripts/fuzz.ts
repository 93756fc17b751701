import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { freePorts } from '../harness/free-ports.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { readCatalogue } from '../harness/orderable-catalogue.ts';
import { memoryAfterGc } from '../harness/process-memory.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { startPostgres } from '../test/postgres.ts';
import { readTables } from '../test/query-database.ts';
import { apiCalls, Document, goodOrders, invalidOrders } from './fuzz/api-calls.ts';
import { createBotCheck, ownHeaders, SHOP_SETTINGS } from './fuzz/headers.ts';
import {
  brokenHttp,
  hostilePaths,
  rudeClients,
  staffForms,
  webhooks,
  wrongMethods,
} from './fuzz/hostile-requests.ts';
import { type FuzzRequest, type Outcome, send } from './fuzz/request.ts';
import { unexpectedWrites } from './fuzz/stored-orders.ts';
import { createTally } from './fuzz/tally.ts';

// `npm run fuzz`: sends thousands of invalid and hostile requests to a running shop on each database.
// `-- --requests 500 --seed 7 --database sqlite` repeats a part of a run.

const PORTS = 4;
const MB = 1024 * 1024;
const MAX_GROWTH_MB = 50;
const MAX_PEAK_MB = 300;
const CONCURRENT_REQUESTS = 8;
/** Requests are generated in batches to save memory. */
const BATCH = 200;
/** Then code, caches and pools have their final size. */
const WARM_UP = 2_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    database: { type: 'string', default: 'both' },
  },
});
const Options = z.object({
  requests: z.coerce.number().int().positive(),
  seed: z.coerce.number().int(),
  database: z.enum(['sqlite', 'postgres', 'both']),
});
const { requests, seed, database } = Options.parse(values);

checkNodeVersion();
buildIfNeeded();
const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-fuzz-'));
const postgres = database === 'sqlite' ? undefined : await startPostgres();
let passed = true;
try {
  if (database !== 'postgres') {
    console.log(`\nSQLite, ${requests} requests, seed ${seed}`);
    passed = await fuzz({ dataDir: join(dataDir, 'sqlite') }, requests, seed);
  }
  if (postgres) {
    console.log(`\nPostgreSQL, ${requests} requests, seed ${seed}`);
    const where = { dataDir: join(dataDir, 'postgres'), databaseUrl: await postgres.url('fuzz') };
    passed = (await fuzz(where, requests, seed)) && passed;
  }
} finally {
  await postgres?.stop();
  await rm(dataDir, { recursive: true });
}
console.log(passed ? '\nPassed.' : '\nFailed: see above.');
process.exitCode = passed ? 0 : 1;

/** @returns whether the shop passed. */
async function fuzz(
  where: Parameters<typeof readTables>[0],
  requests: number,
  seed: number,
): Promise<boolean> {
  const port = await freePorts(PORTS, 16_000);
  const inspector = port + PORTS - 1;
  const shop = await startRunningShop(
    port,
    { ...SHOP_SETTINGS, DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' },
    [`--inspect=127.0.0.1:${inspector}`, '--inspect-publish-uid=http'],
  );
  try {
    const arbitrary = await allRequests(shop.origin);
    const before = await readTables(where);
    const orders = { bodies: new Map<string, unknown>(), accepted: new Set<string>() };
    const withToken = createBotCheck(shop.origin);
    const sendOne = async ({ bytes, ...request }: FuzzRequest) =>
      send(port, { ...request, bytes: await withToken(bytes) });
    const sendMany = (count: number, firstSeed: number, tally = createTally()) =>
      sendAll(arbitrary, count, firstSeed, sendOne, tally, orders);

    await sendMany(Math.min(WARM_UP, requests), seed + 1);
    const memory = await memoryAfterGc(inspector);
    const tally = await sendMany(requests, seed);
    const memoryAfter = await memoryAfterGc(inspector);
    const unexpected = await unexpectedWrites(where, before, orders);

    const growth = (memoryAfter.rss - memory.rss) / MB;
    const heap =
      (memoryAfter.heapUsed + memoryAfter.external - memory.heapUsed - memory.external) / MB;
    const peak = Math.round(memoryAfter.peak / MB);
    const passed =
      tally.failed() === 0 &&
      growth <= MAX_GROWTH_MB &&
      peak <= MAX_PEAK_MB &&
      unexpected.length === 0;
    console.log(tally.table());
    for (const failure of tally.failures) console.error(failure);
    console.log(
      `memory after garbage collection: ${signed(growth)} for the process (${Math.round(memoryAfter.rss / MB)} MB), ${signed(heap)} for JavaScript; limit ${MAX_GROWTH_MB} MB`,
    );
    console.log(`peak memory of the process: ${peak} MB; limit ${MAX_PEAK_MB} MB`);
    console.log(
      unexpected.length === 0
        ? `database: ${orders.accepted.size} orders, all as sent; no other changes`
        : `database: ${unexpected.slice(0, 10).join('; ')}`,
    );
    return passed;
  } finally {
    await shop.stop();
  }
}

async function allRequests(origin: string): Promise<fc.Arbitrary<FuzzRequest>> {
  const headers = ownHeaders(origin);
  const document = Document.parse(await (await fetch(`${origin}/api/openapi.json`)).json());
  const good = goodOrders(await readCatalogue(origin), headers);
  return fc.oneof(
    { weight: 4, arbitrary: good.requests },
    { weight: 20, arbitrary: invalidOrders(good.order, headers) },
    { weight: 35, arbitrary: apiCalls(document, headers) },
    { weight: 25, arbitrary: hostilePaths(headers) },
    { weight: 4, arbitrary: webhooks(headers) },
    { weight: 4, arbitrary: staffForms(headers) },
    { weight: 4, arbitrary: wrongMethods(headers) },
    { weight: 2, arbitrary: rudeClients(headers) },
    { weight: 16, arbitrary: brokenHttp(new URL(origin).host) },
  );
}

async function sendAll(
  arbitrary: fc.Arbitrary<FuzzRequest>,
  count: number,
  seed: number,
  sendOne: (request: FuzzRequest) => Promise<Outcome>,
  tally: ReturnType<typeof createTally>,
  orders: { bodies: Map<string, unknown>; accepted: Set<string> },
) {
  for (let sent = 0; sent < count; sent += BATCH) {
    const batch = fc.sample(arbitrary, {
      numRuns: Math.min(BATCH, count - sent),
      seed: seed + sent,
    });
    const next = batch.values();
    await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, async () => {
        for (const request of next) {
          const { order } = request;
          if (order) orders.bodies.set(order.id, order.body);
          const outcome = await sendOne(request);
          tally.count(request, outcome);
          if (order && outcome.status === 201) orders.accepted.add(order.id);
        }
      }),
    );
  }
  return tally;
}

function signed(megabytes: number): string {
  return `${megabytes < 0 ? '−' : '+'}${Math.abs(megabytes).toFixed(1)} MB`;
}
