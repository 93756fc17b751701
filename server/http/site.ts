import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compressResponses } from './content-encoding.ts';
import { RETRY_AFTER_SECONDS } from './on-error.ts';
import { reject } from './reject.ts';

interface SiteSettings {
  renderPage(request: Request): Promise<Response>;
  /** The embedded image CDN. */
  pictures: { path: string; serve(request: Request): Promise<Response> };
}

/** What people see: built files, pictures, and for everything else a page. */
export function createSite({ renderPage, pictures }: SiteSettings): Hono {
  const site = new Hono();
  site.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true }));
  site.all(`${pictures.path}/*`, (c) => pictures.serve(c.req.raw));
  // The masters, under addresses that stay: for cards of shared links, and for an image CDN to fetch.
  site.use('/photos/*', serveStatic({ root: 'cafe' }));
  site.use(compressResponses());
  site.all('*', async (c) => {
    if (READS.includes(c.req.method)) {
      const page = await renderPage(readable(c.req.raw));
      if (page.status === 503) page.headers.set('Retry-After', RETRY_AFTER_SECONDS);
      return page;
    }
    c.header('Allow', READS.join(', '));
    return reject(c, 'method-not-allowed', 'Pages can only be read.');
  });
  return site;
}

const READS = ['GET', 'HEAD'];

/**
 * An address that cannot be decoded is no page's. The router would find that too, but writes a line
 * to the console for each, which nobody counts and anybody can make.
 */
function readable(request: Request): Request {
  const { pathname, origin } = new URL(request.url);
  if (isDecodable(pathname)) return request;
  const { method, headers } = request;
  return new Request(`${origin}/unreadable-address`, { method, headers });
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, or the bundler takes the call for one that does nothing and drops it.
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}
