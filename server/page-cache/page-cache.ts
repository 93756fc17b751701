import { createHash } from 'node:crypto';
import fresh from 'fresh';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { PUBLIC_PAGES } from '#server/http/cache-control.ts';
import { chooseEncoding, compress, IDENTITY } from '#server/http/compression.ts';
import { matchesRoute, normalizePath } from '#server/http/request-path.ts';
import { orderDayAt, type Shop, todayAt } from '#server/shop.ts';

interface PageCacheSettings {
  shop: Pick<Shop, 'clock'> & {
    content(): Promise<{ version: number; calendar: { rules: { cutOff?: string | undefined } } }>;
  };
  /** Renders a visitor's page. */
  render(request: Request): Promise<Response> | Response;
  /** The shop's public origin. */
  origin: string;
  maxBytes?: number;
}

interface Page {
  status: number;
  headers: Headers;
  content: Buffer<ArrayBuffer>;
}

/** The demo cafe's pages take 2 MB; those of a catalogue of a thousand cakes fit too. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Estimated size of a page's headers and objects. */
const OVERHEAD_BYTES = 4_096;
/** The smallest first. */
const ENCODINGS = ['br', 'gzip'];
/**
 * Caches the pages that are the same for all visitors. A page is rendered for a request without the visitor's
 * headers, and stored under the version of content and the day in London that were read before, and whether the cut-off
 * had passed. Each request reads these, so no page is older than a change that was committed before its request came
 * (decisions/016).
 */
export function createPageCache(settings: PageCacheSettings): MiddlewareHandler {
  const { shop, origin, maxBytes = MAX_BYTES } = settings;
  /** By version, day, path and encoding. Those of past versions are the least recently used. */
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => OVERHEAD_BYTES + content.length,
  });
  const pending = new Map<string, Promise<Page>>();

  /** Renders a page once for concurrent requests. */
  function render(path: string, key: string): Promise<Page> {
    const page = pending.get(key) ?? renderNow(path, key).finally(() => pending.delete(key));
    pending.set(key, page);
    return page;
  }

  async function renderNow(path: string, key: string): Promise<Page> {
    const response = await settings.render(new Request(new URL(path, origin)));
    const content = Buffer.from(await response.arrayBuffer());
    const headers = new Headers(response.headers);
    headers.set('Content-Length', String(content.length));
    const page = { status: response.status, headers, content };
    if (!mayBeCached(page)) return page;
    const hash = createHash('sha256').update(content).digest().subarray(0, 16);
    headers.set('ETag', `"${hash.toString('base64url')}"`);
    pages.set(key, page);
    return page;
  }

  function encode(page: Page, encoding: string, key: string): Page {
    if (encoding === IDENTITY) return page;
    const headers = new Headers(page.headers);
    headers.set('Content-Encoding', encoding);
    headers.set('ETag', page.headers.get('ETag')?.replace(/"$/, `-${encoding}"`) ?? '');
    const content = compress(encoding, page.content);
    headers.set('Content-Length', String(content.length));
    const encoded = { ...page, headers, content };
    pages.set(key, encoded);
    return encoded;
  }

  return async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) || !isCacheable(c.req.url)) return next();
    const content = await shop.content().catch(() => undefined);
    if (!content) return next();
    const path = new URL(c.req.url).pathname;
    const day = `${todayAt(shop)} ${orderDayAt(shop, content.calendar.rules)}`;
    const key = `${content.version} ${day} ${path}`;
    const page = pages.get(key) ?? (await render(path, key));
    const { status, headers } = page;
    if (!headers.has('ETag')) return new Response(page.content, { status, headers });
    const encoding = chooseEncoding(c, ENCODINGS);
    const encodedKey = `${key} ${encoding}`;
    const encoded = pages.get(encodedKey) ?? encode(page, encoding, encodedKey);
    const etag = encoded.headers.get('ETag') ?? '';
    const isUnchanged = fresh({ 'if-none-match': c.req.header('If-None-Match') }, { etag });
    const response = isUnchanged
      ? new Response(null, { status: 304, headers: { ETag: etag } })
      : new Response(encoded.content, encoded);
    response.headers.set('Vary', 'Accept-Encoding');
    return response;
  };
}

/**
 * Whether a URL is the plain one of a page for all visitors. Others could fill the cache: the router accepts any query
 * and many spellings.
 */
function isCacheable(url: string): boolean {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/(\/_)?\.data$/, '') || '/';
  const isPlain = search === '' && path === normalizePath(url);
  return isPlain && [...PUBLIC_PAGES, '/sitemap.xml'].some((route) => matchesRoute(path, route));
}

/** As the router and the sitemap send them. */
const CACHEABLE_TYPES = ['text/html', 'text/x-script', 'application/xml'];

/** A page may forbid it. */
function mayBeCached({ status, headers }: Page): boolean {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  const isForAll = !headers.has('Set-Cookie') && !headers.has('Cache-Control');
  return status === 200 && isForAll && CACHEABLE_TYPES.includes(type);
}
