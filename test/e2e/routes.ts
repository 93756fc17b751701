import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import pages from '#app/routes.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { createSite } from '#server/http/site.ts';
import { PHOTOS_PATH } from '#server/images/serve-photos.ts';
import { createLog } from '#server/log.ts';

/** Lists all routes: server routes as `GET /api/cakes`, page routes as `page /about-us`. */
export async function listRoutes(): Promise<string[]> {
  const routes = [...(await listPageRoutes()), ...(await listServerRoutes())];
  return [...new Set(routes)].sort();
}

async function listPageRoutes(): Promise<string[]> {
  return pathsOf(await pages).map((path) => `page ${path || '/'}`);
}

function pathsOf(routes: RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return children ? pathsOf(children, own) : own;
  });
}

/** Composes the server without listening, and reads its routes. */
async function listServerRoutes(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-routes-'));
  const log = createLog('silent');
  const composed = await compose(readEnv({ DATA_DIR: dataDir }), log);
  const { routes } = createApp({
    composed,
    log,
    site: createSite({
      pictures: { path: PHOTOS_PATH, serve: async () => new Response() },
      renderPage: async () => new Response(),
    }),
    origin: 'http://localhost',
    production: true,
    withPolicy: true,
    foreignOrigins: {},
    isTrustedProxy: () => false,
    rateLimitFactor: 1,
    isClosing: () => false,
  });
  await composed.close();
  await rm(dataDir, { recursive: true });
  return routes.map(({ method, path }) => `${method} ${path}`);
}
