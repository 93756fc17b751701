import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pages from '#app/routes.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { createSite } from '#server/http/site.ts';
import { PHOTOS_PATH } from '#server/images/serve-photos.ts';
import { createLog } from '#server/log.ts';

/** Every route there is: those of the server as `GET /api/cakes`, those of the pages as `page /about-us`. */
export async function everyRoute(): Promise<string[]> {
  const routes = [...(await pagesThereAre()), ...(await doorsThereAre())];
  return [...new Set(routes)].sort();
}

async function pagesThereAre(): Promise<string[]> {
  return (await pages).map(({ path = '' }) => `page /${path}`);
}

/** As the server itself knows them: it is put together here, but opened to nobody. */
async function doorsThereAre(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-doors-'));
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
    isClosing: () => false,
  });
  await composed.close();
  await rm(dataDir, { recursive: true });
  return routes.map(({ method, path }) => `${method} ${path}`);
}
