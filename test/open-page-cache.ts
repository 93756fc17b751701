import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Instant } from '#domain/clock.ts';
import { createPageCache } from '#server/page-cache/page-cache.ts';

export const HTML = `<!doctype html>${'cake '.repeat(2_000)}`;

interface Source {
  render?(request: Request): Response | Promise<Response>;
  version?(): Promise<number>;
  now?(): Instant;
  cutOff?: string;
  maxBytes?: number;
}

/** A page cache in front of an app that returns 418. */
export function openPageCache({
  render = pageResponse,
  version = async () => 1,
  now = () => '2026-12-01T12:00:00.000Z',
  cutOff,
  ...size
}: Source = {}) {
  const rendered: Request[] = [];
  const app = new Hono();
  app.use(compress());
  app.use(
    createPageCache({
      shop: {
        content: async () => ({ version: await version(), calendar: { rules: { cutOff } } }),
        clock: { now },
      },
      render(request) {
        rendered.push(request);
        return render(request);
      },
      origin: 'https://cakes.example',
      ...size,
    }),
  );
  app.all('*', (c) => c.text('from behind', 418));
  app.onError((error, c) => c.text(error.message, 500));

  async function ask(path: string, options: PageRequest = {}) {
    const response = await app.request(path, options);
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    const sent: Record<string, string> = Object.fromEntries(headers);
    return { status, headers: sent, body };
  }
  return { ask, rendered };
}

export function pageResponse(): Response {
  return new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

interface PageRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
