import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import '../test/clock.ts';
import '../test/run-folder.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { provideNeeds } from './needs.ts';

// `npm run check` runs the quick steps, `npm test` those of each day, `npm test -- --all` also those of each night.
// After a failure no further step starts. With CI=true or `--install` missing Debian packages are installed.

interface Step {
  name: string;
  when: 'check' | 'daily' | 'nightly';
  command: string;
}

/** Keeps two cores busy: tests wait for browsers, timers and other processes. */
const STEPS_AT_ONCE = 3;

const { values, positionals } = parseArgs({
  options: {
    install: { type: 'boolean', default: process.env.CI === 'true' },
    all: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const quickOnly = positionals[0] === 'check';

/** The longest first. */
const steps: Step[] = [
  {
    name: 'e2e tests in the browser',
    when: 'daily',
    command: values.all ? 'playwright test' : 'playwright test --grep-invert @nightly',
  },
  {
    name: 'both databases',
    when: 'daily',
    command: `vitest run --project databases${values.all ? '' : " --tags-filter '!nightly'"}`,
  },
  { name: 'unit and architecture', when: 'check', command: 'vitest run --project unit' },
  {
    name: 'each kind of fault on SQLite',
    when: 'daily',
    command: 'node faults/run.ts --in-order --changes --database sqlite --seed 1',
  },
  // With more threads it takes half as much CPU again, which the tests beside it need.
  { name: 'types', when: 'check', command: 'react-router typegen && tsc --singleThreaded' },
  { name: 'Biome', when: 'check', command: 'biome ci .' },
  { name: 'knip', when: 'check', command: 'knip' },
  { name: 'HTML of every page', when: 'nightly', command: 'node scripts/validate.ts' },
  { name: 'an order in Firefox', when: 'nightly', command: 'node scripts/firefox.ts' },
];

// Node reads TypeScript itself. Playwright would compile the tests and all that they import with Babel.
process.env.PW_DISABLE_TS_ESM = '1';

const started = performance.now();
checkNodeVersion();
if (!quickOnly) {
  provideNeeds({ mayInstall: values.install, forAll: values.all });
  buildIfNeeded();
}
const waiting = steps.filter(
  ({ when }) => when === 'check' || (!quickOnly && (when === 'daily' || values.all)),
);
const failures: { name: string; output: string }[] = [];
await Promise.all(Array.from({ length: STEPS_AT_ONCE }, runWaiting));
for (const { name, output } of failures) console.error(`\n── ${name}\n${output.trimEnd()}`);
for (const { name } of failures) console.error(`\nfailed: ${name}`);
console.log(`${secondsSince(started)} in all`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs waiting steps, and takes them off the list, until none is left. */
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step && failures.length === 0; step = waiting.shift()) {
    const { name, command } = step;
    const stepStarted = performance.now();
    const { passed, output } = await run(command);
    if (!passed) failures.push({ name, output });
    console.log(`${secondsSince(stepStarted)}  ${name}: ${passed ? 'passed' : 'failed'}`);
  }
}

/** Collects the output, because several commands run at a time. */
function run(command: string): Promise<{ passed: boolean; output: string }> {
  const child = spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], shell: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });
}

function secondsSince(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(0).padStart(4)} s`;
}
