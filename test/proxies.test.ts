import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxBytes } from '#server/http/request-checks.ts';
import { FOLDERS_OF_TOKENS, matchesRoute, pathForLog } from '#server/http/request-path.ts';

// The configurations of proxies in `deploy/` repeat what the shop says in code.

const nginx = readFileSync('deploy/nginx.conf', 'utf8');
const caddy = readFileSync('deploy/Caddyfile', 'utf8');
const guide = readFileSync('docs/deploy.md', 'utf8');

test('nginx, which does not start otherwise, has one use for each shared zone', () => {
  const zones = nginx.match(/(?<=zone=|shared:)\w+(?=:\d+m)/g) ?? [];
  expect(zones).toHaveLength(2);
  expect(new Set(zones).size).toBe(zones.length);
});

test.each([
  ['POST', '/owner/photos'],
  ['PUT', '/requests/8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11'],
  ['PUT', '/api/orders/8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11'],
  ['POST', '/webhooks/stripe'],
])('both proxies let a body of %s %s through that the shop takes', (method, path) => {
  const most = maxBytes({ method, path, url: `http://cafe.example${path}` });
  expect(nginxBytes(path)).toBeGreaterThanOrEqual(most);
  expect(caddyBytes(path)).toBeGreaterThanOrEqual(most);
});

test.each(FOLDERS_OF_TOKENS)('neither proxy logs the token of a link below /%s/', (folder) => {
  const path = `/${folder}/0abc1def2ghj3kmn4pqr5stv6w`;
  expect(nginxLocation(path)).toMatch(/access_log off;\s+error_log \/dev\/null;/);
  const [, pattern = '', replacement = ''] = /request>uri regexp (\S+) (\S+)/.exec(caddy) ?? [];
  expect(path.replace(new RegExp(pattern), replacement)).toBe(pathForLog(path));
  expect(guide).toContain(`\`/${folder}/\``);
});

test('neither proxy logs addresses, or the pages that requests come from', () => {
  const [, format = ''] = /log_format battenberg '(.*)'/.exec(nginx) ?? [];
  expect(format).toMatch(/"\$request" \$status/);
  expect(format).not.toMatch(/_addr|referer/);
  const logs = nginx.match(/access_log .*;/g)?.filter((log) => log !== 'access_log off;');
  expect(logs).toEqual([expect.stringMatching(/ battenberg;$/)]);
  // Each of its servers, and each location.
  expect(nginx.match(/^server \{[^{]*access_log/gm)).toHaveLength(2);
  for (const field of ['headers', 'remote_ip', 'client_ip']) {
    expect(caddy).toContain(`request>${field} delete\n`);
  }
});

/** What nginx does with a path by its own location; empty for all others. */
function nginxLocation(path: string): string {
  const locations = [...nginx.matchAll(/location ~ (\S+) \{([^}]*)\}/g)];
  return locations.find(([, pattern = '']) => new RegExp(pattern).test(path))?.[2] ?? '';
}

function nginxBytes(path: string): number {
  const limit = /client_max_body_size (\d+[km]);/;
  // The first one is the server's.
  return bytesIn((limit.exec(nginxLocation(path)) ?? limit.exec(nginx))?.[1]);
}

function caddyBytes(path: string): number {
  const [, photos = ''] = /@photos path (.+)/.exec(caddy) ?? [];
  expect(caddy).toContain(`@others not path ${photos}\n`);
  const name = photos.split(' ').some((each) => matchesRoute(path, each)) ? 'photos' : 'others';
  return bytesIn(new RegExp(`@${name} \\{\\s*max_size (\\d+[KM])iB`).exec(caddy)?.[1]);
}

/** `64m` or `256K` */
function bytesIn(size = ''): number {
  return Number.parseInt(size, 10) * (/m/i.test(size) ? 1024 * 1024 : 1024);
}
