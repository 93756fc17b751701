// Runs the tests at another time: `CLOCK=2028-02-29T10:00:00Z npm test`. In each Node process that imports
// this module, and in its child processes, `Date` starts at that time and runs. Timers, `performance.now()`,
// file times and PostgreSQL keep the machine's clock.

const SHIFTED = Symbol.for('battenberg.test-clock');

const { CLOCK, CLOCK_OFFSET } = process.env;

/** How far `Date` is ahead of the machine's clock, in milliseconds. */
export const clockOffset = !CLOCK ? 0 : CLOCK_OFFSET ? Number(CLOCK_OFFSET) : offsetTo(CLOCK, 0);

/** Environment variables that give a child process the clock of this one. */
export const clockVariables = CLOCK ? variables(CLOCK, clockOffset) : {};

Object.assign(process.env, clockVariables);
// The module may be loaded more than once: by Node, by Vite and by Playwright.
if (clockOffset !== 0 && !(SHIFTED in globalThis)) {
  Object.defineProperty(globalThis, SHIFTED, { value: true });
  shiftDate(clockOffset);
}

/** Environment variables that start the clock of a child process at that time. */
export function clockVariablesAt(clock: string): Record<string, string> {
  return variables(clock, offsetTo(clock, clockOffset));
}

/** Shifts `Date`. References nothing outside the function, because it also runs in browsers. */
export function shiftDate(offset: number): void {
  const RealDate = Date;
  const realNow = Date.now;
  const now = () => realNow() + offset;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  });
  RealDate.prototype.constructor = globalThis.Date;
}

function offsetTo(clock: string, alreadyAhead: number): number {
  const wanted = Date.parse(clock);
  if (Number.isNaN(wanted) || !clock.endsWith('Z')) {
    throw new Error(`CLOCK takes an instant in UTC, such as 2028-02-29T10:00:00Z, not “${clock}”.`);
  }
  return wanted - (Date.now() - alreadyAhead);
}

function variables(clock: string, offset: number): Record<string, string> {
  const preload = `--import=${import.meta.url}`;
  const options = (process.env.NODE_OPTIONS ?? '').replace(preload, '');
  return {
    CLOCK: clock,
    // One offset for all processes: each starts at a different time.
    CLOCK_OFFSET: String(offset),
    NODE_OPTIONS: `${options} ${preload}`.trim(),
  };
}
