import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { callerKey, clientAddress, type IsTrusted } from './client-address.ts';

/** What all connections together, and each address and each connection, may hold of the server. */
export interface ConnectionLimits {
  connections: number;
  /** Of one address that is not a trusted proxy's, where an IPv6 /64 is one address. */
  connectionsPerAddress: number;
  /** Requests of one connection that wait for the answers before theirs. */
  pipelinedRequests: number;
  /** Bytes of answers that have not been read, of all connections together. */
  unsentBytes: number;
  /** How often the unread bytes are counted. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  // The 20,000 live listeners of server/live/listener-limits.ts, and room for everything else.
  connections: 22_000,
  // The 1,000 live listeners of one caller, and six connections for each of some dozen people.
  connectionsPerAddress: 1_200,
  // Browsers and proxies send the next request after the answer; only scripts pipeline.
  pipelinedRequests: 16,
  // Some 500 pages on their way at once.
  unsentBytes: 32 * 1024 * 1024,
  // A fast client takes megabytes in this time, and 20,000 connections are counted in milliseconds.
  checkMs: 250,
};

interface Counted {
  /** Undefined for a trusted proxy, which has as many connections as visitors. */
  caller: string | undefined;
  /** At the last count. */
  unread: number;
}

/** Closes connections beyond the limits, and under pressure those that read nothing. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: IsTrusted,
): void {
  const connections = new Map<Socket, Counted>();
  const ofCallers = new Map<string, number>();
  server.maxConnections = limits.connections;

  server.prependListener('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? '', undefined, () => false);
    const caller = isTrusted(address) ? undefined : callerKey(address);
    connections.set(socket, { caller, unread: 0 });
    socket.once('close', forget);
    if (caller === undefined) return;
    const open = (ofCallers.get(caller) ?? 0) + 1;
    ofCallers.set(caller, open);
    if (open > limits.connectionsPerAddress) socket.destroy();
  });

  /** One function for all connections, of which there may be tens of thousands. */
  function forget(this: Socket): void {
    const caller = connections.get(this)?.caller;
    connections.delete(this);
    if (caller === undefined) return;
    const open = (ofCallers.get(caller) ?? 0) - 1;
    if (open > 0) ofCallers.set(caller, open);
    else ofCallers.delete(caller);
  }

  function count(): void {
    let total = 0;
    const stuck: Socket[] = [];
    for (const [socket, counted] of connections) {
      const unread = socket.writableLength;
      if (counted.unread > 0 && unread >= counted.unread) stuck.push(socket);
      counted.unread = unread;
      total += unread;
    }
    if (total <= limits.unsentBytes) return;
    for (const socket of stuck.sort((one, other) => other.writableLength - one.writableLength)) {
      total -= socket.writableLength;
      socket.destroy();
      if (total <= limits.unsentBytes) return;
    }
  }

  const counting = setInterval(count, limits.checkMs).unref();
  server.once('close', () => clearInterval(counting));
}

/**
 * Serves the requests of a connection one after the other: a request starts when the answer before it
 * has been handed to the operating system. Otherwise one connection that pipelines and reads nothing
 * has hundreds of answers made and kept. Closes a connection on which too many requests wait.
 */
export function serializeRequests(
  serve: RequestListener,
  waitingRequests: number,
): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();

  function startNext(socket: Socket): void {
    const start = socket.destroyed ? undefined : queues.get(socket)?.shift();
    if (start) start();
    else queues.delete(socket);
  }

  return (request, response) => {
    const { socket } = request;
    const start = () => {
      response.once('close', () => startNext(socket));
      serve(request, response);
    };
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      start();
    } else if (queue.length < waitingRequests) queue.push(start);
    else socket.destroy();
  };
}
