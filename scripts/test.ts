import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import '../test/clock.ts';
import '../test/run-folder.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { findFirefox } from '../test/e2e/browsers.ts';
import { provideNeeds } from './needs.ts';

// `npm test` runs every step, `npm run check` the quick ones. Three steps run at a time and keep two cores busy. After
// them run the e2e tests, which leave a fifth of two cores, and beside them the fault campaigns one by one, which wait
// for two thirds of their time. After a failure no further step starts. With CI=true or `--install` missing
// Debian packages are installed.

interface Step {
  name: string;
  quick?: true;
  /** Runs in the second part. */
  last?: true;
  commands: string[];
}

const STEPS_AT_ONCE = 3;
const LAST_STEPS_AT_ONCE = 2;

/** Of the error of each failed test, at the end. */
const ERROR_LINES = 12;

/** Of the output of a failed command, at the end. */
const OUTPUT_LINES = 60;

const VITEST_REPORT = join(tmpdir(), 'vitest.json');
const DATABASES_REPORT = join(tmpdir(), 'vitest-databases.json');
const PLAYWRIGHT_REPORT = join(tmpdir(), 'playwright.json');

/** The longest first, and those that mostly wait beside those that compute. */
const steps: Step[] = [
  {
    name: 'contract on SQLite and PostgreSQL',
    commands: [vitest('databases', DATABASES_REPORT)],
  },
  {
    name: 'architecture, unit and property tests',
    quick: true,
    commands: [vitest('unit', VITEST_REPORT)],
  },
  { name: 'types', quick: true, commands: ['react-router typegen', 'tsc'] },
  { name: 'Biome', quick: true, commands: ['biome ci .'] },
  { name: 'knip', quick: true, commands: ['knip'] },
  { name: 'HTML of every page', commands: ['node scripts/validate.ts'] },
  ...(findFirefox()
    ? [{ name: 'an order in Firefox', commands: ['node scripts/firefox.ts'] }]
    : []),
  {
    name: 'e2e tests in the browser',
    last: true,
    // A test that passes only at its second attempt is mended, not retried.
    commands: ['playwright test --retries 0 --reporter list,json'],
  },
  // Random campaigns, whose events differ from run to run, and the one on PostgreSQL run each night
  // (`.github/workflows/nightly.yml`).
  {
    name: 'each kind of fault on SQLite',
    last: true,
    commands: ['node faults/run.ts --in-order --changes --database sqlite --seed 1'],
  },
];

const started = performance.now();
const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const quickOnly = positionals[0] === 'check';
checkNodeVersion();
if (!quickOnly) {
  provideNeeds({ mayInstall: values.install || process.env.CI === 'true' });
  buildIfNeeded();
}

const times: { name: string; seconds: number }[] = [];
const failures: { name: string; output: string }[] = [];
const wanted = steps.filter(({ quick }) => quick || !quickOnly);
await runSteps(
  wanted.filter(({ last }) => !last),
  STEPS_AT_ONCE,
);
await runSteps(
  wanted.filter(({ last }) => last),
  LAST_STEPS_AT_ONCE,
);

const results = [...vitestResults(), ...playwrightResults()];
printTable('the ten slowest tests', results.sort(bySeconds), 10);
printFailures(results);
printTable('steps', times, times.length);
console.log(`\nsteps: ${times.length - failures.length} passed, ${failures.length} failed`);
for (const { name, output } of failures) {
  // Again, because the output of the step beside it follows and some places show only the end.
  const end = output.trimEnd().split('\n').slice(-OUTPUT_LINES);
  console.error(`${name}: failed\n${end.join('\n')}`);
}
console.log(`${quickOnly ? 'npm run check' : 'npm test'}: ${secondsSince(started).toFixed(0)} s`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runSteps(waiting: Step[], atOnce: number): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, () => runWaiting(waiting)));
}

/** Runs waiting steps, and takes them off the list, until none is left. */
async function runWaiting(waiting: Step[]): Promise<void> {
  for (let step = waiting.shift(); step && failures.length === 0; step = waiting.shift()) {
    const { name, commands } = step;
    const stepStarted = performance.now();
    for (const command of commands) {
      const { code, output } = await run(command);
      console.log(`\n── ${name}: ${command}\n${output.trimEnd()}`);
      if (code === 0) continue;
      failures.push({ name, output });
      break;
    }
    times.push({ name, seconds: secondsSince(stepStarted) });
  }
}

/** Output is collected, because several commands run at a time. */
function run(command: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT };
  const child = spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], shell: true, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function vitest(project: string, report: string): string {
  return `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${report}`;
}

interface TestResult {
  name: string;
  seconds: number;
  /** The first lines of the error if it failed. */
  error?: string | undefined;
}

function vitestResults(): TestResult[] {
  const Report = z.object({
    testResults: z.array(
      z.object({
        name: z.string(),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            duration: z.number().nullish(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  });
  return [VITEST_REPORT, DATABASES_REPORT].flatMap((report) => {
    const found = readReport(Report, report);
    return (found?.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration, failureMessages }) => ({
        name: `${relative('.', name)} › ${fullName}`,
        seconds: (duration ?? 0) / 1000,
        error: failureMessages?.[0],
      })),
    );
  });
}

function playwrightResults(): TestResult[] {
  const Result = z.object({
    duration: z.number(),
    error: z.object({ message: z.string().optional() }).optional(),
  });
  const Spec = z.object({
    file: z.string(),
    title: z.string(),
    tests: z.array(z.object({ results: z.array(Result) })),
  });
  const Suite = z.object({
    specs: z.array(Spec),
    get suites() {
      return z.array(Suite).optional();
    },
  });
  const specsOf = (suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const report = readReport(z.object({ suites: z.array(Suite) }), PLAYWRIGHT_REPORT);
  return (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .map(({ duration, error }) => ({
        name: `test/e2e/${file} › ${title}`,
        seconds: duration / 1000,
        error: error && (error.message ?? 'failed without a message'),
      })),
  );
}

/** @returns undefined when the step that writes the report did not run. */
function readReport<Report>(schema: z.ZodType<Report>, file: string): Report | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function printTable(title: string, rows: Omit<TestResult, 'error'>[], most: number): void {
  if (rows.length === 0) return;
  console.log(`\n── ${title}`);
  for (const { name, seconds } of rows.slice(0, most)) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}

/** Again at the end, because the whole output is long and some places show only its end. */
function printFailures(all: TestResult[]): void {
  for (const { name, error } of all) {
    if (error === undefined) continue;
    const lines = error.split('\n').slice(0, ERROR_LINES);
    console.log(`\n── failed: ${name}\n${lines.join('\n')}`);
  }
}

function bySeconds(a: TestResult, b: TestResult): number {
  return b.seconds - a.seconds;
}

function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000;
}
