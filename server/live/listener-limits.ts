/** A listener costs a socket and some kilobytes; a process sends to this many within half a second. */
const MAX_LISTENERS = 20_000;
/** Enough for an office behind one address, and too few to take all connections of a server. */
const MAX_LISTENERS_OF_A_CALLER = 1_000;

export interface ListenerLimits {
  /** Whose limit is reached. */
  reached(caller: string): 'server' | 'caller' | undefined;
  add(caller: string): void;
  remove(caller: string): void;
}

export function createListenerLimits(): ListenerLimits {
  const byCaller = new Map<string, number>();
  let total = 0;

  function count(caller: string, change: 1 | -1): void {
    total += change;
    const listeners = (byCaller.get(caller) ?? 0) + change;
    if (listeners > 0) byCaller.set(caller, listeners);
    else byCaller.delete(caller);
  }

  return {
    reached(caller) {
      if (total >= MAX_LISTENERS) return 'server';
      return (byCaller.get(caller) ?? 0) >= MAX_LISTENERS_OF_A_CALLER ? 'caller' : undefined;
    },
    add: (caller) => count(caller, 1),
    remove: (caller) => count(caller, -1),
  };
}
