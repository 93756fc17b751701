/** What kind of mischief a request is, as the table has it. */
export const KINDS = [
  'good order',
  'API call',
  'spoiled call',
  'path',
  'webhook',
  'method',
  'rude client',
  'broken HTTP',
] as const;
export type Kind = (typeof KINDS)[number];

/** A request as the bytes that are sent: whatever can be said over a socket can be tried. */
export interface FuzzRequest {
  kind: Kind;
  bytes: Buffer;
  /** False where the server may wait for more: then the client hangs up after what it has said. */
  complete: boolean;
  /** What a client does instead of reading the answer. */
  how?: 'aborts' | 'reads nothing';
  /** Where it places an order: under which id, and what is asked for. */
  order?: { id: string; body: unknown };
}

interface Parts {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** A request that is well-formed as HTTP, whatever it says. */
export function httpBytes({ method, path, headers, body }: Parts): Buffer {
  const lines = Object.entries({
    Connection: 'close',
    ...headers,
    ...(body && { 'Content-Length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  // Addresses and headers are bytes; what is beyond one byte is sent as the client's mistake it is.
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}
