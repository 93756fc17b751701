import { vi } from 'vitest';

/** On a machine that runs other tests too, a second is too short for what takes a few milliseconds. */
const LONGEST_WAIT_MS = 15_000;

/** Repeats the check until it passes. */
export function waitFor<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: LONGEST_WAIT_MS });
}
