import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type HttpFault =
  | { kind: 'delay'; ms: number }
  /** Delivers the request twice and returns the first response. */
  | { kind: 'repeat' }
  /** Delays the request so that later ones overtake it. */
  | { kind: 'reorder'; ms: number }
  | { kind: 'cut'; delivered: boolean }
  | { kind: 'hang'; delivered: boolean; ms: number }
  | { kind: 'garbage'; delivered: boolean; response: Garbage };
export type Garbage = 'html' | 'bad-gateway' | 'half-json';

export interface ProxiedRequest {
  path: string;
  body: string;
  startedAt: number;
}

interface HttpProxySettings {
  /** 0: any free one. */
  port: number;
  /** The origin to forward to; undefined while no server is up. */
  target(): string | undefined;
  faultOf(request: ProxiedRequest): HttpFault | undefined;
  /** Called with each response of the target. `intact`: the client receives it, too. */
  answered?(request: ProxiedRequest, response: string, intact: boolean): void;
}

export interface HttpProxy {
  port: number;
  /** Ends all delays. */
  release(): void;
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
  let releasing = new AbortController();
  const delay = (ms: number) =>
    pause(ms, undefined, { signal: releasing.signal, ref: false }).catch(() => {});

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const startedAt = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const proxied = { path, body: body.toString(), startedAt };
    const fault = settings.faultOf(proxied);

    const forward = async (intact: boolean) => {
      const target = settings.target();
      if (target === undefined) throw new Error('No server is up.');
      const answered = await fetch(`${target}${path}`, {
        method,
        headers: headersOf(request),
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      const text = Buffer.from(await answered.arrayBuffer());
      settings.answered?.(proxied, text.toString(), intact);
      return { answered, text };
    };
    const respond = async () => {
      const { answered, text } = await forward(true);
      for (const [name, value] of answered.headers) {
        if (!HOP_BY_HOP.includes(name)) response.setHeader(name, value);
      }
      response.writeHead(answered.status).end(text);
    };

    if (!fault) return respond();
    switch (fault.kind) {
      case 'delay':
      case 'reorder':
        await delay(fault.ms);
        return respond();
      case 'repeat':
        await respond();
        return void (await forward(false));
      case 'cut':
        if (fault.delivered) await forward(false);
        return void request.socket.destroy();
      case 'hang':
        if (fault.delivered) await forward(false);
        await delay(fault.ms);
        return void request.socket.destroy();
      case 'garbage':
        if (fault.delivered) await forward(false);
        return answerGarbage(response, fault.response);
    }
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
    port: portOf(server.address()),
    release() {
      releasing.abort();
      releasing = new AbortController();
    },
    async stop() {
      releasing.abort();
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

function answerGarbage(response: ServerResponse, which: Garbage): void {
  const { status, type, body } = GARBAGE[which];
  response.writeHead(status, { 'Content-Type': type }).end(body);
}

/** Injects faults into the next requests of a proxy. */
export interface Gate {
  faultOf(request: ProxiedRequest): HttpFault | undefined;
  /** @param hits which requests; default all. */
  arm(
    requests: number,
    make: () => HttpFault,
    hits?: (request: ProxiedRequest) => boolean,
  ): ArmedFault;
}

interface ArmedFault {
  isUsedUp(): boolean;
  /** @returns how many requests had the fault. */
  disarm(): number;
}

export function createGate(injected: (request: ProxiedRequest, fault: HttpFault) => void): Gate {
  const armed = new Set<{
    left: number;
    hits: number;
    make: () => HttpFault;
    isHit(request: ProxiedRequest): boolean;
  }>();
  return {
    faultOf(request) {
      for (const each of armed) {
        if (each.left === 0 || !each.isHit(request)) continue;
        each.left -= 1;
        each.hits += 1;
        const fault = each.make();
        injected(request, fault);
        return fault;
      }
      return undefined;
    },
    arm(requests, make, isHit = () => true) {
      const each = { left: requests, hits: 0, make, isHit };
      armed.add(each);
      return {
        isUsedUp: () => each.left === 0,
        disarm() {
          armed.delete(each);
          return each.hits;
        },
      };
    },
  };
}
