import { createServer } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { z } from 'zod';

export type ListenOptions = { port: number; host?: string; publicHost?: string };

export type PracticeService = { origin: string; port: number; close(): Promise<void> };

export type PracticeApp = Hono<{ Bindings: HttpBindings }>;

type Listener = PracticeService & { serve(app: PracticeApp): void };

const tcpAddress = z.object({ port: z.number() });

/** How long `close` waits for running requests. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Listens on a port (0: any free one) so that a service knows its origin before it is composed.
 * Call `serve` in the same tick: no client can connect before the next one.
 */
export async function listen({
  port,
  host = '127.0.0.1',
  publicHost = 'localhost',
}: ListenOptions): Promise<Listener> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = tcpAddress.parse(server.address());

  return {
    origin: `http://${publicHost}:${address.port}`,
    port: address.port,
    serve(app) {
      // The process that embeds this service keeps its own Request and Response.
      server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    },
    close: () =>
      new Promise((resolve) => {
        const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
      }),
  };
}

/**
 * A service whose database is closed after its last request.
 * @param end what else ends with it, and keeps no request waiting.
 */
export function serviceOn(
  { origin, port, close }: Listener,
  database: DatabaseSync,
  end: () => unknown = () => {},
): PracticeService {
  return {
    origin,
    port,
    async close() {
      await Promise.all([end(), close()]);
      database.close();
    },
  };
}
