import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { asDay } from '#domain/calendar/days.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { createPageCache } from '#server/page-cache/page-cache.ts';

export const POLICY = "default-src 'none'";
export const HTML = `<!doctype html>${'cake '.repeat(2_000)}`;

interface Source {
  render?(request: Request): Response | Promise<Response>;
  version?(): Promise<number>;
  today?(): string;
  mayRender?(): boolean;
}

/** A page cache in front of a server that returns 418. */
export async function openPageCache({
  render = pageResponse,
  version = async () => 1,
  today = () => '2026-12-01',
  mayRender = () => true,
}: Source = {}) {
  const rendered: Request[] = [];
  const lines: object[] = [];
  const middleware = createPageCache({
    shop: { catalogueVersion: version, today: () => asDay(today()) },
    fetch(request) {
      rendered.push(request);
      return render(request);
    },
    origin: 'https://cakes.example',
    mayRender: async () => mayRender(),
    log: { ...createLog('silent'), info: (facts) => lines.push(facts) },
  });
  const behind = () => new Response('from behind', { status: 418 });
  const { port, close } = await listen(behind, { host: '127.0.0.1', port: 0, middleware });
  onTestFinished(() => close());
  const ask = (path: string, options: PageRequest = {}) => sendRequest(port, path, options);
  return { ask, rendered, lines, port, close };
}

export function pageResponse(): Response {
  return new Response(HTML, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0',
      'content-security-policy': POLICY,
    },
  });
}

export interface PageRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends the request without default headers, decompression or redirects. */
async function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers, body }: PageRequest,
) {
  const agent = new Agent();
  const call = httpRequest({ host: '127.0.0.1', port, path, method, agent, headers });
  call.end(body);
  const [response] = await once(call, 'response');
  const received: { status: number; headers: IncomingHttpHeaders; body: Buffer } = {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
  };
  agent.destroy();
  return received;
}
