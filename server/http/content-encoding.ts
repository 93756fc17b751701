import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { LRUCache } from 'lru-cache';

/** The encodings in which a page is sent, smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Parsed once for each header value; browsers send a handful. */
const encodings = new LRUCache<string, Encoding>({ max: 50, memoMethod: negotiate });

/** The encoding that an `Accept-Encoding` header gives the highest weight; the smallest of several. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  return acceptEncoding === undefined ? 'identity' : encodings.memo(acceptEncoding);
}

function negotiate(header: string): Encoding {
  const weights = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = [...ENCODINGS].sort((one, other) => weightOf(other) - weightOf(one));
  // Where nothing is acceptable, `identity` is sent (RFC 9110, 12.5.3).
  return best && weightOf(best) > 0 ? best : 'identity';
}

/**
 * 128 kB, more than a page. The default of 4 MB is memory outside of V8's heap, for which V8 collects the whole
 * heap after every few pages.
 */
const WINDOW_BITS = 17;

/**
 * Compresses on the main thread: the stream that a zlib callback needs costs more than the work.
 * @param level 0–9 of gzip, 0–11 of Brotli.
 */
export function compress(
  encoding: 'br' | 'gzip',
  content: Buffer,
  level: number,
): Buffer<ArrayBuffer> {
  if (encoding === 'gzip') return gzipSync(content, { level });
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    },
  });
}

/** Half the CPU of gzip's level 6 for 3 % more bytes: the result is sent once. */
const LEVEL = 3;
const MIN_BYTES = 1_024;
const NO_BODY = [204, 304];

/** Compresses whole text responses. Hono's `compress` streams them, which costs twice the CPU. */
export function compressResponses(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, status } = c.res;
    const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
    if (!isText || headers.has('Content-Encoding') || NO_BODY.includes(status)) return;
    c.header('Vary', 'Accept-Encoding', { append: true });
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
    if (encoding === 'identity' || c.req.method === 'HEAD') return;
    // `c.header` may have replaced the response.
    const withVary = c.res.headers;
    const content = Buffer.from(await c.res.arrayBuffer());
    const isSmall = content.length < MIN_BYTES;
    const body = isSmall ? content : compress(encoding, content, LEVEL);
    // Cleared first: Hono would merge the headers of the two responses.
    c.res = undefined;
    c.res = new Response(new Uint8Array(body), { status, headers: withVary });
    if (!isSmall) c.res.headers.set('Content-Encoding', encoding);
    c.res.headers.delete('Content-Length');
  };
}
