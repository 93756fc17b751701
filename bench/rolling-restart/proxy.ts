import { readFile } from 'node:fs/promises';
import { type Nginx, startNginx } from '../start-nginx.ts';

const CONFIGURATION = 'deploy/nginx.conf';

interface ProxyPorts {
  /** Where visitors and Stripe come in. */
  port: number;
  /** Where it leads from http to https, which nobody uses here. */
  redirecting: number;
  /** The two shops'. */
  shops: [number, number];
}

/** nginx as `deploy/nginx.conf` has it, with other ports and without TLS. */
export async function startProxy({ port, redirecting, shops }: ProxyPorts): Promise<Nginx> {
  const site = replaceAll(await readFile(CONFIGURATION, 'utf8'), [
    [/127\.0\.0\.1:3001/, `127.0.0.1:${shops[0]}`],
    [/127\.0\.0\.1:3002/, `127.0.0.1:${shops[1]}`],
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

/** @throws where something to be replaced is not there: the configuration has changed. */
function replaceAll(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((before, [pattern, replacement]) => {
    if (!pattern.test(before)) throw new Error(`${CONFIGURATION} has no ${pattern.source}.`);
    return before.replace(pattern, replacement);
  }, text);
}
