import { createAdaptorServer } from '@hono/node-server';

/** Requests under way get so long to finish; the process promises to be gone within ten seconds. */
const GRACE_MS = 7_000;

export interface Listening {
  port: number;
  /** Takes no new requests, lets those under way finish, and resolves when all are done. */
  close(): Promise<void>;
}

export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeIdleConnections' in server) {
        server.closeIdleConnections();
        const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        await closed;
        clearTimeout(cutOff);
      }
    },
  };
}
