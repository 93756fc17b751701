/** What happened to orders and servers, for the judge and for reports. */
export interface History {
  /** @param text contains the ids of the affected orders. */
  add(what: string, text: string): void;
  /** Listed with each order, because any fault may have affected it. */
  fault(what: string): void;
  of(orderIds: string[]): string[];
  /** @param backedUpAt when the backup was begun. */
  restored(backedUpAt: number): void;
  /** Whether what happened in this time may be missing in a restored backup. */
  mayBeUndone(from: number, to: number): boolean;
}

const ORDER_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const MAX_LINES_PER_ORDER = 200;
const FAULTS_BEFORE_MS = 10_000;

interface Line {
  at: number;
  what: string;
}

export function createHistory(): History {
  const began = Date.now();
  const lines = new Map<string, Line[]>();
  const faults: Line[] = [];
  const restores: { from: number; to: number }[] = [];

  /** What happened to the order, among the faults from shortly before its first moment. */
  function ofOrder(id: string): string[] {
    const own = lines.get(id) ?? [];
    const since = (own[0]?.at ?? began) - FAULTS_BEFORE_MS;
    const all = [...own, ...faults.filter(({ at }) => at >= since)];
    const inOrder = all.sort((a, b) => a.at - b.at);
    return inOrder.map(({ at, what }) => `${((at - began) / 1_000).toFixed(3)} s  ${what}`);
  }

  return {
    add(what, text) {
      const line = { at: Date.now(), what };
      for (const id of new Set(text.match(ORDER_ID))) {
        const known = lines.get(id) ?? [];
        if (known.length < MAX_LINES_PER_ORDER) lines.set(id, [...known, line]);
      }
    },
    fault: (what) => void faults.push({ at: Date.now(), what: `fault: ${what}` }),
    of: (orderIds) => orderIds.flatMap((id) => [id, ...ofOrder(id)]),
    restored: (backedUpAt) => void restores.push({ from: backedUpAt, to: Date.now() }),
    mayBeUndone: (from, to) => restores.some((each) => from <= each.to && to >= each.from),
  };
}
