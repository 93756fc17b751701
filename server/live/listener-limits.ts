interface MostListeners {
  total: number;
  ofCaller: number;
}

export interface ListenerLimits {
  /** Whose limit is reached. */
  reached(caller: string): 'server' | 'caller' | undefined;
  add(caller: string): void;
  remove(caller: string): void;
}

export function createListenerLimits(most: MostListeners): ListenerLimits {
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
      if (total >= most.total) return 'server';
      return (byCaller.get(caller) ?? 0) >= most.ofCaller ? 'caller' : undefined;
    },
    add: (caller) => count(caller, 1),
    remove: (caller) => count(caller, -1),
  };
}
