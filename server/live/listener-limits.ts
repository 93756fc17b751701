/** Each is a socket and some kilobytes: a process keeps to what it can tell within half a second. */
const SEATS = 20_000;
/** A school or an office behind one address, everybody with some tabs; but no stranger takes all seats. */
const SEATS_OF_A_CALLER = 1_000;

export interface Seats {
  /** Who or what has no room left. */
  whyFull(caller: string): 'server' | 'caller' | undefined;
  take(caller: string): void;
  leave(caller: string): void;
}

/** Counts who listens, at this server. */
export function createSeats(): Seats {
  const ofCallers = new Map<string, number>();
  let taken = 0;

  function count(caller: string, change: 1 | -1): void {
    taken += change;
    const now = (ofCallers.get(caller) ?? 0) + change;
    if (now > 0) ofCallers.set(caller, now);
    else ofCallers.delete(caller);
  }

  return {
    whyFull(caller) {
      if (taken >= SEATS) return 'server';
      return (ofCallers.get(caller) ?? 0) >= SEATS_OF_A_CALLER ? 'caller' : undefined;
    },
    take: (caller) => count(caller, 1),
    leave: (caller) => count(caller, -1),
  };
}
