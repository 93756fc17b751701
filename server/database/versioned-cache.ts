import type { Changes } from '#domain/ports.ts';

/**
 * What has been read of the catalogue and the calendar, kept for as long as their version is the same:
 * asked of the database each time, so that nobody is served what was before a change.
 * @param most how many; with more, all are let go.
 */
export function createVersionedCache<Value>(version: Changes['version'], most: number) {
  let keptAt = -1;
  let kept = new Map<string, Value>();

  /** @returns what has been kept at the version of now; whoever reads more puts it in. */
  return async function current() {
    const now = await version();
    // What was read after a version was asked for is never older than that, only newer.
    if (now > keptAt || kept.size > most) {
      keptAt = Math.max(now, keptAt);
      kept = new Map();
    }
    return kept;
  };
}
