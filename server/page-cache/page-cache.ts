import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { chooseEncoding } from '#server/http/content-encoding.ts';
import type { NodeMiddleware } from '#server/http/listen.ts';
import type { CachedPage, RenderedPage } from './cached-page.ts';
import { isCacheable } from './cached-routes.ts';
import { coalesce } from './coalesce.ts';
import { createGeneration, type PageCacheGeneration } from './generation.ts';

interface PageCacheSettings {
  shop: Pick<Shop, 'catalogueVersion' | 'today'>;
  /** The whole app, called without a connection: it neither counts nor logs the request. */
  fetch(request: Request): Response | Promise<Response>;
  /** The shop's public origin. */
  origin: string;
  /** Whether the client's rate limit allows another page to be rendered. */
  mayRender(request: IncomingMessage): Promise<boolean>;
  log: Log;
  maxBytes?: number;
}

/** The demo cafe's pages take 2 MB; those of a catalogue of a thousand cakes fit too. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Caches the pages that are the same for all visitors, in front of the whole app.
 *
 * No response is older than a change that was acknowledged before its request came (decisions/016).
 * A page is cached under the catalogue version and the day that were read before it was rendered,
 * and is sent only after both have been read again, later than the request came, and are equal.
 * Every change increments the version in its own transaction. No message has to arrive for this.
 */
export function createPageCache(settings: PageCacheSettings): NodeMiddleware {
  const { mayRender, log } = settings;
  const currentGeneration = trackGenerations(settings);

  async function respond(request: IncomingMessage, response: ServerResponse, next: () => void) {
    const started = performance.now();
    const facts = requestFacts(request);
    try {
      const path = request.url ?? '';
      const generation = await currentGeneration();
      const cached = generation.find(path);
      // The app behind answers 429.
      if (!cached && !(await mayRender(request))) return next();
      const page = cached ?? (await generation.render(path));
      const status = send(request, response, page, facts.requestId);
      const ms = Math.round(performance.now() - started);
      log.info({ ...facts, status, ms }, 'request');
    } catch (error) {
      log.error({ err: error }, 'the page cache failed');
      if (response.headersSent) response.destroy();
      else next();
    }
  }

  return (request, response, next) => {
    if (isCacheableRequest(request)) void respond(request, response, next);
    else next();
  };
}

/** @returns a function that reads version and day, and starts a new generation if they changed. */
function trackGenerations({ shop, fetch, origin, maxBytes = MAX_BYTES }: PageCacheSettings) {
  let key = '';
  let generation: PageCacheGeneration;

  async function render(path: string): Promise<RenderedPage> {
    const response = await fetch(new Request(new URL(path, origin)));
    const { status, headers } = response;
    return { status, headers, content: Buffer.from(await response.arrayBuffer()) };
  }

  return coalesce(async () => {
    const newKey = `${shop.today()} ${await shop.catalogueVersion()}`;
    if (newKey !== key) [key, generation] = [newKey, createGeneration({ maxBytes, render })];
    return generation;
  });
}

/** A plain GET or HEAD of a cacheable page, without credentials, range or body. */
function isCacheableRequest({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    isCacheable(url) &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** @returns the status that was sent. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  requestId: string,
) {
  const own = ['x-request-id', requestId];
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const ifNoneMatch = request.headers['if-none-match'];
  const etag = page.etags[encoding];
  if (page.status === 200 && fresh({ 'if-none-match': ifNoneMatch }, { etag })) {
    response.writeHead(304, [...page.notModifiedHeaders(encoding), ...own]).end();
    return 304;
  }
  const { headers, body } = page.representation(encoding);
  response.writeHead(page.status, [...headers, ...own]);
  if (request.method === 'HEAD') response.end();
  else response.end(body, 'latin1');
  return page.status;
}

/** The same facts as in the request log of server/http/app.ts. */
function requestFacts({ method, url, headers }: IncomingMessage) {
  const given = String(headers['x-request-id'] ?? '');
  const requestId = /^[\w\-=]{1,255}$/.test(given) ? given : randomUUID();
  return { requestId, method, path: url };
}
