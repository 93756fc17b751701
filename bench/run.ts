import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../harness/build.ts';
import { isMet } from './benchmark.ts';
import { live } from './live.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { push } from './push.ts';
import { describeMachine, tablesOf, writeSection } from './report.ts';
import { weight } from './weight.ts';

// `npm run bench` runs all benchmarks, `npm run bench -- pages live` some, and writes their sections of bench/report.md.
// `--share 0.1` sends a tenth of the load.
// Fails if a target is missed about which nothing is done.

const benchmarks = [pages, weight, orders, push, live];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !benchmarks.some((known) => known.name === name));
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(', ');
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${names}.`);
  process.exit(2);
}

const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error(`A share is above 0 and at most 1, not ${values.share}.`);
  process.exit(2);
}

buildIfNeeded();
let missed = 0;
for (const benchmark of benchmarks) {
  const { name, title, measure } = benchmark;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n── ${title}`);
  const machine = describeMachine();
  const command = `npm run bench -- ${name}${share < 1 ? ` --share ${share}` : ''}`;
  const result = await measure(share);
  console.log(tablesOf(result));
  await writeSection(benchmark, { command, machine, result });
  missed += result.targets.filter((target) => !isMet(target) && !target.whenMissed).length;
}
if (missed > 0) {
  console.error(`\nThis run missed ${missed} targets about which nothing is done.`);
  process.exitCode = 1;
}
