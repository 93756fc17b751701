import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './http-proxy.ts';

export interface PostgresProxy {
  port: number;
  /** From now on forwards the next bytes of a server and closes its connection: a commit has no response. */
  startCutting(): void;
  /** @returns how many connections were cut. */
  stopCutting(): number;
  stop(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
}

/** A TCP proxy for PostgreSQL's socket. */
export async function startPostgresProxy(socketPath: string): Promise<PostgresProxy> {
  const pairs = new Set<Pair>();
  let isCutting = false;
  let cut = 0;

  function end(pair: Pair): void {
    pairs.delete(pair);
    pair.client.destroy();
    // PostgreSQL finishes the queries it has received.
    pair.server.end();
  }

  function pump(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!isCutting || from === pair.client) to.write(chunk);
      if (!isCutting) return;
      if (pairs.has(pair)) cut += 1;
      end(pair);
    });
    from.on('error', () => end(pair));
    from.on('close', () => end(pair));
  }

  const proxy = createServer((client) => {
    const pair = { client, server: connect(socketPath) };
    pairs.add(pair);
    pump(pair, client, pair.server);
    pump(pair, pair.server, client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    port: portOf(proxy.address()),
    startCutting() {
      isCutting = true;
      cut = 0;
    },
    stopCutting() {
      isCutting = false;
      return cut;
    },
    async stop() {
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
