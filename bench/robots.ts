import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { freePorts } from '../harness/free-ports.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { readFreshOrder } from './fresh-order.ts';
import { startRobots } from './robots/attack.ts';
import { countOrders } from './robots/kept-orders.ts';
import { type Measured, report } from './robots/report.ts';
import { makeTokens } from './robots/tokens.ts';
import { visit } from './robots/visitor.ts';

// `npm run bench:robots`: a thousand scripts order without solving anything, and in the same minute
// somebody wants a cake. `-- --scripts 100 --seconds 5` is a small one.

const { values } = parseArgs({
  options: {
    scripts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
});
const Options = z.object({
  // One of each kind at least; more than that would run out of addresses.
  scripts: z.coerce.number().int().min(5).max(10_000),
  // The visitor has to come and go in the same minute.
  seconds: z.coerce.number().positive().max(60),
});
const { scripts, seconds } = Options.parse(values);

const SHOP_AND_PRACTICE = 4;
/** As it is for everybody; and the proxy is believed, so that each script has an address of its own. */
const AS_IN_PRODUCTION = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' };

checkNodeVersion();
buildIfNeeded();
const measured = await measure();
console.log(report(measured));
const { orders, visitor } = measured;
const stood = orders.ofVisitor === 1 && orders.ofOthers === 0 && visitor.status === 201;
console.log(stood ? '\nThe robots got nothing, the visitor a cake.' : '\nIt did not stand them.');
process.exitCode = stood ? 0 : 1;

async function measure(): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-robots-'));
  const port = await freePorts(SHOP_AND_PRACTICE, 51_000);
  const shop = await startRunningShop(port, { ...AS_IN_PRODUCTION, DATA_DIR: dataDir });
  try {
    const order = await readFreshOrder(shop.origin);
    const tokens = await makeTokens(shop.origin);
    const robots = startRobots({ port, scripts, seconds, tokens, order });
    // Nobody comes before the crowd is there.
    await robots.allHaveBegun;
    const visitor = await visit(shop.origin, order);
    const attack = await robots.ended;
    return { attack, visitor, orders: await countOrders({ dataDir }, visitor.id) };
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true });
  }
}
