/** The number of requests that one caller, or for one order, may make in a fixed window. */
interface Limit {
  requests: number;
  seconds: number;
  /** Counted for all servers together, in the database; otherwise in each server's memory. */
  shared: boolean;
}

const MINUTE = 60;

/**
 * A caller is an address, which a whole office may share. The 429 response says how long to wait;
 * no order is lost by it.
 */
export const limits = {
  // Twenty people of one office order within ten minutes, each once.
  'orders of a caller': { requests: 20, seconds: 10 * MINUTE, shared: true },
  // Retries, reloads and changes send one order again, seldom more than five times.
  'writes to an order': { requests: 30, seconds: 10 * MINUTE, shared: true },
  // The thank-you page confirms 45 times in ten minutes (app/pages/thank-you/use-confirmation.ts): enough
  // for two tabs of one order, and for a dozen people behind one address.
  'questions about an order': { requests: 120, seconds: 10 * MINUTE, shared: true },
  'questions of a caller': { requests: 600, seconds: 10 * MINUTE, shared: false },
  // A challenge and an exchange for each of those orders, and twice as many failures.
  'proofs of a caller': { requests: 120, seconds: 10 * MINUTE, shared: true },
  // A customer may go back from the card page a few times.
  'payments of a caller': { requests: 30, seconds: 10 * MINUTE, shared: true },
  // A small cafe behind one address, each person with a few mistypes.
  'sign-ins of a caller': { requests: 30, seconds: 10 * MINUTE, shared: true },
  // A customer opens the link some ten times a day. Some providers put whole towns behind one address.
  'customer links of a caller': { requests: 120, seconds: 10 * MINUTE, shared: true },
  'changes of a customer': { requests: 40, seconds: 10 * MINUTE, shared: true },
  // Every tab that is opened or becomes visible reconnects: those of an office in the morning.
  'listeners of a caller': { requests: 600, seconds: MINUTE, shared: false },
  // For programs: our pages do not read the API.
  'reads of a caller': { requests: 300, seconds: MINUTE, shared: false },
  // A visitor in a hurry loads some ten pages a minute, and after each of the owner's changes all open pages of an
  // office are loaded again.
  'pages of a caller': { requests: 2_400, seconds: MINUTE, shared: false },
  // Stripe sends from few addresses, and repeats what is rejected.
  'webhooks of a caller': { requests: 1_200, seconds: MINUTE, shared: false },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

type Taken = { ok: true } | { ok: false; waitSeconds: number };

/** Implemented by server/rate-limits. */
export interface RateLimiter {
  /** Counts one request. Never throws: if counting fails, the shop stays open. */
  take(limit: LimitName, key: string): Promise<Taken>;
}

interface Rule {
  /** Undefined: all. */
  methods?: string[];
  route: string;
  /** Applied to the order id in the path. */
  perOrder?: LimitName;
  perCaller?: LimitName;
}

/** By route and method; the first match applies. */
export const countedRoutes: Rule[] = [
  {
    methods: ['PUT'],
    route: '/api/orders/*',
    perOrder: 'writes to an order',
    perCaller: 'orders of a caller',
  },
  {
    methods: ['POST'],
    route: '/api/orders/*',
    perOrder: 'questions about an order',
    perCaller: 'questions of a caller',
  },
  { methods: ['POST'], route: '/pay/*', perCaller: 'payments of a caller' },
  ...['/owner/sign-in/*', '/owner/welcome', '/owner/passkeys/*'].map((route) => ({
    methods: ['POST'],
    route,
    perCaller: 'sign-ins of a caller' as const,
  })),
  { methods: ['POST'], route: '/my-order/*', perCaller: 'changes of a customer' },
  { route: '/my-order/*', perCaller: 'customer links of a caller' },
  { route: '/api/bot-check/*', perCaller: 'proofs of a caller' },
  { methods: ['POST'], route: '/v1/*', perCaller: 'proofs of a caller' },
  { route: '/api/live', perCaller: 'listeners of a caller' },
  { route: '/api/*', perCaller: 'reads of a caller' },
  { route: '/v1/*', perCaller: 'reads of a caller' },
  { route: '/webhooks/*', perCaller: 'webhooks of a caller' },
  // Files (a page has dozens) and health checks.
  { route: '/assets/*' },
  { route: '/_img/*' },
  { route: '/photos/*' },
  { route: '/healthz' },
  { route: '/readyz' },
  { route: '/*', perCaller: 'pages of a caller' },
];
