import { spawnSync } from 'node:child_process';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { provideNeeds } from './needs.ts';

// `npm run test:clocks`: the tests that depend on the time, under each of these clocks. Words after
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
  stories: 'playwright test --retries 1',
};

checkNodeVersion();
const words = process.argv.slice(2);
const wantedClocks = words.filter((word) => /^\d/.test(word));
const wantedParts = words.filter((word) => !wantedClocks.includes(word));
const unknown = wantedParts.filter((word) => !(word in PARTS));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: takes clocks and ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
provideNeeds();
buildIfNeeded();

const results: string[] = [];
for (const clock of wantedClocks.length > 0 ? wantedClocks : CLOCKS) {
  for (const part of wantedParts.length > 0 ? wantedParts : Object.keys(PARTS)) {
    console.log(`\n── ${part} at ${clock}`);
    const env = { ...process.env, CLOCK: clock, CLOCK_OFFSET: undefined };
    const { status } = spawnSync(PARTS[part] ?? '', { stdio: 'inherit', shell: true, env });
    results.push(`${status === 0 ? 'passed' : 'FAILED'}  ${clock}  ${part}`);
  }
}
console.log(`\n${results.join('\n')}`);
process.exit(results.some((result) => result.startsWith('FAILED')) ? 1 : 0);
