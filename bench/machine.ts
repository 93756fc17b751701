import { cpus, totalmem } from 'node:os';

/** What a number was measured on, without which it says little. */
export function machine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${cpus().length} × ${processor?.model ?? 'unknown'}, ${memory} GB, Node ${process.version}, ${day}`;
}
