import fc from 'fast-check';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop } from '../../harness/running-shop.ts';
import { readTables } from '../../test/query-behind-the-back.ts';
import { apiCalls, Document, goodOrders, spoiledOrders } from './api-calls.ts';
import { brokenHttp } from './broken-http.ts';
import { readCatalogue } from './catalogue.ts';
import { createBotCheck, ownHeaders, SHOP_SETTINGS } from './headers.ts';
import { hostilePaths } from './hostile-paths.ts';
import { strayWrites } from './kept-orders.ts';
import { memoryHeld } from './memory.ts';
import { rudeClients, webhooks, wrongMethods } from './odd-callers.ts';
import type { FuzzRequest } from './request.ts';
import { type Outcome, send } from './send.ts';
import { createTally } from './tally.ts';

const SHOP_PRACTICE_AND_INSPECTOR = 4;
const MB = 1024 * 1024;
const MOST_GROWTH_MB = 50;
const MOST_PEAK_MB = 300;
const AT_ONCE = 8;
/** How many are made at a time, so that the requests themselves need little memory. */
const BATCH = 200;
/** What a server holds on to for good (code, caches, pools) it has after so many. */
const WARM_UP = 2_000;

/** Sends so many requests to a shop on a database of its own. @returns whether it stood all of them. */
export async function fuzz(
  where: DatabaseLocation,
  requests: number,
  seed: number,
): Promise<boolean> {
  const port = await freePorts(SHOP_PRACTICE_AND_INSPECTOR, 41_000);
  const inspector = port + SHOP_PRACTICE_AND_INSPECTOR - 1;
  const shop = await startRunningShop(
    port,
    { ...SHOP_SETTINGS, DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' },
    [`--inspect=127.0.0.1:${inspector}`, '--inspect-publish-uid=http'],
  );
  try {
    const arbitrary = await everything(shop.origin);
    const before = await readTables(where);
    const accepted = new Map<string, unknown>();
    const withToken = createBotCheck(shop.origin);
    const shootOne = async ({ bytes, ...request }: FuzzRequest) =>
      send(port, { ...request, bytes: await withToken(bytes) });
    const shoot = (many: number, from: number, tally = createTally()) =>
      sendAll(arbitrary, many, from, shootOne, tally, accepted);

    await shoot(Math.min(WARM_UP, requests), seed + 1);
    const held = await memoryHeld(inspector);
    const tally = await shoot(requests, seed);
    const heldAfter = await memoryHeld(inspector);
    const stray = await strayWrites(where, before, accepted);

    const growth = (heldAfter.rss - held.rss) / MB;
    const heap = (heldAfter.heapUsed + heldAfter.external - held.heapUsed - held.external) / MB;
    const peak = Math.round(heldAfter.peak / MB);
    const stood =
      tally.failed() === 0 &&
      growth <= MOST_GROWTH_MB &&
      peak <= MOST_PEAK_MB &&
      stray.length === 0;
    console.log(tally.table());
    for (const failure of tally.failures) console.error(failure);
    console.log(
      `memory after garbage collection: ${signed(growth)} of the process (of ${Math.round(heldAfter.rss / MB)} MB), ${signed(heap)} held by JavaScript; at most ${MOST_GROWTH_MB} MB`,
    );
    console.log(`peak memory of the process: ${peak} MB; at most ${MOST_PEAK_MB} MB`);
    console.log(
      stray.length === 0
        ? `database: ${accepted.size} orders, each as it was asked for; nothing else has changed`
        : `database: ${stray.slice(0, 10).join('; ')}`,
    );
    return stood;
  } finally {
    await shop.stop();
  }
}

async function everything(origin: string): Promise<fc.Arbitrary<FuzzRequest>> {
  const headers = ownHeaders(origin);
  const document = Document.parse(await (await fetch(`${origin}/api/openapi.json`)).json());
  const good = goodOrders(await readCatalogue(origin), headers);
  return fc.oneof(
    { weight: 4, arbitrary: good.requests },
    { weight: 20, arbitrary: spoiledOrders(good.order, headers) },
    { weight: 35, arbitrary: apiCalls(document, headers) },
    { weight: 25, arbitrary: hostilePaths(headers) },
    { weight: 4, arbitrary: webhooks(headers) },
    { weight: 4, arbitrary: wrongMethods(headers) },
    { weight: 2, arbitrary: rudeClients(headers) },
    { weight: 16, arbitrary: brokenHttp(new URL(origin).host) },
  );
}

async function sendAll(
  arbitrary: fc.Arbitrary<FuzzRequest>,
  many: number,
  seed: number,
  shootOne: (request: FuzzRequest) => Promise<Outcome>,
  tally: ReturnType<typeof createTally>,
  accepted: Map<string, unknown>,
) {
  for (let sent = 0; sent < many; sent += BATCH) {
    const batch = fc.sample(arbitrary, {
      numRuns: Math.min(BATCH, many - sent),
      seed: seed + sent,
    });
    const next = batch.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const request of next) {
          const outcome = await shootOne(request);
          tally.count(request, outcome);
          const { order } = request;
          if (order && outcome.status === 201) accepted.set(order.id, order.body);
        }
      }),
    );
  }
  return tally;
}

function signed(megabytes: number): string {
  return `${megabytes < 0 ? '−' : '+'}${Math.abs(megabytes).toFixed(1)} MB`;
}
