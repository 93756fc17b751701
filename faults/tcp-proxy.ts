import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './http-proxy.ts';

/** Applies to all connections while it is set. */
export type TcpFault =
  | { kind: 'delay'; ms: number }
  /** Closes every connection and rejects new ones. */
  | { kind: 'cut' }
  /** Forwards the next bytes and then closes: a commit without a response. */
  | { kind: 'cut-after' }
  /** Holds all bytes back until the fault ends. */
  | { kind: 'hang' }
  /** Replaces the next response of each connection with random bytes. */
  | { kind: 'garbage' };

export interface TcpProxy {
  port: number;
  /** @returns how many connections the previous fault hit. */
  set(fault: TcpFault | undefined): number;
  stop(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
}

/** A proxy for PostgreSQL's socket that injects faults. */
export async function startTcpProxy(socketPath: string): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const affected = new Set<Pair>();
  let fault: TcpFault | undefined;

  function end({ client, server }: Pair): void {
    client.destroy();
    // PostgreSQL finishes the queries it has received.
    server.end();
  }

  function pump(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (fault) affected.add(pair);
      switch (fault?.kind) {
        case 'delay':
          from.pause();
          setTimeout(() => {
            to.write(chunk);
            if (fault?.kind !== 'hang') from.resume();
          }, fault.ms);
          break;
        case 'cut-after':
          if (from === pair.client) to.write(chunk);
          end(pair);
          break;
        case 'garbage':
          to.write(from === pair.client ? chunk : randomBytes(64));
          if (from === pair.server) end(pair);
          break;
        default:
          to.write(chunk);
      }
    });
    from.on('error', () => end(pair));
    from.on('close', () => {
      pairs.delete(pair);
      end(pair);
    });
  }

  const proxy = createServer((client) => {
    if (fault?.kind === 'cut') {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const pair = { client, server: connect(socketPath) };
    pairs.add(pair);
    pump(pair, client, pair.server);
    pump(pair, pair.server, client);
    if (fault?.kind === 'hang') hold(pair);
  });

  function hold(pair: Pair): void {
    affected.add(pair);
    pair.client.pause();
    pair.server.pause();
  }

  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(proxy.address()),
    set(next) {
      const before = fault;
      const hits = affected.size;
      affected.clear();
      fault = next;
      for (const pair of pairs) {
        if (before?.kind === 'hang') {
          pair.client.resume();
          pair.server.resume();
        }
        if (next?.kind === 'hang') hold(pair);
        if (next?.kind === 'cut') {
          affected.add(pair);
          end(pair);
        }
      }
      return hits;
    },
    async stop() {
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
