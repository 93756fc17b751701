import { buy, type Fetch, fetchText } from '../shopper.ts';

const READERS = 6;
const SHOPPERS = 4;
const PAGES = ['/', '/cakes/celebration-cakes', '/cakes/celebration-cakes/berry-drip-cake'];
const CALLS = ['/api/cakes', '/api/calendar'];

interface VisitorsSettings {
  origin: string;
  order: string;
  nextToken(): Promise<string>;
}

export interface VisitResult {
  requests: number;
  /** The reasons of failed requests. */
  failures: string[];
  /** The ids of accepted orders, and of those whose card was charged. */
  placed: Set<string>;
  charged: Set<string>;
}

/** Starts visitors who read and buy without pauses until `end`. */
export function startVisitors({ origin, order, nextToken }: VisitorsSettings) {
  const failures: string[] = [];
  const placed = new Set<string>();
  const charged = new Set<string>();
  let requests = 0;
  let isOver = false;

  const counted: Fetch = async (...request) => {
    requests += 1;
    try {
      return await fetchText(...request);
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
      // `failures` has the reason.
      await buy({ fetchText: counted, origin, token, address: '192.0.2.1', order, on }).catch(
        () => {},
      );
    }
  }

  const all = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...Array.from({ length: SHOPPERS }, () => shop()),
  ];
  return {
    async end(): Promise<VisitResult> {
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
