import { createServer } from 'node:net';

/** Finds `count` consecutive free ports, for a shop and its practice services. @returns the first. */
export async function freePorts(count: number, from: number): Promise<number> {
  for (let first = from; first < from + 5_000; first += count) {
    const ports = Array.from({ length: count }, (_, offset) => first + offset);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports in a row from ${from}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
