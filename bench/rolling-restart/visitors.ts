import { type Ask, ask } from '../ask.ts';
import { buy } from '../orders/shopper.ts';

const READERS = 6;
const SHOPPERS = 4;
const PAGES = ['/', '/cakes/celebration-cakes', '/cakes/celebration-cakes/berry-drip-cake'];
const CALLS = ['/api/cakes', '/api/calendar'];

interface VisitorsSettings {
  origin: string;
  order: string;
  nextToken(): Promise<string>;
}

/** What became of what they did. */
export interface Seen {
  requests: number;
  /** Why, of each that had not the expected status or was cut. */
  failures: string[];
  /** The orders that were accepted, and those whose card was charged. */
  placed: Set<string>;
  charged: Set<string>;
}

/** Visitors who read and who buy, without a pause, until they are told to go. */
export function startVisitors({ origin, order, nextToken }: VisitorsSettings) {
  const failures: string[] = [];
  const placed = new Set<string>();
  const charged = new Set<string>();
  let requests = 0;
  let isOver = false;

  const counted: Ask = async (...asked) => {
    requests += 1;
    try {
      return await ask(...asked);
    } catch (error) {
      failures.push(reasonOf(error));
      throw error;
    }
  };

  async function read(reader: number): Promise<void> {
    const paths = [...PAGES, ...CALLS];
    for (let turn = reader; !isOver; turn += 1) {
      await counted(200, `${origin}${paths[turn % paths.length]}`).catch(() => {});
    }
  }

  async function shop(): Promise<void> {
    const on = { placed: (id: string) => placed.add(id), charged: (id: string) => charged.add(id) };
    while (!isOver) {
      const token = await nextToken();
      // Of what failed there is a note; the next order is another.
      await buy({ ask: counted, origin, token, address: '192.0.2.1', order, on }).catch(() => {});
    }
  }

  const all = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...Array.from({ length: SHOPPERS }, () => shop()),
  ];
  return {
    async leave(): Promise<Seen> {
      isOver = true;
      await Promise.all(all);
      return { requests, failures, placed, charged };
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
