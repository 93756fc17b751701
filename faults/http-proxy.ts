import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

export interface HttpFault {
  /** Whether the target receives the request; default true. */
  delivered?: boolean;
  /** Delivers the request a second time. */
  repeated?: boolean;
  /** Before the client's response, or before the delivery if the response is the target's. */
  delayMs?: number;
  /** What the client receives instead of the target's response. */
  instead?: 'closed connection' | keyof typeof GARBAGE;
}

interface HttpProxySettings {
  /** 0: any free one. */
  port: number;
  /** The origin to forward to; undefined while no server is up. */
  target(): string | undefined;
  gate: Gate;
}

const GARBAGE = {
  html: { status: 200, type: 'text/html', body: '<!doctype html><title>Maintenance</title>' },
  'bad-gateway': { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  'half-json': { status: 200, type: 'application/json', body: '{"id":"cs_test_' },
};

const OF_ONE_CONNECTION = {
  connection: undefined,
  'content-length': undefined,
  expect: undefined,
  host: undefined,
};

/** An HTTP proxy that injects faults into single requests. */
export async function startHttpProxy({ port, target, gate }: HttpProxySettings) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('*', async ({ req, env }) => {
    const { pathname, search } = new URL(req.url);
    const body = await req.text();
    const { delivered = true, repeated, delayMs = 0, instead } = gate.faultOf(body) ?? {};
    const forward = async () => {
      const origin = target();
      if (origin === undefined) throw new Error('No server is up.');
      return proxy(`${origin}${pathname}${search}`, {
        method: req.method,
        headers: { ...req.header(), ...OF_ONE_CONNECTION },
        redirect: 'manual',
        ...(body !== '' && { body }),
      });
    };
    try {
      if (instead === undefined) {
        await pause(delayMs, undefined, { ref: false });
        const response = await forward();
        if (repeated) await (await forward()).arrayBuffer();
        return response;
      }
      if (delivered) await (await forward()).arrayBuffer();
      await pause(delayMs, undefined, { ref: false });
      if (instead !== 'closed connection') {
        const { status, type, body: garbage } = GARBAGE[instead];
        return new Response(garbage, { status, headers: { 'Content-Type': type } });
      }
    } catch {
      // The target is down: the client sees a closed connection.
    }
    env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  // The campaign's process keeps its own Request and Response.
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
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
