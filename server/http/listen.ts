import { createServer, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';

/** Node's own time limits. The proxy limits the connections of each client, and waits for slow ones (`deploy/`). */
const TIMEOUTS: ServerOptions = {
  headersTimeout: 10_000,
  // Twenty photos of 3 MB at 1 Mbit/s.
  requestTimeout: 600_000,
  // Longer than proxies keep connections (60 s), or they would use one that was just closed.
  keepAliveTimeout: 65_000,
};
/** Without a byte in either direction. Longer than the slowest response takes to start: opening a checkout. */
const SILENT_MS = 120_000;
/** The 20,000 live listeners of server/live/live.ts, and room for everything else. */
const MAX_CONNECTIONS = 22_000;
/** Spreads long connections over servers that started later. */
const MAX_REQUESTS_PER_CONNECTION = 1_000;
/** How long requests in progress may take once the server closes. */
const GRACE_MS = 7_000;

export interface Listening {
  port: number;
  /**
   * Finishes the requests in progress and closes the server.
   * @param noticeMs how long new requests are still accepted, so that a proxy can notice.
   * @param endStreams ends the responses that have no end of their own.
   */
  close(noticeMs?: number, endStreams?: () => Promise<void>): Promise<void>;
}

interface ListenSettings {
  host: string;
  port: number;
  timeouts?: ServerOptions;
  silentMs?: number;
}

/** Empty for requests that tests make without a server. */
export type Connection = Partial<HttpBindings | Http2Bindings>;

export function isClientRequest(connection: Connection | undefined): boolean {
  return connection?.incoming !== undefined;
}

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export async function listen(
  fetch: Fetch,
  { host, port, timeouts = TIMEOUTS, silentMs = SILENT_MS }: ListenSettings,
): Promise<Listening> {
  let isClosing = false;
  let responses = 0;
  const handle = getRequestListener((request, connection) => fetch(request, connection));
  const server = createServer(timeouts, (request, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
    responses += 1;
    response.once('close', () => {
      responses -= 1;
      endConnections();
    });
    handle(request, response);
  });
  server.timeout = silentMs;
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  await new Promise<void>((resolve, fail) => {
    server.once('error', fail);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  /** Once all responses have been sent. */
  function endConnections(): void {
    if (!server.listening && responses === 0) server.closeAllConnections();
  }

  async function close(noticeMs = 0, endStreams?: () => Promise<void>): Promise<void> {
    isClosing = true;
    if (noticeMs > 0) await pause(noticeMs);
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // `server.close` would destroy connections whose response has ended but is not sent yet.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    endConnections();
    // New connections are refused by now: clients whose stream ends reconnect at once.
    await Promise.all([closed, endStreams?.()]);
    clearTimeout(cutOff);
  }
  return { port: address.port, close };
}
