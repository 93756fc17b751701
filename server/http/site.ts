import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import type { StaffBrowser } from '#app/owner/person-context.ts';
import { compressPages } from './compression.ts';
import { RETRY_AFTER_SECONDS, reject } from './errors.ts';
import { normalizePath } from './request-path.ts';

interface SiteSettings {
  /** @param staff for pages of the owner's side. */
  renderPage(request: Request, staff?: StaffBrowser): Promise<Response>;
  /** The embedded image CDN. */
  pictures: {
    path: string;
    serve(request: Request): Promise<Response>;
    /** An uploaded photo in full; undefined if there is none. */
    serveOriginal?(request: Request): Promise<Response | undefined>;
  };
  /** Answers some requests for pages by itself. */
  pageCache?: MiddlewareHandler;
}

/** Built files, pictures, and a page for every other path. */
export function createSite({ renderPage, pictures, pageCache }: SiteSettings): Hono {
  const site = new Hono();
  site.use('/assets/*', async (c, next) => {
    await next();
    // By itself it could only have pages below /assets.
    if (OFFLINE_WORKER.test(c.req.path)) c.header('Service-Worker-Allowed', '/owner');
  });
  site.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true }));
  site.all(`${pictures.path}/*`, (c) => pictures.serve(c.req.raw));
  // The originals under stable URLs: for link previews, and for an image CDN to fetch.
  site.use('/photos/*', serveStatic({ root: 'cafe' }));
  site.get(
    '/photos/:file',
    async (c, next) => (await pictures.serveOriginal?.(c.req.raw)) ?? next(),
  );
  site.use(compressPages);
  if (pageCache) site.use(pageCache);
  site.all('*', async (c) => {
    const staff = c.get('staff');
    const path = normalizePath(c.req.url);
    const methods = staff || VISITORS_FORMS.test(path) ? [...READS, 'POST'] : READS;
    if (!methods.includes(c.req.method)) {
      c.header('Allow', methods.join(', '));
      return reject(c, 'method-not-allowed', `Please use ${methods.join(' or ')}.`);
    }
    // The router answers 404 too, but prints a line, with which any client could fill the log.
    if (!isDecodable(c.req.path)) return reject(c, 'not-found', 'There is no such page.');
    const page = await renderPage(c.req.raw, staff);
    if (page.status === 503) page.headers.set('Retry-After', RETRY_AFTER_SECONDS);
    return page;
  });
  return site;
}

/** `app/owner/frame/offline-worker.ts` */
const OFFLINE_WORKER = /^\/assets\/offline-worker-[^/]+\.js$/;

const READS = ['GET', 'HEAD'];

/** Other pages of visitors have no forms that are sent to the server. The router logs a form to them as an error. */
const VISITORS_FORMS =
  /^\/((pay|my-order|ask)\/[^/]+|my-order\/(waiting\/[^/]+|[^/]+\/add\/[^/]+))$/;

function isDecodable(path: string): boolean {
  try {
    // The bundler would drop a call whose result is unused.
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}
