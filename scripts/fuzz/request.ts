import { connect } from 'node:net';

/** The rows of the result table. */
export const KINDS = [
  'good order',
  'API call',
  'invalid call',
  'path',
  'webhook',
  'staff form',
  'method',
  'rude client',
  'broken HTTP',
] as const;
export type Kind = (typeof KINDS)[number];

export interface FuzzRequest {
  kind: Kind;
  /** The bytes to send, which need not be HTTP. */
  bytes: Buffer;
  /** False if the server may wait for more bytes: then the client ends its side. */
  complete: boolean;
  /** What the client does instead of reading the response. */
  how?: 'aborts' | 'reads nothing';
  /** The order that it places. */
  order?: { id: string; body: unknown };
}

interface Parts {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** A syntactically correct HTTP request. */
export function httpBytes({ method, path, headers, body }: Parts): Buffer {
  const lines = Object.entries({
    Connection: 'close',
    ...headers,
    ...(body && { 'Content-Length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  // Characters beyond one byte are truncated, as a broken client does.
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

export interface Outcome {
  /** 0 if the server closed the connection without a response. */
  status: number;
  hung: boolean;
  milliseconds: number;
}

/** A response that takes longer on a busy machine does not come. */
const HANG_TIMEOUT_MS = 30_000;
const MAX_HEAD_LENGTH = 512;
/** Then a client that reads nothing closes the connection. */
const READS_NOTHING_MS = 100;

/** Sends a request and waits until the server closes the connection. */
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
    const timer = setTimeout(() => finish(true), HANG_TIMEOUT_MS);
    socket.on('connect', () => {
      if (how === 'aborts') socket.write(bytes, () => finish(false));
      else if (how === 'reads nothing') {
        socket.pause().write(bytes);
        setTimeout(() => finish(false), READS_NOTHING_MS);
      } else if (complete) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', (chunk: Buffer) => {
      if (head.length < MAX_HEAD_LENGTH) head += chunk.toString('latin1');
      // An event stream does not end by itself.
      if (/\r\ncontent-type: text\/event-stream/i.test(head)) finish(false);
    });
    socket.on('end', () => finish(false));
    socket.on('close', () => finish(false));
    // The server may close the connection while the request is being sent.
    socket.on('error', () => finish(false));
  });
}

function statusIn(head: string): number {
  const response = head.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1] ?? 0);
}
