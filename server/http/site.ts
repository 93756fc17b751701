import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { StaffBrowser } from '#app/owner/person-context.ts';
import { RETRY_AFTER_SECONDS, reject } from './errors.ts';
import { isSecretUrl, normalizePath } from './request-path.ts';

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
  site.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true }));
  site.all(`${pictures.path}/*`, (c) => pictures.serve(c.req.raw));
  // The originals under stable URLs: for link previews, and for an image CDN to fetch.
  site.use('/photos/*', serveStatic({ root: 'cafe' }));
  site.get(
    '/photos/:file',
    async (c, next) => (await pictures.serveOriginal?.(c.req.raw)) ?? next(),
  );
  site.use(compress());
  if (pageCache) site.use(pageCache);
  site.all('*', async (c) => {
    const staff = c.get('staff');
    const path = normalizePath(c.req.url);
    const isSecret = isSecretUrl(path);
    const isForm = VISITORS_FORMS.test(path);
    const methods = staff || isForm ? [...READS, 'POST'] : READS;
    if (methods.includes(c.req.method)) {
      const request = decodable(c.req.raw);
      const page = await renderPage(isSecret ? withoutNullOrigin(request) : request, staff);
      if (page.status === 503) page.headers.set('Retry-After', RETRY_AFTER_SECONDS);
      return page;
    }
    c.header('Allow', methods.join(', '));
    return reject(c, 'method-not-allowed', `Please use ${methods.join(' or ')}.`);
  });
  return site;
}

const READS = ['GET', 'HEAD'];

/** Other pages of visitors have no forms that are sent to the server. The router logs a form to them as an error. */
const VISITORS_FORMS = /^\/(pay|my-order)\/[^/]+$/;
/** Browsers send it from pages with `no-referrer`. The router, which checks after us, rejects it. */
function withoutNullOrigin(request: Request): Request {
  if (request.headers.get('Origin') !== 'null') return request;
  const headers = new Headers(request.headers);
  headers.delete('Origin');
  return new Request(request, { headers });
}

/**
 * Replaces a URL that cannot be decoded. The router answers 404 for it too, but prints a line to the
 * console, which any client could fill.
 */
function decodable(request: Request): Request {
  const { pathname, origin } = new URL(request.url);
  if (isDecodable(pathname)) return request;
  const { method, headers } = request;
  return new Request(`${origin}/unreadable-address`, { method, headers });
}

function isDecodable(path: string): boolean {
  try {
    // The bundler would drop a call whose result is unused.
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}
