import type { Changes } from '#server/ports.ts';

/**
 * A cache of reads of the catalogue and the calendar, cleared when their version changes. It reads the
 * version each time, so that it never serves what a committed change has replaced.
 * @param maxEntries with more, all entries are removed.
 */
export function createVersionedCache<Value>(version: Changes['version'], maxEntries: number) {
  let entriesVersion = -1;
  let entries = new Map<string, Value>();

  /** @returns the entries of the current version; the caller adds what it reads. */
  return async function current() {
    const now = await version();
    // A read that starts after the version was read is never older than it. An earlier, slower read of
    // the version must not bring old entries back.
    if (now > entriesVersion || entries.size > maxEntries) {
      entriesVersion = Math.max(now, entriesVersion);
      entries = new Map();
    }
    return entries;
  };
}

/** One cached read, which callers at the same time share. */
export function createVersionedRead<Value>(
  version: Changes['version'],
  read: () => Promise<Value>,
): () => Promise<Value> {
  const current = createVersionedCache<Promise<Value>>(version, 1);
  return async () => {
    const entries = await current();
    const reading = entries.get('') ?? read();
    entries.set('', reading);
    // The next call retries a failed read.
    reading.catch(() => entries.delete(''));
    return reading;
  };
}
