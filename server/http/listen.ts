import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import type { IsTrusted } from './client-address.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serializeRequests,
} from './connection-limits.ts';
import { makeDrainable } from './drain.ts';

/** How long a connection may keep the server waiting before it is cut. */
export interface Timeouts {
  /** For the head of a request, or for the first word of a new connection. */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** Between two requests of one connection. */
  idleMs: number;
  /** While nothing moves in either direction, be it that nobody takes the answer. */
  silentMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
}

const TIMEOUTS: Timeouts = {
  // A head is one packet or two; on the worst phone that takes seconds.
  headMs: 10_000,
  // 64 kB at a modem's pace.
  requestMs: 30_000,
  // Longer than proxies keep theirs (60 s), or they would send into connections just closed.
  idleMs: 65_000,
  // More than the longest answer takes to begin: the card checkout is waited for.
  silentMs: 120_000,
  checkMs: 2_000,
};

/** Node's own limit is the same; ours are a tenth of it, and nobody else's business is so long. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
/** Then a connection is made anew, so that long ones spread over servers that came later. */
const MAX_REQUESTS_PER_CONNECTION = 1_000;

export interface Listening {
  port: number;
  /**
   * Takes no new requests, lets those under way finish, and resolves when all are done.
   * @param noticeMs how long it still takes them, so that a proxy can learn of it before.
   * @param endStreams ends the answers that never end by themselves.
   */
  close(noticeMs?: number, endStreams?: () => Promise<void>): Promise<void>;
}

/** Stands in front of everything: answers a request itself, now or later, or passes it on. */
export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
) => void;

interface ListenSettings {
  host: string;
  port: number;
  middleware?: NodeMiddleware;
  timeouts?: Timeouts;
  limits?: ConnectionLimits;
  /** Whose connections are not counted as those of one caller. */
  isTrusted?: IsTrusted;
}

/** Whom a request comes from: nobody when the shop itself asks, as its page cache does, or a test. */
export type Connection = Partial<HttpBindings | Http2Bindings>;

export function isClientRequest(connection: Connection | undefined): boolean {
  return connection?.incoming !== undefined;
}

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export async function listen(fetch: Fetch, settings: ListenSettings): Promise<Listening> {
  const {
    host,
    port,
    middleware = passOn,
    timeouts = TIMEOUTS,
    limits = CONNECTION_LIMITS,
  } = settings;
  const answer = getRequestListener((request, connection) => fetch(request, connection));
  const server = createServer(
    {
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: MAX_HEAD_BYTES,
    },
    serializeRequests(
      (request, response) => middleware(request, response, () => answer(request, response)),
      limits.pipelinedRequests,
    ),
  );
  limitConnections(server, limits, settings.isTrusted ?? (() => false));
  const close = makeDrainable(server);
  server.timeout = timeouts.silentMs;
  server.maxHeadersCount = MAX_HEADERS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: portOf(server), close };
}

const passOn: NodeMiddleware = (_request, _response, pass) => pass();

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
