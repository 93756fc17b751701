import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { plainTables } from '../bench/report.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { runCampaign } from './campaign.ts';
import { addToReport, summaryOf } from './summary.ts';

// `npm run faults -- --orders 2000 --database postgres --servers 2 --seed 7`: shoppers order while
// faults happen; then a judge compares the shop's orders with Stripe's sessions and the inbox. `--report`
// adds the result to bench/report.md; `--points 12` limits what the cafe makes in a day;
// `--in-order` injects one fault of each kind after another, always in the same order, as `npm test` does;
// `--changes` lets customers move and cancel paid orders and staff refund some; `--only 'e-mail|kill'` limits the kinds of faults by name.

const Options = z.object({
  orders: z.coerce.number().int().positive(),
  database: z.enum(['sqlite', 'postgres']),
  servers: z.coerce.number().int().min(1).max(2),
  seed: z.coerce.number().int(),
  points: z.coerce.number().int().positive().optional(),
  changes: z.boolean(),
  'in-order': z.boolean(),
  'without-restore': z.boolean(),
  'without-claimed': z.boolean(),
  only: z.string(),
  report: z.boolean(),
  minutes: z.coerce.number().positive().optional(),
});
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    points: { type: 'string' },
    changes: { type: 'boolean', default: false },
    'in-order': { type: 'boolean', default: false },
    'without-restore': { type: 'boolean', default: false },
    'without-claimed': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    report: { type: 'boolean', default: false },
    minutes: { type: 'string' },
  },
});
const options = Options.parse(values);
/** Every machine manages more than ten orders a minute. */
const minutes = options.minutes ?? 5 + options.orders / 10;

/** Longer than the lease of an e-mail or a refund, after which another server takes it over. */
const MAX_SETTLE_MS = 180_000;
/** Running visits end within this time after a campaign is stopped. */
const MAX_END_MS = 180_000;

checkNodeVersion();
buildIfNeeded();
const { orders, database, servers, seed, points, changes } = options;
const limits = `${points === undefined ? '' : ` --points ${points}`}${changes ? ' --changes' : ''}`;
const inOrder = options['in-order'];
const extent = inOrder ? '--in-order' : `--orders ${orders}`;
const command = `npm run faults -- ${extent} --database ${database} --servers ${servers} --seed ${seed}${limits}`;
console.log(command);
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());
setTimeout(() => stopping.abort(), minutes * 60_000).unref();
stopping.signal.addEventListener('abort', () => {
  setTimeout(() => process.exit(1), MAX_END_MS).unref();
});
const result = await runCampaign({
  orders,
  inOrder,
  database,
  servers,
  seed,
  points,
  withChanges: changes,
  withRestore: !options['without-restore'],
  withLeases: !options['without-claimed'],
  only: new RegExp(options.only),
  maxSettleMs: MAX_SETTLE_MS,
  mutation: undefined,
  signal: stopping.signal,
  report: console.log,
});
const summary = summaryOf(command, result);
console.log(plainTables(summary));
if (options.report) await addToReport(summary);
const { violations } = result.verdict;
for (const { wrong, what, orderIds } of violations.slice(0, 10)) {
  console.log(`\n${wrong}: ${what}`);
  for (const line of result.history(orderIds)) console.log(`  ${line}`);
}
if (violations.length > 0) console.log(`\nTo repeat it: ${command}`);
if (stopping.signal.aborted) console.log('\nThe campaign was stopped before its end.');
process.exit(violations.length === 0 && !stopping.signal.aborted ? 0 : 1);
