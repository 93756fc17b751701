import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { book } from './book.ts';
import { cost } from './cost.ts';
import { days } from './days.ts';
import { emails } from './emails-at-once.ts';
import { growth } from './growth.ts';
import { live } from './live.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { photos } from './photos.ts';
import { practice } from './practice.ts';
import { plainTables, storeFigures, writeReport } from './report.ts';
import { weight } from './weight.ts';

// `npm run bench` runs all benchmarks, `npm run bench -- growth cost` some. bench/report.md then shows
// the new figures and the stored ones of the others.

const benchmarks = [
  pages,
  weight,
  orders,
  emails,
  days,
  live,
  book,
  photos,
  growth,
  cost,
  practice,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    benchmarks.flatMap(({ sizes = [] }) =>
      sizes.map((size) => [size, { type: 'string' }] as const),
    ),
  ),
});
const unknown = positionals.filter((name) => !benchmarks.some((known) => known.name === name));
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(', ');
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${names}.`);
  process.exit(2);
}

checkNodeVersion();
buildIfNeeded();
const given = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, parseSize(value)]),
);
const chosen = benchmarks.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
let missed = 0;
for (const { name, title, description, sizes = [], measure } of chosen) {
  console.log(`\n── ${title}`);
  const result = await measure(given);
  const options = sizes.filter((size) => size in given).map((size) => ` --${size} ${given[size]}`);
  const command = `npm run bench -- ${name}${options.join('')}`;
  await storeFigures({ name, title, description, command, result });
  console.log(plainTables(result));
  missed += result.targets.filter(({ met }) => !met).length;
}
await writeReport();
console.log(`\nWrote bench/report.md. This run missed ${missed} targets.`);

function parseSize(value: string | boolean | undefined): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`A size must be a positive integer, not ${value}.`);
  process.exit(2);
}
