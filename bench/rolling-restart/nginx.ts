import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilReachable } from '../../scripts/until-reachable.ts';

const CONFIGURATION = 'deploy/nginx.conf';

interface NginxPorts {
  /** Where visitors and Stripe come in. */
  port: number;
  /** Where it leads from http to https, which nobody uses here. */
  redirecting: number;
  /** The two shops'. */
  shops: [number, number];
}

/** nginx as `deploy/nginx.conf` has it, with other ports and without TLS. */
export async function startNginx({ port, redirecting, shops }: NginxPorts) {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-nginx-'));
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
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; worker_processes 1; error_log ${folder}/error.log warn;
    events { worker_connections 1024; }
    http { access_log off; ${temporary}\n${site} }`,
  );
  const nginx = spawn('nginx', ['-e', `${folder}/error.log`, '-c', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await Promise.race([
    untilReachable(`http://127.0.0.1:${port}/healthz`),
    once(nginx, 'error').then(([error]) => {
      throw new Error('nginx has to be installed.', { cause: error });
    }),
    once(nginx, 'exit').then(() => {
      throw new Error('nginx did not start.');
    }),
  ]);
  return {
    async stop() {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** @throws where something to be replaced is not there: the configuration has changed. */
function replaceAll(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((before, [pattern, replacement]) => {
    if (!pattern.test(before)) throw new Error(`${CONFIGURATION} has no ${pattern.source}.`);
    return before.replace(pattern, replacement);
  }, text);
}
