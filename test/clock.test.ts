import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Does not import `clock.ts`, because the test processes must already run with it.

const NODE_OPTIONS = `--import=${new URL('./clock.ts', import.meta.url)}`;
const A_MINUTE = 60_000;

/** Prints `Date.now()` of a process and of its child process. */
const PRINT = `
  const { execFileSync } = require('node:child_process');
  const child = Number(execFileSync(process.execPath, ['-p', 'Date.now()']));
  console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()), child]));`;

function timesIn(env: NodeJS.ProcessEnv): number[] {
  return JSON.parse(execFileSync(process.execPath, ['-e', PRINT], { env, encoding: 'utf8' }));
}

test('tests and their child processes use the clock of CLOCK', () => {
  const { CLOCK, CLOCK_OFFSET } = process.env;
  const machineTime = performance.timeOrigin + performance.now();
  const expected = CLOCK ? machineTime + Number(CLOCK_OFFSET) : machineTime;
  for (const time of [Date.now(), ...timesIn(process.env)]) {
    expect(Math.abs(time - expected)).toBeLessThan(A_MINUTE);
  }
  if (!CLOCK) return;
  const passed = Date.now() - Date.parse(CLOCK);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(24 * 60 * A_MINUTE);
});

test('the clock starts at CLOCK and runs, also in child processes', () => {
  const CLOCK = '2031-07-01T23:30:00Z';
  for (const time of timesIn({ PATH: process.env.PATH, CLOCK, NODE_OPTIONS })) {
    expect(time).toBeGreaterThanOrEqual(Date.parse(CLOCK));
    expect(time).toBeLessThan(Date.parse(CLOCK) + A_MINUTE);
  }
});

test('a Date with arguments is not shifted', () => {
  expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
  expect(new Date()).toBeInstanceOf(Date);
  expect(new Date().constructor).toBe(Date);
});

test.each(['tomorrow', '2028-02-30T99:00:00Z', '2028-02-29'])('CLOCK=%s is rejected', (CLOCK) => {
  const env = { PATH: process.env.PATH, CLOCK, NODE_OPTIONS };
  const start = () => execFileSync(process.execPath, ['-e', ''], { env, stdio: 'pipe' });
  expect(start).toThrow('CLOCK takes an instant in UTC');
});
