import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface HttpFault {
  /** Whether the target receives the request; default true. */
  delivered?: boolean;
  /** Delivers the request a second time. */
  repeated?: boolean;
  /** Before the client's response, or before the delivery if the response is the target's. */
  delayMs?: number;
  /** What the client receives instead of the target's response. */
  instead?: 'closed connection' | Garbage;
}
export type Garbage = 'html' | 'bad-gateway' | 'half-json';

interface HttpProxySettings {
  /** 0: any free one. */
  port: number;
  /** The origin to forward to; undefined while no server is up. */
  target(): string | undefined;
  gate: Gate;
}

interface HttpProxy {
  origin: string;
  stop(): Promise<void>;
}

const GARBAGE: Record<Garbage, { status: number; type: string; body: string }> = {
  html: { status: 200, type: 'text/html', body: '<!doctype html><title>Maintenance</title>' },
  'bad-gateway': { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  'half-json': { status: 200, type: 'application/json', body: '{"id":"cs_test_' },
};
/** Headers of one connection, and those that fetch sets itself. */
const HOP_BY_HOP = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
];

/** An HTTP proxy that injects faults into single requests. */
export async function startHttpProxy(settings: HttpProxySettings): Promise<HttpProxy> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const fault = settings.gate.faultOf(body.toString()) ?? {};

    const forward = async () => {
      const target = settings.target();
      if (target === undefined) throw new Error('No server is up.');
      const answered = await fetch(`${target}${path}`, {
        method,
        headers: headersOf(request),
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      return { answered, content: Buffer.from(await answered.arrayBuffer()) };
    };
    const respond = async () => {
      const { answered, content } = await forward();
      for (const [name, value] of answered.headers) {
        if (!HOP_BY_HOP.includes(name)) response.setHeader(name, value);
      }
      response.writeHead(answered.status).end(content);
    };

    const { delivered = true, repeated = false, delayMs = 0, instead } = fault;
    if (instead === undefined) {
      await pause(delayMs, undefined, { ref: false });
      await respond();
      if (repeated) await forward();
      return;
    }
    if (delivered) await forward();
    await pause(delayMs, undefined, { ref: false });
    if (instead === 'closed connection') return void request.socket.destroy();
    const { status, type, body: garbage } = GARBAGE[instead];
    response.writeHead(status, { 'Content-Type': type }).end(garbage);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      // The target is down: the client sees a closed connection.
      request.socket.destroy();
    });
  });
  server.keepAliveTimeout = 1_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (HOP_BY_HOP.includes(name)) continue;
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Injects faults into the next requests of the proxies that ask it. */
export interface Gate {
  /** @param body of the request. */
  faultOf(body: string): HttpFault | undefined;
  arm(requests: number, make: () => HttpFault): ArmedFault;
}

interface ArmedFault {
  isUsedUp(): boolean;
  /** @returns how many requests had the fault. */
  disarm(): number;
}

export function createGate(injected: (body: string, fault: HttpFault) => void): Gate {
  const armed = new Set<{ requests: number; hits: number; make: () => HttpFault }>();
  return {
    faultOf(body) {
      const next = [...armed].find(({ requests, hits }) => hits < requests);
      if (!next) return undefined;
      next.hits += 1;
      const fault = next.make();
      injected(body, fault);
      return fault;
    },
    arm(requests, make) {
      const each = { requests, hits: 0, make };
      armed.add(each);
      return {
        isUsedUp: () => each.hits === requests,
        disarm() {
          armed.delete(each);
          return each.hits;
        },
      };
    },
  };
}
