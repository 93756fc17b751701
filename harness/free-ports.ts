import { createServer } from 'node:net';

/** Processes that look at the same moment start apart, or they would find the same ports. */
const STARTS = 40;
const APART = 20;

/** Ports that nothing listens on yet, but that this process has already returned. */
const returned = new Set<number>();

/** Finds `count` consecutive free ports, for a shop and its practice services. @returns the first. */
export async function freePorts(count: number, from: number): Promise<number> {
  const start = from + (process.pid % STARTS) * APART;
  for (let first = start; first < from + 5_000; first += count) {
    const ports = Array.from({ length: count }, (_, offset) => first + offset);
    if (ports.some((port) => returned.has(port))) continue;
    for (const port of ports) returned.add(port);
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
