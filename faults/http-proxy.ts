import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What may become of a request on its way, or of its answer. */
export type HttpFault =
  | { kind: 'delay'; ms: number }
  /** Delivered twice, as a network that repeats itself does; the first answer goes back. */
  | { kind: 'repeat' }
  /** Held back, so that later ones overtake it. */
  | { kind: 'reorder'; ms: number }
  | { kind: 'cut'; delivered: boolean }
  | { kind: 'hang'; delivered: boolean; ms: number }
  | { kind: 'garbage'; delivered: boolean; answer: Garbage };
export type Garbage = 'html' | 'bad-gateway' | 'half-json';

export interface Passing {
  method: string;
  path: string;
  body: string;
  startedAt: number;
}

export interface HttpProxySettings {
  /** 0: any free one. */
  port: number;
  /** Where the request goes; undefined while nobody is there. */
  target(): string | undefined;
  /** The fault of this request, if it has one. */
  faultOf(passing: Passing): HttpFault | undefined;
  /** The target has answered. `intact`: and the caller gets this answer. */
  answered?(passing: Passing, answer: string, intact: boolean): void;
}

export interface HttpProxy {
  port: number;
  /** Ends what hangs. */
  release(): void;
  stop(): Promise<void>;
}

const GARBAGE: Record<Garbage, { status: number; type: string; body: string }> = {
  html: { status: 200, type: 'text/html', body: '<!doctype html><title>Maintenance</title>' },
  'bad-gateway': { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  'half-json': { status: 200, type: 'application/json', body: '{"id":"cs_test_' },
};
/** They belong to one connection, or are counted by fetch itself. */
const HOP_BY_HOP = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
];

/** An HTTP proxy that passes everything on, but for the requests that are to have a fault. */
export async function startHttpProxy(settings: HttpProxySettings): Promise<HttpProxy> {
  let releasing = new AbortController();
  const held = (ms: number) =>
    pause(ms, undefined, { signal: releasing.signal, ref: false }).catch(() => {});

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const startedAt = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const passing = { method, path, body: body.toString(), startedAt };
    const fault = settings.faultOf(passing);

    const pass = async (intact: boolean) => {
      const target = settings.target();
      if (target === undefined) throw new Error('Nobody is there.');
      const answer = await fetch(`${target}${path}`, {
        method,
        headers: headersOf(request),
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      const text = Buffer.from(await answer.arrayBuffer());
      settings.answered?.(passing, text.toString(), intact);
      return { answer, text };
    };
    const passOn = async () => {
      const { answer, text } = await pass(true);
      for (const [name, value] of answer.headers) {
        if (!HOP_BY_HOP.includes(name)) response.setHeader(name, value);
      }
      response.writeHead(answer.status).end(text);
    };

    if (!fault) return passOn();
    switch (fault.kind) {
      case 'delay':
      case 'reorder':
        await held(fault.ms);
        return passOn();
      case 'repeat':
        await passOn();
        return void (await pass(false));
      case 'cut':
        if (fault.delivered) await pass(false);
        return void request.socket.destroy();
      case 'hang':
        if (fault.delivered) await pass(false);
        await held(fault.ms);
        return void request.socket.destroy();
      case 'garbage':
        if (fault.delivered) await pass(false);
        return answerGarbage(response, fault.answer);
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      // Nobody is there, or has just been killed: so it is for the caller too.
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
