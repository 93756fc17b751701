import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

interface SiteSettings {
  renderPage(request: Request): Promise<Response>;
  /** The embedded image CDN. */
  pictures: { path: string; serve(request: Request): Promise<Response> };
}

/** What people see: built files, pictures, and for everything else a page. */
export function createSite({ renderPage, pictures }: SiteSettings): Hono {
  const site = new Hono();
  site.use(
    '/assets/*',
    serveStatic({
      root: 'build/client',
      precompressed: true,
      onFound(_path, c) {
        // Built files carry a hash in their name: another content is another file.
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  site.all(`${pictures.path}/*`, (c) => pictures.serve(c.req.raw));
  // The masters, under addresses that stay: for cards of shared links, and for an image CDN to fetch.
  site.use('/photos/*', serveStatic({ root: 'demo' }));
  site.use(compress());
  site.all('*', (c) => renderPage(c.req.raw));
  return site;
}
