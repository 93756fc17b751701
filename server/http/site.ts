import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** What people see: built files, photos, and for everything else a page. */
export function createSite(renderPage: (request: Request) => Promise<Response>): Hono {
  const site = new Hono();
  site.use(
    '/assets/*',
    serveStatic({
      root: 'build/client',
      onFound(_path, c) {
        // Built files carry a hash in their name: another content is another file.
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  site.use('/photos/*', serveStatic({ root: 'demo' }));
  site.all('*', (c) => renderPage(c.req.raw));
  return site;
}
