import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { OrderId } from '#domain/orders/order.ts';
import type { Log } from '#server/log.ts';
import { callerKey, clientAddress, type IsTrusted } from './client-address.ts';
import { reject } from './errors.ts';
import { type Connection, isClientRequest } from './listen.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Undefined for a request that the shop makes itself. */
    caller: string | undefined;
  }
}

const WINDOW_SECONDS = 10 * 60;

/**
 * Requests in ten minutes, for what costs money, e-mails or passwords; the proxy limits the others (`docs/deploy.md`).
 * A caller is an address, which a whole office may share.
 */
export const limits = {
  // Twenty people of one office order within ten minutes, each once.
  'orders of a caller': 20,
  // Retries, reloads and changes send one order again, seldom more than five times.
  'writes to an order': 30,
  // The thank-you page confirms 42 times in ten minutes (app/buy/thank-you/use-confirmation.ts): enough
  // for two tabs of one order. Each asks Stripe.
  'questions about an order': 120,
  // A challenge and an exchange for each of those orders, and twice as many failures.
  'proofs of a caller': 120,
  // A customer may go back from the card page a few times.
  'payments of a caller': 30,
  // A small cafe behind one address, each person with a few mistypes.
  'sign-ins of a caller': 30,
  'changes of a customer': 40,
  // Each sends an e-mail to an address that anybody may have typed.
  'places in line of a caller': 10,
  // The same, with photos to decode. A form with mistakes is sent again.
  'requests of a caller': 10,
} as const;

type LimitName = keyof typeof limits;

interface Rule {
  /** Undefined: all. */
  method?: string;
  route: string;
  limit: LimitName;
  /** Counts the order in the path instead of the caller. */
  perOrder?: boolean;
}

/** All that match apply. */
const rules: Rule[] = [
  { method: 'PUT', route: '/api/orders/*', limit: 'orders of a caller' },
  { method: 'PUT', route: '/api/orders/*', limit: 'writes to an order', perOrder: true },
  { method: 'POST', route: '/api/orders/*', limit: 'questions about an order', perOrder: true },
  { route: '/api/bot-check/*', limit: 'proofs of a caller' },
  { method: 'POST', route: '/v1/*', limit: 'proofs of a caller' },
  { method: 'POST', route: '/pay/*', limit: 'payments of a caller' },
  { method: 'POST', route: '/owner/sign-in/*', limit: 'sign-ins of a caller' },
  { method: 'POST', route: '/owner/welcome', limit: 'sign-ins of a caller' },
  { method: 'POST', route: '/owner/passkeys/*', limit: 'sign-ins of a caller' },
  { method: 'POST', route: '/my-order/*', limit: 'changes of a customer' },
  { method: 'PUT', route: '/api/waiting-list/*', limit: 'places in line of a caller' },
  { method: 'PUT', route: '/requests/*', limit: 'requests of a caller' },
  { method: 'POST', route: '/ask/*', limit: 'changes of a customer' },
];

interface RateLimitSettings {
  /** Multiplies every limit. */
  factor: number;
  isTrusted: IsTrusted;
  log: Log;
}

/** Answers 429 before any other work is done. */
export function rateLimits({
  factor,
  isTrusted,
  log,
}: RateLimitSettings): MiddlewareHandler<{ Bindings: Connection }> {
  const take = createCounts(factor);
  let warnedOfProxy = false;
  return async (c, next) => {
    if (!isClientRequest(c.env)) return next();
    const peer = getConnInfo(c).remote.address ?? UNKNOWN_PEER;
    const forwardedFor = c.req.header('X-Forwarded-For');
    if (forwardedFor !== undefined && !isTrusted(peer) && !warnedOfProxy) {
      // Behind a proxy that is not trusted, all visitors count as one caller.
      warnedOfProxy = true;
      log.warn(
        {},
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: not believed',
      );
    }
    const caller = callerKey(clientAddress(peer, forwardedFor, isTrusted));

    c.set('caller', caller);
    for (const [limit, key] of limitsOf(c, caller)) {
      const waitSeconds = take(limit, key);
      if (waitSeconds === undefined) continue;
      c.header('Retry-After', String(waitSeconds));
      return reject(c, 'too-many-requests', waitMessage(waitSeconds));
    }
    return next();
  };
}

function limitsOf(c: Context, caller: string): [LimitName, string][] {
  const path = normalizePath(c.req.url);
  return rules
    .filter(
      ({ method = c.req.method, route }) => method === c.req.method && matchesRoute(path, route),
    )
    .flatMap(({ limit, perOrder }): [LimitName, string][] => {
      const key = perOrder ? OrderId.safeParse(path.split('/')[3]).data : caller;
      return key === undefined ? [] : [[limit, key]];
    });
}

/** All connections that are already closed count as one caller. */
const UNKNOWN_PEER = 'unknown';

/**
 * Counts in memory, in windows that all callers share. Several servers need no shared counts: a proxy sends each
 * address to the same one (`deploy/`).
 * @returns counts a request; how many seconds to wait if it is too many.
 */
export function createCounts(factor: number) {
  const counts = new Map<string, number>();
  let start = performance.now();
  setInterval(() => {
    counts.clear();
    start = performance.now();
  }, WINDOW_SECONDS * 1_000).unref();
  return (limit: LimitName, key: string): number | undefined => {
    const id = `${limit} ${key}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const most = Math.max(1, Math.round(limits[limit] * factor));
    const secondsLeft = WINDOW_SECONDS - (performance.now() - start) / 1_000;
    return count > most ? Math.max(1, Math.ceil(secondsLeft)) : undefined;
  };
}

function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return `A great deal has come from your internet connection just now. Please wait ${wait} and try again: nothing is lost.`;
}
