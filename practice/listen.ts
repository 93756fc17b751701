import { createServer } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { z } from 'zod';

export type ListenOptions = { port: number; host?: string; publicHost?: string };

export type PracticeService = { origin: string; port: number; close(): Promise<void> };

export type PracticeApp = Hono<{ Bindings: HttpBindings }>;

export type Listener = PracticeService & { serve(app: PracticeApp): void };

const tcpAddress = z.object({ port: z.number() });

/** How long requests under way may take to end when the service closes. */
const GRACE_MS = 1_000;

/**
 * Takes a port (0: any free one), so that a service can know its own origin before it is put together.
 * Call `serve` without waiting for anything in between: nobody has been able to connect until then.
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
      // Replacing the global Request and Response would reach into whoever started us.
      server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    },
    close: () =>
      new Promise((resolve) => {
        const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
      }),
  };
}

/** A service that keeps its state in a database, which is closed after the last request. */
export function serviceOn(
  { origin, port, close }: Listener,
  database: DatabaseSync,
): PracticeService {
  return {
    origin,
    port,
    async close() {
      await close();
      database.close();
    },
  };
}
