import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import type { NodeMiddleware } from '#server/http/listen.ts';
import { chooseEncoding } from './accept-encoding.ts';
import type { CachedPage, Rendered } from './cached-page.ts';
import { isCacheable } from './cached-routes.ts';
import { coalesce } from './coalesce.ts';
import { namesTag } from './entity-tag.ts';
import { createGeneration, type PageCacheGeneration } from './generation.ts';

interface PageCacheSettings {
  shop: Pick<Shop, 'catalogueVersion' | 'today'>;
  /** Answers as the whole shop does, but in nobody's name: it counts nothing and logs nothing. */
  fetch(request: Request): Response | Promise<Response>;
  /** Where visitors reach the shop. */
  origin: string;
  /** Whether somebody who asks for a page that has to be made may have it. */
  admits(request: IncomingMessage): Promise<boolean>;
  log: Log;
  maxBytes?: number;
}

/** The demo cafe's pages take two; a catalogue of a thousand cakes has all of its pages in it. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the pages that are the same for everybody, and answers for them in front of the whole shop.
 *
 * No request gets a page that is older than a change of which somebody had been told before it came
 * (decisions/016): a page is kept under the version of the catalogue and the day that were read
 * before it was rendered, and leaves only after both have been read again, later than the request
 * came, and are the same. Every change counts the version up in its own transaction, so what the
 * page shows cannot have changed in between. Nothing depends on a message that might be lost or late.
 */
export function createPageCache(settings: PageCacheSettings): NodeMiddleware {
  const { admits, log } = settings;
  const currentEdition = openEditions(settings);

  async function answer(request: IncomingMessage, response: ServerResponse, pass: () => void) {
    const began = performance.now();
    try {
      const path = request.url ?? '';
      const edition = await currentEdition();
      const page = edition.find(path) ?? ((await admits(request)) && (await edition.make(path)));
      // Who may not have it is told so by the doors behind.
      if (!page) return pass();
      const status = await send(request, response, page);
      log.info(
        { ...factsOf(request), status, ms: Math.round(performance.now() - began) },
        'request',
      );
    } catch (error) {
      log.error({ err: error }, 'the page cache failed');
      if (response.headersSent) response.destroy();
      else pass();
    }
  }

  return (request, response, pass) => {
    if (isForTheCache(request)) void answer(request, response, pass);
    else pass();
  };
}

/** @returns what gives the edition that counts, be it that a change has begun a new one. */
function openEditions({ shop, fetch, origin, maxBytes = MAX_BYTES }: PageCacheSettings) {
  const open = () => createGeneration({ maxBytes, render });
  let name = '';
  let edition: PageCacheGeneration = open();

  async function render(path: string): Promise<Rendered> {
    const answer = await fetch(new Request(new URL(path, origin)));
    const { status, headers } = answer;
    return { status, headers, content: Buffer.from(await answer.arrayBuffer()) };
  }

  return coalesce(async () => {
    const newName = `${shop.today()} ${await shop.catalogueVersion()}`;
    if (newName !== name) [name, edition] = [newName, open()];
    return edition;
  });
}

/** A plain wish to read one of the pages. Whatever says more than that is not for here. */
function isForTheCache({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    isCacheable(url) &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** @returns the status that has been sent. */
async function send(request: IncomingMessage, response: ServerResponse, page: CachedPage) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const has = request.headers['if-none-match'];
  if (page.status === 200 && has !== undefined && namesTag(has, page.tags[encoding])) {
    response.writeHead(304, page.unchanged(encoding)).end();
    return 304;
  }
  const form = page.form(encoding);
  const { headers, text } = form instanceof Promise ? await form : form;
  response.writeHead(page.status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(text, 'latin1');
  return page.status;
}

/** What the request log says of it, as server/http/log-requests.ts has it. */
function factsOf({ method, url, headers }: IncomingMessage) {
  const given = String(headers['x-request-id'] ?? '');
  const requestId = /^[\w\-=]{1,255}$/.test(given) ? given : randomUUID();
  return { requestId, method, path: url };
}
