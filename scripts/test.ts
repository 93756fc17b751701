import { spawnSync } from 'node:child_process';
import '../test/clock.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { provideNeeds } from './needs.ts';

// `npm test` runs every step, `npm run check` the quick ones; the first that fails ends it.

interface Step {
  name: string;
  quick: boolean;
  run(): boolean;
}

const steps: Step[] = [
  { name: 'types', quick: true, run: () => command('react-router typegen') && command('tsc') },
  { name: 'Biome', quick: true, run: () => command('biome ci .') },
  { name: 'knip', quick: true, run: () => command('knip') },
  {
    name: 'architecture, unit and property tests',
    quick: true,
    run: () => command('vitest run --project unit'),
  },
  {
    name: 'contract on SQLite and PostgreSQL',
    quick: false,
    run: () => command('vitest run --project databases'),
  },
  { name: 'HTML of every page', quick: false, run: () => command('node scripts/validate.ts') },
  {
    name: 'a short fuzz on SQLite and PostgreSQL',
    quick: false,
    run: () => command('node scripts/fuzz.ts --requests 400'),
  },
  {
    name: 'the judge of the fault campaign',
    quick: false,
    run: () => command('node faults/prove-judge.ts'),
  },
  {
    name: 'a short fault campaign on SQLite and PostgreSQL',
    quick: false,
    run: () =>
      command('node faults/run.ts --orders 200 --database sqlite --seed 1') &&
      command('node faults/run.ts --orders 200 --database postgres --servers 2 --seed 1'),
  },
  {
    name: 'browser stories',
    quick: false,
    // One that passes only at the second telling is named as flaky in the summary, and wants mending;
    // but a browser that was starved for a moment does not cost everybody the whole run.
    run: () => command('playwright test --retries 1'),
  },
];

checkNodeVersion();
const quickOnly = process.argv[2] === 'check';
if (!quickOnly) {
  provideNeeds();
  buildIfNeeded();
}
const chosen = steps.filter(({ quick }) => quick || !quickOnly);
for (const [done, { name, run }] of chosen.entries()) {
  console.log(`\n── ${name}`);
  if (run()) continue;
  console.error(`\n${name}: failed`);
  console.log(`steps: ${done} passed, 1 failed`);
  process.exit(1);
}
console.log(`\nsteps: ${chosen.length} passed, 0 failed`);

function command(line: string): boolean {
  const started = performance.now();
  const { status } = spawnSync(line, { stdio: 'inherit', shell: true });
  console.log(`   ${line}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}
