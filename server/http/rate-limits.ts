import type { IncomingMessage } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { OrderId } from '#domain/orders/order.ts';
import type { Log } from '#domain/ports.ts';
import { callerKey, clientAddress, type IsTrusted } from './client-address.ts';
import { countedRoutes, type LimitName, type RateLimiter } from './limits.ts';
import { type Connection, isClientRequest } from './listen.ts';
import { reject } from './reject.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

/** Who is counted as one, for those who count in another way. */
export interface CallerVariables {
  caller: string;
}

interface Doors {
  Bindings: Connection;
  Variables: CallerVariables;
}

interface RateLimitSettings {
  limiter: RateLimiter;
  isTrusted: IsTrusted;
  log: Log;
}

/** Has whoever asks too often wait, before any work is done for them. */
export function rateLimits({
  limiter,
  isTrusted,
  log,
}: RateLimitSettings): MiddlewareHandler<Doors> {
  const noteProxy = noteUnknownProxyOnce(log);
  return async (c, next) => {
    // Whoever made the shop ask itself has been counted there (`pageCounter`).
    if (!isClientRequest(c.env)) return next();
    const peer = peerOf(c);
    const forwardedFor = c.req.header('X-Forwarded-For');
    if (forwardedFor !== undefined && !isTrusted(peer)) noteProxy();
    const caller = callerKey(clientAddress(peer, forwardedFor, isTrusted));

    c.set('caller', caller);
    for (const [limit, key] of countsOf(c, caller)) {
      const taken = await limiter.take(limit, key);
      if (taken.ok) continue;
      c.header('Retry-After', String(taken.waitSeconds));
      return reject(c, 'too-many-requests', sayWhen(taken.waitSeconds));
    }
    return next();
  };
}

/**
 * Counts a page for whoever asks for it, as the page cache has it done before it has one made.
 * @returns what says whether they may have it.
 */
export function pageRateLimit({ limiter, isTrusted }: Omit<RateLimitSettings, 'log'>) {
  return async ({ socket, headers }: IncomingMessage): Promise<boolean> => {
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join();
    const address = clientAddress(socket.remoteAddress ?? NOBODY, forwardedFor, isTrusted);
    return (await limiter.take('pages of a caller', callerKey(address))).ok;
  };
}

function countsOf(c: Context, caller: string): [LimitName, string][] {
  const path = normalizePath(c.req.url);
  const rule = countedRoutes.find(
    ({ methods, route }) =>
      matchesRoute(path, route) && (methods === undefined || methods.includes(c.req.method)),
  );
  const counts: [LimitName, string][] = [];
  if (rule?.ofCaller) counts.push([rule.ofCaller, caller]);
  const order = OrderId.safeParse(path.split('/')[3]).data;
  if (rule?.ofOrder && order) counts.push([rule.ofOrder, order]);
  return counts;
}

/** Those whose connection is gone are one caller. */
const NOBODY = 'nobody';

function peerOf(c: Context<Doors>): string {
  return getConnInfo(c).remote.address ?? NOBODY;
}

function sayWhen(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return `A great deal has come from your internet connection just now. Please wait ${when} and try again: nothing is lost.`;
}

/** Behind a proxy that is not trusted all visitors are one caller, and soon nobody gets in. */
function noteUnknownProxyOnce(log: Log): () => void {
  let noted = false;
  return () => {
    if (noted) return;
    noted = true;
    log.warn(
      {},
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: not believed',
    );
  };
}
