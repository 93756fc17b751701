import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { type CampaignResult, runCampaign } from './campaign.ts';
import { WRONGS } from './verdict.ts';

// `npm run faults -- --orders 2000 --database postgres --servers 2 --seed 7`: shoppers order while faults happen; then
// a judge compares the shop's orders with Stripe's sessions and the inbox. `--in-order` injects one fault of each kind
// after another, always in the same order, as `npm test` does, without kills during additions, taking off, pushes and
// quotes. `--changes` lets customers move, add to and cancel paid orders, and staff refund and cancel some and take items
// off. With `--quotes` some customers ask for a cake that is not in the list, ring, or get a quote, pay a deposit first,
// and staff add to some orders.

const Options = z.object({
  orders: z.coerce.number().int().positive(),
  database: z.enum(['sqlite', 'postgres']),
  servers: z.coerce.number().int().min(1).max(2),
  seed: z.coerce.number().int(),
  changes: z.boolean(),
  quotes: z.boolean(),
  'in-order': z.boolean(),
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
  },
});
const options = Options.parse(values);

buildIfNeeded();
const words = Object.entries(options).flatMap(([name, value]) =>
  value === false ? [] : `--${name}${value === true ? '' : ` ${value}`}`,
);
const command = `npm run faults -- ${words.join(' ')}`;
console.log(command);
const cutOff = new AbortController();
process.once('SIGINT', () => cutOff.abort());
process.once('SIGTERM', () => cutOff.abort());
const { changes: withChanges, quotes: withQuotes, 'in-order': inOrder, ...others } = options;
const signal = cutOff.signal;
const result = await runCampaign({ ...others, inOrder, withChanges, withQuotes, signal });
if (!result) {
  console.log('The campaign was cut off before its end: nothing was judged.');
  process.exit(1);
}
printResult(result);
process.exit(result.violations.length === 0 ? 0 : 1);

function printResult({ counts, faults, violations, history }: CampaignResult): void {
  console.table(Object.fromEntries([...faults].filter(([, hits]) => hits > 0)));
  const verdict = WRONGS.map((wrong) => [
    wrong,
    violations.filter((each) => each.wrong === wrong).length,
  ]);
  console.table({ ...counts, ...Object.fromEntries(verdict) });
  for (const { wrong, what, orderIds } of violations.slice(0, 10)) {
    console.log(`\n${wrong}: ${what}`);
    for (const line of history(orderIds)) console.log(`  ${line}`);
  }
  if (violations.length > 0) console.log(`\nTo repeat it: ${command}`);
}
