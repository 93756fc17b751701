import { connect } from 'node:net';
import type { FuzzRequest } from './request.ts';

export interface Outcome {
  /** 0 where the server hung up without a word. */
  status: number;
  hung: boolean;
  milliseconds: number;
}

/** Longer than this, and a visitor would think that the shop is gone. */
const HANGS_AFTER_MS = 2_000;
const ENOUGH_TO_READ = 512;
/** So long a client reads nothing before it hangs up. */
const READS_NOTHING_MS = 100;

/** Says something to a server and waits until it has answered and hung up. */
export function send(port: number, { bytes, complete, how }: Omit<FuzzRequest, 'kind'>) {
  return new Promise<Outcome>((resolve) => {
    const started = performance.now();
    let head = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (hung: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: statusIn(head), hung, milliseconds: performance.now() - started });
    };
    const timer = setTimeout(() => finish(true), HANGS_AFTER_MS);
    socket.on('connect', () => {
      if (how === 'aborts') socket.write(bytes, () => finish(false));
      else if (how === 'reads nothing') {
        socket.pause().write(bytes);
        setTimeout(() => finish(false), READS_NOTHING_MS);
      } else if (complete) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', (chunk: Buffer) => {
      if (head.length < ENOUGH_TO_READ) head += chunk.toString('latin1');
      // A stream of events ends when the listener goes.
      if (/\r\ncontent-type: text\/event-stream/i.test(head)) finish(false);
    });
    socket.on('end', () => finish(false));
    socket.on('close', () => finish(false));
    // Cut off in the middle of what it says: a refusal like any other.
    socket.on('error', () => finish(false));
  });
}

function statusIn(head: string): number {
  const answer = head.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
}
