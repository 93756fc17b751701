import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createViteServer } from 'vite';
import { readEnv } from '#server/env.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startPractice } from '../harness/practice-services.ts';

// `npm run dev`: the same server behind Vite. Pages reload in place and keep their state; after an
// edit of server code the next request opens a new shop.

type Shop = Awaited<ReturnType<typeof import('#server/main.ts')['openShop']>>;

checkNodeVersion();
const env = readEnv(process.env);
if (env.practice) await startPractice(env.PORT, process.env);

const http = createHttpServer();
const vite = await createViteServer({
  appType: 'custom',
  server: { middlewareMode: { server: http }, hmr: { server: http } },
});

let loaded: unknown;
let shop: Promise<Shop> | undefined;

const answer = getRequestListener(async (request, connection) =>
  (await currentShop()).fetch(request, connection),
);
http.on('request', (request, response) => {
  vite.middlewares(request, response, () => answer(request, response));
});
http.listen(env.PORT, env.HOST, () =>
  console.log(`\n  The shop, in development   ${env.ORIGIN}\n`),
);

process.on('SIGINT', close);
process.on('SIGTERM', close);

async function currentShop(): Promise<Shop> {
  const main = await vite.ssrLoadModule('/server/main.ts');
  if (main !== loaded || !shop) {
    loaded = main;
    const before = shop;
    shop = (async () => {
      await (await before)?.close();
      const opened: Awaited<Shop> = await main.openShop(env);
      opened.startJobs();
      return opened;
    })();
  }
  return shop;
}

async function close(): Promise<void> {
  await vite.close();
  await (await shop)?.close();
  process.exit(0);
}
