import type { RequestListener, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { callerKey, clientAddress, type IsTrusted } from './client-address.ts';

export interface ConnectionLimits {
  connections: number;
  /** Of one address, or one IPv6 /64, that is not a trusted proxy's. */
  connectionsPerAddress: number;
  /** Requests of one connection that wait for the responses before theirs. */
  pipelinedRequests: number;
  /** Bytes of responses that clients have not read yet, of all connections together. */
  unsentBytes: number;
  /** How often the unsent bytes are counted. */
  checkMs: number;
  /** How long a closing server keeps idle connections: a request may be in transit, and is still answered. */
  lingerMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  // The 20,000 live listeners of server/live/listener-limits.ts, and room for everything else.
  connections: 22_000,
  // 1,000 live listeners of one address, and six connections for each of some dozen people.
  connectionsPerAddress: 1_200,
  // Browsers and proxies wait for a response before the next request; only scripts pipeline.
  pipelinedRequests: 16,
  // Some 500 pages in transit.
  unsentBytes: 32 * 1024 * 1024,
  // A fast client reads megabytes in this time; counting 20,000 connections takes milliseconds.
  checkMs: 250,
  lingerMs: 250,
};

/** How long requests in progress may take once the server closes. */
const GRACE_MS = 7_000;

interface ConnectionState {
  /** Undefined for a trusted proxy, which holds the connections of many visitors. */
  caller: string | undefined;
  /** At the last check. */
  unsentBytes: number;
  /** Requests behind the one in progress; undefined while the connection is idle. */
  waiting: (() => void)[] | undefined;
}

/** Limits the connections of a server, and closes them without cutting off responses. */
export function manageConnections(server: Server, limits: ConnectionLimits, isTrusted: IsTrusted) {
  const connections = new Map<Socket, ConnectionState>();
  const countByCaller = new Map<string, number>();
  let isClosing = false;

  server.maxConnections = limits.connections;
  server.prependListener('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? '', undefined, () => false);
    const caller = isTrusted(address) ? undefined : callerKey(address);
    if (caller !== undefined) {
      const count = (countByCaller.get(caller) ?? 0) + 1;
      if (count > limits.connectionsPerAddress) return socket.destroy();
      countByCaller.set(caller, count);
    }
    connections.set(socket, { caller, unsentBytes: 0, waiting: undefined });
    socket.once('close', forget);
  });

  /** One function for all sockets: there may be tens of thousands. */
  function forget(this: Socket): void {
    const caller = connections.get(this)?.caller;
    connections.delete(this);
    if (caller === undefined) return;
    const count = (countByCaller.get(caller) ?? 0) - 1;
    if (count > 0) countByCaller.set(caller, count);
    else countByCaller.delete(caller);
  }

  /** While too much is unsent, closes connections that have read nothing since the last check. */
  function closeStalled(): void {
    let total = 0;
    const stalled: Socket[] = [];
    for (const [socket, connection] of connections) {
      const unsent = socket.writableLength;
      if (connection.unsentBytes > 0 && unsent >= connection.unsentBytes) stalled.push(socket);
      connection.unsentBytes = unsent;
      total += unsent;
    }
    stalled.sort((one, other) => one.writableLength - other.writableLength);
    while (total > limits.unsentBytes) {
      const largest = stalled.pop();
      if (!largest) return;
      total -= largest.writableLength;
      largest.destroy();
    }
  }

  const checking = setInterval(closeStalled, limits.checkMs).unref();
  server.once('close', () => clearInterval(checking));

  function startNext(socket: Socket, connection: ConnectionState): void {
    const next = socket.destroyed ? undefined : connection.waiting?.shift();
    if (next) next();
    else {
      connection.waiting = undefined;
      if (isClosing) socket.destroySoon();
    }
  }

  /**
   * Handles the requests of a connection one at a time: a request starts when the response before it
   * has been sent. Otherwise a client that pipelines and reads nothing makes the server render and
   * hold hundreds of responses.
   */
  function serialize(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const connection = connections.get(socket);
      if (!connection) return;
      if (isClosing) response.setHeader('Connection', 'close');
      const start = () => {
        response.once('close', () => startNext(socket, connection));
        handle(request, response);
      };
      if (!connection.waiting) {
        connection.waiting = [];
        start();
      } else if (connection.waiting.length < limits.pipelinedRequests) {
        connection.waiting.push(start);
      } else socket.destroy();
    };
  }

  /**
   * For `noticeMs` every request is answered, and its connection closed. Then new connections are
   * refused, `endStreams` ends the responses that have no end, and the rest may finish.
   *
   * `server.close` and `closeIdleConnections` of node:http destroy connections whose response has
   * ended but is not sent yet, which a proxy cannot repair.
   */
  async function close(noticeMs = 0, endStreams?: () => Promise<void>): Promise<void> {
    isClosing = true;
    if (noticeMs > 0) await pause(noticeMs);
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const closeIdle = setTimeout(() => {
      for (const [socket, { waiting }] of connections) if (!waiting) socket.destroySoon();
    }, limits.lingerMs);
    // New connections are refused by now: clients whose stream ends reconnect at once.
    await Promise.all([closed, endStreams?.()]);
    clearTimeout(closeIdle);
    clearTimeout(cutOff);
  }

  return { serialize, close };
}
