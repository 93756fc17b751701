import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { OrderId } from '#domain/orders/order.ts';
import type { Log } from '#server/ports.ts';
import { callerKey, clientAddress, type IsTrusted } from './client-address.ts';
import { reject } from './errors.ts';
import { countedRoutes, type LimitName, type RateLimiter } from './limits.ts';
import { type Connection, isClientRequest } from './listen.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Undefined for a request that the shop makes itself. */
    caller: string | undefined;
  }
}

/** The key under which a caller is counted, for routes with limits of their own. */
export interface CallerVariables {
  caller: string;
}

interface RateLimitEnv {
  Bindings: Connection;
  Variables: CallerVariables;
}

interface RateLimitSettings {
  limiter: RateLimiter;
  isTrusted: IsTrusted;
  log: Log;
}

/** Answers 429 before any other work is done. */
export function rateLimits({
  limiter,
  isTrusted,
  log,
}: RateLimitSettings): MiddlewareHandler<RateLimitEnv> {
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
      const taken = await limiter.take(limit, key);
      if (taken.ok) continue;
      c.header('Retry-After', String(taken.waitSeconds));
      return reject(c, 'too-many-requests', waitMessage(taken.waitSeconds));
    }
    return next();
  };
}

function limitsOf(c: Context, caller: string): [LimitName, string][] {
  const path = normalizePath(c.req.url);
  const rule = countedRoutes.find(
    ({ methods, route }) =>
      matchesRoute(path, route) && (methods === undefined || methods.includes(c.req.method)),
  );
  const order = OrderId.safeParse(path.split('/')[3]).data;
  return [
    ...(rule?.perCaller ? [[rule.perCaller, caller] satisfies [LimitName, string]] : []),
    ...(rule?.perOrder && order ? [[rule.perOrder, order] satisfies [LimitName, string]] : []),
  ];
}

/** All connections that are already closed count as one caller. */
const UNKNOWN_PEER = 'unknown';

function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return `A great deal has come from your internet connection just now. Please wait ${wait} and try again: nothing is lost.`;
}
