import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { type CampaignResult, runCampaign } from './campaign.ts';
import type { Wrong } from './judge.ts';

// `npm run faults -- --orders 2000 --database postgres --servers 2 --seed 7`: shoppers order while faults happen; then
// a judge compares the shop's orders with Stripe's sessions and the inbox. `--in-order` injects one fault of each kind
// after another, always in the same order, as `npm test` does; `--changes` lets customers move, add to and cancel paid
// orders, and staff refund and cancel some and tell customers that they are ready: by the tick itself if the seed is odd,
// by a tap if it is even. With `--quotes` some customers ask for a cake that is not in the list, ring, or get a quote, pay
// a deposit first, and staff add to some orders; `--only 'e-mail|kill'` limits the kinds of faults by name.

const Options = z.object({
  orders: z.coerce.number().int().positive(),
  database: z.enum(['sqlite', 'postgres']),
  servers: z.coerce.number().int().min(1).max(2),
  seed: z.coerce.number().int(),
  changes: z.boolean(),
  quotes: z.boolean(),
  'in-order': z.boolean(),
  only: z.string(),
});
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    changes: { type: 'boolean', default: false },
    quotes: { type: 'boolean', default: false },
    'in-order': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const {
  changes: withChanges,
  quotes: withQuotes,
  'in-order': inOrder,
  only,
  ...options
} = Options.parse(values);
const { orders, database, servers, seed } = options;

checkNodeVersion();
buildIfNeeded();
const extent = inOrder ? '--in-order' : `--orders ${orders}`;
const command = `npm run faults -- ${extent} --database ${database} --servers ${servers} --seed ${seed}${withChanges ? ' --changes' : ''}${withQuotes ? ' --quotes' : ''}`;
console.log(command);
const cutOff = new AbortController();
process.once('SIGINT', () => cutOff.abort());
process.once('SIGTERM', () => cutOff.abort());
const result = await runCampaign({
  ...options,
  inOrder,
  withChanges,
  withQuotes,
  only: new RegExp(only),
  signal: cutOff.signal,
  report: console.log,
});
if (!result) {
  console.log('The campaign was cut off before its end: nothing was judged.');
  process.exit(1);
}
printResult(result);
process.exit(result.verdict.violations.length === 0 ? 0 : 1);

function printResult({
  shoppers,
  phoneOrders,
  requests,
  offers,
  changes,
  faults,
  verdict,
  ...result
}: CampaignResult): void {
  const { violations, paidSessions, refunds } = verdict;
  const wrongs: Wrong[] = ['lost', 'charged twice', 'unpaid shown paid', 'oversold'];
  const others: Wrong[] = ['done twice', 'told wrongly', 'ledger differs', 'refused'];
  console.table(Object.fromEntries(faults));
  console.table({
    shoppers,
    'orders on the phone': phoneOrders.filter(({ quote }) => !quote).length,
    requests,
    'orders of the waiting list': offers,
    'paid orders': paidSessions,
    faults: [...faults.values()].reduce((sum, count) => sum + count, 0),
    ...Object.fromEntries(
      [...wrongs, ...others].map((wrong) => [
        wrong,
        violations.filter((each) => each.wrong === wrong).length,
      ]),
    ),
    ...countBy(changes.map(({ what, answered }) => `${what}: ${answered}`)),
    ...countBy(phoneOrders.flatMap(partsInWords)),
    'refunds at Stripe': refunds,
    'settled after seconds': Math.round(result.settleSeconds),
  });
  for (const { wrong, what, orderIds } of violations.slice(0, 10)) {
    console.log(`\n${wrong}: ${what}`);
    for (const line of result.history(orderIds)) console.log(`  ${line}`);
  }
  if (violations.length > 0) console.log(`\nTo repeat it: ${command}`);
}

function countBy(words: string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  );
}

/** What has become of a quote, what staff have added, and what was paid at the counter. */
function partsInWords({ quote, counter, added }: CampaignResult['phoneOrders'][number]): string[] {
  const parts = quote
    ? Object.entries(quote).map(([what, { answered }]) => `${what}: ${answered}`)
    : [];
  return [
    ...(quote && parts.length === 0 ? ['quotes of which nothing else was heard'] : []),
    ...parts.map((part) => `quotes ${part}`),
    ...(added ? [`added by staff: ${added.answered}`] : []),
    ...(added?.takenOff ? [`taken off by staff: ${added.takenOff.answered}`] : []),
    ...counter.map(({ answered }) => `at the counter: ${answered}`),
  ];
}
