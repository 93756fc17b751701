import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import '../test/run-folder.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { provideNeeds } from './needs.ts';

// `npm run test:clocks` runs the tests that depend on the time under each of these clocks. Words after
// `--` choose among them: `npm run test:clocks -- 2028-02-29T10:00:00Z unit`.

const CLOCKS = [
  '2026-11-30T10:00:00Z',
  '2026-11-30T23:30:00Z',
  '2026-12-31T10:00:00Z',
  '2026-12-31T23:30:00Z',
  '2028-02-29T10:00:00Z',
  '2028-02-29T23:30:00Z',
  // Half an hour before the clocks of London change.
  '2027-03-28T00:30:00Z',
  '2026-10-25T00:30:00Z',
  '2027-10-31T00:30:00Z',
  '2027-04-15T10:00:00Z',
  '2027-04-15T23:30:00Z',
];

/** Each has tests that fail when its processes or browsers have another clock. */
const PARTS: Record<string, string> = {
  unit: 'vitest run --project unit',
  databases: 'vitest run --project databases',
  e2e: 'playwright test',
};

checkNodeVersion();
const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosenClocks = positionals.filter((word) => /^\d/.test(word));
const chosenParts = positionals.filter((word) => !chosenClocks.includes(word));
const unknown = chosenParts.filter((word) => !(word in PARTS));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: takes clocks and ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
provideNeeds({ mayInstall: values.install || process.env.CI === 'true' });
buildIfNeeded();

const clocks = chosenClocks.length > 0 ? chosenClocks : CLOCKS;
const parts = chosenParts.length > 0 ? chosenParts : Object.keys(PARTS);
const rows = [];
let failures = 0;
for (const clock of clocks) {
  const row: Record<string, string> = { clock };
  for (const part of parts) {
    console.log(`\n── ${part} at ${clock}`);
    const env = { ...process.env, CLOCK: clock, CLOCK_OFFSET: undefined };
    const started = performance.now();
    const { status } = spawnSync(PARTS[part] ?? '', { stdio: 'inherit', shell: true, env });
    if (status !== 0) failures += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    row[part] = `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`;
  }
  rows.push(row);
}
console.table(rows);
process.exitCode = failures > 0 ? 1 : 0;
