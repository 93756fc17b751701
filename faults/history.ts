/** What happened to orders and servers, for the judge and for reports. */
export interface History {
  /** @param text contains the ids of the affected orders. */
  add(what: string, text: string): void;
  of(orderIds: string[]): string[];
  emailAccepted(orderId: string, copy: Omit<EmailCopy, 'acceptedAt'>): void;
  serverEnded(server: number, at: number, signal: NodeJS.Signals | null): void;
  /** @param backedUpAt when the backup was begun. */
  restored(backedUpAt: number): void;
  /** Whether what happened in this time may be missing in a restored backup. */
  mayBeUndone(from: number, to: number): boolean;
  /** Listed with each order, because any fault may have affected it. */
  fault(what: string): void;
  /** In the order of acceptance. */
  emailCopies(orderId: string): EmailCopy[];
  /** The fault that explains the next copy, if there is one. */
  explain(copy: EmailCopy, next: EmailCopy): Explanation | undefined;
}

export interface EmailCopy {
  server: number;
  startedAt: number;
  acceptedAt: number;
  /** Whether the shop received the response. */
  intact: boolean;
  /** A refund makes another one necessary, with another text. */
  text: string;
}

export type Explanation = 'answer lost' | 'server killed' | 'restored' | 'refunded meanwhile';

const ORDER_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** An accepted e-mail is committed within this time unless its server was killed. */
const MAX_COMMIT_MS = 30_000;
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
  const copies = new Map<string, EmailCopy[]>();
  const kills: { server: number; at: number }[] = [];
  const restores: { from: number; to: number }[] = [];

  function add(what: string, text: string): void {
    const line = { at: Date.now(), what };
    for (const id of new Set(text.match(ORDER_ID))) {
      const known = lines.get(id) ?? [];
      if (known.length < MAX_LINES_PER_ORDER) lines.set(id, [...known, line]);
    }
  }

  /** What happened to the order, among the faults from its first moment on. */
  function ofOrder(id: string): string[] {
    const own = lines.get(id) ?? [];
    const since = (own[0]?.at ?? began) - FAULTS_BEFORE_MS;
    const all = [...own, ...faults.filter(({ at }) => at >= since)];
    const inOrder = all.sort((a, b) => a.at - b.at);
    return inOrder.map(({ at, what }) => `${((at - began) / 1_000).toFixed(3)} s  ${what}`);
  }

  return {
    add,
    of: (orderIds) => orderIds.flatMap((id) => [id, ...ofOrder(id)]),
    fault: (what) => void faults.push({ at: Date.now(), what: `fault: ${what}` }),
    emailAccepted(orderId, copy) {
      const known = copies.get(orderId) ?? [];
      copies.set(orderId, [...known, { ...copy, acceptedAt: Date.now() }]);
      add(
        `e-mail accepted from server ${copy.server}${copy.intact ? '' : ', answer lost'}`,
        orderId,
      );
    },
    serverEnded(server, at, signal) {
      if (signal !== null) kills.push({ server, at });
    },
    restored: (backedUpAt) => void restores.push({ from: backedUpAt, to: Date.now() }),
    mayBeUndone: (from, to) => restores.some((each) => from <= each.to && to >= each.from),
    emailCopies: (orderId) => copies.get(orderId) ?? [],
    explain({ server, startedAt, acceptedAt, intact }, next) {
      if (!intact) return 'answer lost';
      const wasKilled = kills.some(
        (kill) =>
          kill.server === server &&
          kill.at >= startedAt &&
          kill.at <= Math.min(next.startedAt, acceptedAt + MAX_COMMIT_MS),
      );
      if (wasKilled) return 'server killed';
      const wasRestored = restores.some(({ to }) => to >= startedAt && to <= next.startedAt);
      return wasRestored ? 'restored' : undefined;
    },
  };
}
