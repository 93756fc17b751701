import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from '../../harness/build.ts';
import { endProcess, untilReady } from '../../harness/child-process.ts';
import { type Nginx, startNginx } from '../start-nginx.ts';

/** One of several servers. `stop` sends SIGTERM. */
interface Server {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createServer(port: number, settings: Record<string, string>): Server {
  let running: ChildProcess | undefined;
  return {
    async start() {
      running = spawn(process.execPath, [...SHOP_NODE_OPTIONS, BUILT_SERVER], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PRACTICE: '1',
          PORT: String(port),
          LOG_LEVEL: 'error',
          ...settings,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await untilReady(running, `http://127.0.0.1:${port}/readyz`);
    },
    async stop() {
      if (running) await endProcess(running);
    },
  };
}

const CONFIGURATION = 'deploy/nginx.conf';

interface ProxyPorts {
  /** For visitors and webhooks. */
  port: number;
  /** For the redirect to https, which is not used here. */
  redirecting: number;
  servers: [number, number];
}

/** Starts nginx with `deploy/nginx.conf`, on other ports and without TLS. */
export async function startProxy({ port, redirecting, servers }: ProxyPorts): Promise<Nginx> {
  const site = replaceAll(await readFile(CONFIGURATION, 'utf8'), [
    [/127\.0\.0\.1:3001/, `127.0.0.1:${servers[0]}`],
    [/127\.0\.0\.1:3002/, `127.0.0.1:${servers[1]}`],
    [/listen 80;/, `listen 127.0.0.1:${redirecting};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/listen \[::\]:80;/, ''],
    [/listen \[::\]:443 ssl http2;/, ''],
    [/ssl_certificate .*/, ''],
    [/ssl_certificate_key .*/, ''],
    [/ssl_protocols .*/, ''],
    [/ssl_session_cache .*/, ''],
  ]);
  return startNginx(async () => site, `http://127.0.0.1:${port}/healthz`);
}

/** @throws when the configuration does not match a pattern any more. */
function replaceAll(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((before, [pattern, replacement]) => {
    if (!pattern.test(before)) throw new Error(`${CONFIGURATION} has no ${pattern.source}.`);
    return before.replace(pattern, replacement);
  }, text);
}
