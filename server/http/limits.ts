/** How often something may be done by one caller, or to one order, before it has to wait. */
export interface Limit {
  requests: number;
  seconds: number;
  /** Counted for all servers together; otherwise each counts for itself, which costs no query. */
  shared: boolean;
}

const MINUTE = 60;

/**
 * A caller is an address, behind which a whole office may sit. Whoever comes upon a limit in good
 * faith is told how long to wait; what is bought is never lost by it.
 */
export const limits = {
  // A birthday round at an office: twenty orders, each begun once. A script gets no further either.
  'orders of a caller': { requests: 20, seconds: 10 * MINUTE, shared: true },
  // One order is sent again by retries, reloads and changes of mind, seldom more than five times.
  'writes to an order': { requests: 30, seconds: 10 * MINUTE, shared: true },
  // The thank-you page asks 45 times in ten minutes (app/pages/thank-you/follow-order.ts): enough
  // for two tabs of one order, and for a dozen people behind one address who all wait.
  'questions about an order': { requests: 120, seconds: 10 * MINUTE, shared: true },
  'questions of a caller': { requests: 600, seconds: 10 * MINUTE, shared: false },
  // A challenge and an exchange for each of those orders, and twice as many again that fail.
  'proofs of a caller': { requests: 120, seconds: 10 * MINUTE, shared: true },
  // Every tab that is opened or comes back into sight listens anew: those of an office in the morning.
  'listeners of a caller': { requests: 600, seconds: MINUTE, shared: false },
  // The pages themselves do not read the API: this is for programs.
  'reads of a caller': { requests: 300, seconds: MINUTE, shared: false },
  // A page and the data of those it leads to: some ten a minute for somebody in a hurry. Only what has
  // to be made counts; what the page cache has costs no more than a file.
  'pages of a caller': { requests: 600, seconds: MINUTE, shared: false },
  // Stripe sends from few addresses, and sends again whatever is refused.
  'webhooks of a caller': { requests: 1_200, seconds: MINUTE, shared: false },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export type Taken = { ok: true } | { ok: false; waitSeconds: number };

/** What the doors need of whoever counts (server/rate-limits). */
export interface RateLimiter {
  /** Counts one more for a key. Never throws: a shop whose counting fails stays open. */
  take(limit: LimitName, key: string): Promise<Taken>;
}

interface Rule {
  /** All of them where there is none. */
  methods?: string[];
  route: string;
  /** Also counted for the order in the path, if it is one. */
  ofOrder?: LimitName;
  ofCaller?: LimitName;
}

/** What is counted, by route: the first that fits counts. */
export const countedRoutes: Rule[] = [
  {
    methods: ['PUT'],
    route: '/api/orders/*',
    ofOrder: 'writes to an order',
    ofCaller: 'orders of a caller',
  },
  {
    methods: ['POST'],
    route: '/api/orders/*',
    ofOrder: 'questions about an order',
    ofCaller: 'questions of a caller',
  },
  { route: '/api/bot-check/*', ofCaller: 'proofs of a caller' },
  { methods: ['POST'], route: '/v1/*', ofCaller: 'proofs of a caller' },
  { route: '/api/live', ofCaller: 'listeners of a caller' },
  { route: '/api/*', ofCaller: 'reads of a caller' },
  { route: '/v1/*', ofCaller: 'reads of a caller' },
  { route: '/webhooks/*', ofCaller: 'webhooks of a caller' },
  // Files, of which a page has dozens, and the questions of whoever watches over the shop.
  { route: '/assets/*' },
  { route: '/_img/*' },
  { route: '/photos/*' },
  { route: '/healthz' },
  { route: '/readyz' },
  { route: '/*', ofCaller: 'pages of a caller' },
];
