import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { cost } from './cost.ts';
import { growth } from './growth.ts';
import { keepFigures, REPORTED, readFigures } from './kept-figures.ts';
import { live } from './live.ts';
import { machine } from './machine.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { plainTables } from './plain-tables.ts';
import { writeReport } from './report.ts';
import { weight } from './weight.ts';

// `npm run bench` measures all of them, one after the other; `npm run bench -- growth cost` some. The
// figures of the others stay as they were, each with its own date, and bench/report.md shows them all.

const benchmarks = [pages, weight, orders, live, growth, cost];

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
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names}.`);
  process.exit(2);
}

checkNodeVersion();
buildIfNeeded();
const asked = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, count(value)]),
);
const chosen = benchmarks.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
let missed = 0;
for (const { name, title, question, measure } of chosen) {
  console.log(`\n── ${title}`);
  const result = await measure(asked);
  await keepFigures({
    name,
    title,
    question,
    command: commandOf(name),
    machine: machine(),
    result,
  });
  console.log(plainTables(result));
  missed += result.targets.filter(({ met }) => !met).length;
}
await writeReport(await readFigures(REPORTED));
console.log(`\nbench/report.md is written; ${missed} targets were missed in this run.`);

function count(value: string | boolean | undefined): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`A size is a whole number, and ${value} is none.`);
  process.exit(2);
}

function commandOf(name: string): string {
  const sizes = benchmarks.find((known) => known.name === name)?.sizes ?? [];
  const given = sizes.filter((size) => size in asked).map((size) => ` --${size} ${asked[size]}`);
  return `npm run bench -- ${name}${given.join('')}`;
}
