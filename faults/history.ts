/** What happened to orders and servers, as seen from outside: for the judge, and to be read. */
export interface History {
  /** @param about text in which the ids of the orders stand that it is about. */
  add(what: string, about: string): void;
  of(orderIds: string[]): string[];
  emailAccepted(orderId: string, copy: Omit<EmailCopy, 'acceptedAt'>): void;
  serverEnded(server: number, at: number, signal: NodeJS.Signals | null): void;
  restored(): void;
  /** In the order in which they were accepted. */
  emailCopies(orderId: string): EmailCopy[];
  /** Why the copy after this one was sent, if there is a reason outside the shop. */
  whyAgain(copy: EmailCopy, next: EmailCopy): Explanation | undefined;
}

export interface EmailCopy {
  server: number;
  startedAt: number;
  acceptedAt: number;
  /** Whether the shop got the answer. */
  intact: boolean;
}

export type Explanation = 'answer lost' | 'server killed' | 'restored';

const ORDER_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** What is accepted is written down by then, or the server had a reason not to. */
const LONGEST_COMMIT_MS = 30_000;
const MOST_LINES_OF_AN_ORDER = 200;

export function createHistory(): History {
  const began = Date.now();
  const lines = new Map<string, string[]>();
  const copies = new Map<string, EmailCopy[]>();
  const kills: { server: number; at: number }[] = [];
  const restores: number[] = [];

  function add(what: string, about: string): void {
    const line = `${((Date.now() - began) / 1_000).toFixed(3)} s  ${what}`;
    for (const id of new Set(about.match(ORDER_ID))) {
      const known = lines.get(id) ?? [];
      if (known.length < MOST_LINES_OF_AN_ORDER) lines.set(id, [...known, line]);
    }
  }

  return {
    add,
    of: (orderIds) => orderIds.flatMap((id) => [id, ...(lines.get(id) ?? [])]),
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
    restored: () => void restores.push(Date.now()),
    emailCopies: (orderId) => copies.get(orderId) ?? [],
    whyAgain({ server, startedAt, acceptedAt, intact }, next) {
      if (!intact) return 'answer lost';
      const wasKilled = kills.some(
        (kill) =>
          kill.server === server &&
          kill.at >= startedAt &&
          kill.at <= Math.min(next.startedAt, acceptedAt + LONGEST_COMMIT_MS),
      );
      if (wasKilled) return 'server killed';
      const wasRestored = restores.some((at) => at >= startedAt && at <= next.startedAt);
      return wasRestored ? 'restored' : undefined;
    },
  };
}
