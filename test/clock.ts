// Lets the tests run at another time: `CLOCK=2028-02-29T10:00:00Z npm test`. Each Node process that
// imports this module, and each process below it, has a `Date` that runs on from that moment. Timers,
// `performance.now()`, file times and PostgreSQL keep the machine's clock.

const SHIFTED = Symbol.for('battenberg.test-clock');

const { CLOCK, CLOCK_OFFSET } = process.env;

/** How far `Date` is ahead of the machine's clock, in milliseconds. */
export const clockOffset = !CLOCK ? 0 : CLOCK_OFFSET ? Number(CLOCK_OFFSET) : offsetTo(CLOCK, 0);

/** What a process that is started with other variables needs to have the clock of this one. */
export const clockVariables = CLOCK ? variables(CLOCK, clockOffset) : {};

Object.assign(process.env, clockVariables);
// The module may be loaded more than once: by Node, by Vite and by Playwright.
if (clockOffset !== 0 && !(SHIFTED in globalThis)) {
  Object.defineProperty(globalThis, SHIFTED, { value: true });
  shiftDate(clockOffset);
}

/** What a process needs to run on from that moment, whatever the clock of this one. */
export function clockVariablesAt(clock: string): Record<string, string> {
  return variables(clock, offsetTo(clock, clockOffset));
}

/** Moves the clock of `Date`. Uses nothing from outside itself, because browsers run it too. */
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
