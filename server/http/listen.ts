import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import type { IsTrusted } from './client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, manageConnections } from './connections.ts';

/** How long a connection may keep the server waiting before it is closed. */
export interface Timeouts {
  /** For the headers of a request, also of the first on a new connection. */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** For a whole request after `allowSlowBody`. */
  slowRequestMs: number;
  /** Between two requests of one connection. */
  idleMs: number;
  /** Without a byte in either direction. */
  silentMs: number;
  /** How often the first and the third are checked. */
  checkMs: number;
}

const TIMEOUTS: Timeouts = {
  // Headers are one or two packets; on the worst phone that takes seconds.
  headMs: 10_000,
  // 64 kB at the speed of a modem.
  requestMs: 30_000,
  // Twenty photos of 3 MB at 1 Mbit/s.
  slowRequestMs: 600_000,
  // Longer than proxies keep connections (60 s), or they would use one that was just closed.
  idleMs: 65_000,
  // Longer than the slowest response takes to start: opening a checkout.
  silentMs: 120_000,
  checkMs: 2_000,
};

/** Node's own limits are the same and 2,000. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
/** Spreads long connections over servers that started later. */
const MAX_REQUESTS_PER_CONNECTION = 1_000;

export interface Listening {
  port: number;
  /**
   * Finishes the requests in progress and closes the server.
   * @param noticeMs how long new requests are still accepted, so that a proxy can notice.
   * @param endStreams ends the responses that have no end of their own.
   */
  close(noticeMs?: number, endStreams?: () => Promise<void>): Promise<void>;
}

/** Runs before the app: sends the response itself or calls `next`. */
export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

interface ListenSettings {
  host: string;
  port: number;
  middleware?: NodeMiddleware;
  timeouts?: Timeouts;
  limits?: ConnectionLimits;
  /** Proxies, whose connections are not limited by address. */
  isTrusted?: IsTrusted;
}

/** The timers of requests whose body has not arrived yet. */
const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Node has one limit for all requests, so this is a shorter one for all but uploads. */
function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  }, milliseconds);
  bodyTimers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** For uploads of people who are signed in. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(bodyTimers.get(request));
}

/** Empty when the shop itself makes a request, as the page cache and tests do. */
export type Connection = Partial<HttpBindings | Http2Bindings>;

export function isClientRequest(connection: Connection | undefined): boolean {
  return connection?.incoming !== undefined;
}

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export async function listen(
  fetch: Fetch,
  {
    host,
    port,
    middleware = (_request, _response, next) => next(),
    timeouts = TIMEOUTS,
    limits = CONNECTION_LIMITS,
    isTrusted = () => false,
  }: ListenSettings,
): Promise<Listening> {
  const server = createServer({
    headersTimeout: timeouts.headMs,
    requestTimeout: timeouts.slowRequestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkMs,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
  server.timeout = timeouts.silentMs;
  server.maxHeadersCount = MAX_HEADERS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;

  const { serialize, close } = manageConnections(server, limits, isTrusted);
  const handle = getRequestListener((request, connection) => fetch(request, connection));
  server.on(
    'request',
    serialize((request, response) => {
      limitBodyTime(request, timeouts.requestMs);
      middleware(request, response, () => handle(request, response));
    }),
  );
  await new Promise<void>((resolve, fail) => {
    server.once('error', fail);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { port: address.port, close };
}
