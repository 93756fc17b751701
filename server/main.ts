import path from 'node:path';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import {
  personContext,
  type StaffBrowser,
  staffBrowserContext,
} from '#app/owner/person-context.ts';
import { cakePath } from '#app/seo/addresses.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import type { PhotoDelivery } from '#app/ui/photo-url.ts';
import { photos } from '#cafe/photos.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { makeFirstRunLink } from '#server/staff/sign-in.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { type Composed, compose } from './compose.ts';
import { type Env, readEnv } from './env.ts';
import { explainFailure } from './explain-failure.ts';
import { createApp } from './http/app.ts';
import { trustProxies } from './http/client-address.ts';
import { type Connection, listen } from './http/listen.ts';
import type { ForeignOrigins } from './http/security-headers.ts';
import { createSite } from './http/site.ts';
import { photoAddress } from './images/photo-address.ts';
import { openPhotos, PHOTOS_PATH } from './images/serve-photos.ts';
import { createLog } from './log.ts';
import { createPageCache } from './page-cache/page-cache.ts';
import { guardRoutes } from './page-errors.ts';
import type { Shop } from './shop.ts';

/** Opens the whole shop; its jobs are not started yet. */
export async function openShop(env: Env) {
  const log = createLog(env.LOG_LEVEL);
  const composed = await compose(env, log);
  const { shop, botCheck } = composed;
  const pictures = await openPhotos({
    photos,
    originals: 'cafe/photos',
    cacheFolder: path.join(env.DATA_DIR, 'images'),
    shop,
    avifEffort: env.AVIF_EFFORT,
    log,
  });
  const renderPage = createRenderPage(env, composed, pictures);
  let isClosing = false;
  const app = createApp({
    composed,
    log,
    origin: env.ORIGIN,
    production: env.NODE_ENV === 'production',
    withPolicy: import.meta.env.PROD,
    foreignOrigins: foreignOrigins(env, botCheck.browserSettings),
    isTrustedProxy: trustProxies(env.TRUSTED_PROXIES),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    isClosing: () => isClosing,
    site: createSite({
      // With an external image CDN too: pages that were opened before it was configured still need it.
      pictures: {
        path: PHOTOS_PATH,
        serve: pictures.serve,
        serveOriginal: pictures.serveOriginal,
      },
      renderPage,
      // In development the code of a page changes too.
      ...(import.meta.env.PROD && {
        pageCache: createPageCache({ shop, render: renderPage, origin: env.ORIGIN }),
      }),
    }),
  });
  return {
    shop,
    log,
    fetch: (request: Request, connection: Connection) => app.fetch(request, connection),
    startJobs: () => composed.startJobs(pictures.clean),
    stopJobs: composed.stopJobs,
    markClosing() {
      isClosing = true;
    },
    closeLive: composed.live.close,
    close: composed.close,
  };
}

/** @returns renders the pages of visitors, and those of staff for a person. */
function createRenderPage(
  env: Env,
  { shop, botCheck }: Composed,
  pictures: Awaited<ReturnType<typeof openPhotos>>,
) {
  const photoDelivery = choosePhotoDelivery(env, pictures.version);
  // With an external image CDN the colours and focal points come from here too.
  const ownersChanges = async () => ({ ...photoDelivery, ...(await pictures.ownersChanges()) });
  const render = createRequestHandler(
    {
      ...build,
      routes: guardRoutes(build.routes, shop),
      // Behind a proxy the request's own URL is plain http.
      allowedActionOrigins: [new URL(env.ORIGIN).host],
    },
    import.meta.env.MODE,
  );

  /** @param read what the page reads. */
  async function pageContext(read: Shop): Promise<RouterContextProvider> {
    const [contentVersion, delivery] = await Promise.all([
      // While the database is unavailable, the loaders throw a 503 page.
      read.contentVersion().catch(() => 0),
      ownersChanges().catch(() => photoDelivery),
    ]);
    const context = new RouterContextProvider();
    context.set(shopContext, read);
    context.set(siteContext, {
      origin: env.ORIGIN,
      practice: env.practice,
      retentionDays: env.RETENTION_DAYS,
      contentVersion,
      photoDelivery: delivery,
      botCheck: botCheck.browserSettings,
      renderCake,
      report: (error) => shop.log.error({ err: error }, 'a page failed'),
    });
    return context;
  }

  async function renderPage(request: Request, staff?: StaffBrowser): Promise<Response> {
    const context = await pageContext(shop);
    if (staff) context.set(staffBrowserContext, staff);
    if (staff?.session) context.set(personContext, staff.session.person);
    return render(request, context);
  }

  /** The page of a cake as a person has typed it. */
  async function renderCake(cake: Cake): Promise<Response> {
    const content = async () => {
      const current = await shop.content();
      return { ...current, catalogue: { ...current.catalogue, bySlug: () => cake } };
    };
    const context = await pageContext({ ...shop, content });
    return render(new Request(new URL(cakePath(cake), env.ORIGIN)), context);
  }

  return renderPage;
}

/** Printed, not logged: log files are read by more people than the terminal. */
async function printFirstRunLink(shop: Shop, origin: string) {
  const token = await makeFirstRunLink(shop);
  if (token === undefined) return;
  const link = `${origin}/owner/welcome#${token}`;
  console.log(`\n  Set up the owner’s side (within 24 hours, once):\n  ${link}\n`);
}

function choosePhotoDelivery({ imageCdn }: Env, version: string): PhotoDelivery {
  const { IMAGE_CDN: cdn = 'ipx', IMAGE_CDN_URL: base = PHOTOS_PATH } = imageCdn ?? {};
  return { cdn, url: photoAddress(cdn, base, version) };
}

function foreignOrigins({ imageCdn }: Env, { exchange, proof }: BotCheckSettings): ForeignOrigins {
  return {
    ...(imageCdn && { pictures: new URL(imageCdn.IMAGE_CDN_URL).origin }),
    ...(URL.canParse(exchange) && { exchange: new URL(exchange).origin }),
    ...(proof.kind === 'recaptcha' && { recaptcha: recaptchaOrigins(proof.scriptOrigin) }),
  };
}

/** Google's script loads more scripts from a second origin. */
function recaptchaOrigins(scriptOrigin: string): string[] {
  const isGoogle = scriptOrigin === 'https://www.google.com';
  return isGoogle ? [scriptOrigin, 'https://www.gstatic.com'] : [scriptOrigin];
}

async function run(): Promise<void> {
  const env = readEnv(process.env);
  const opened = await openShop(env);
  const { HOST: host, PORT: port } = env;
  const listening = await listen(opened.fetch, { host, port });
  opened.log.info({ origin: env.ORIGIN, practice: env.practice }, 'the shop is open');
  await printFirstRunLink(opened.shop, env.ORIGIN);

  closeOnSignal(opened, listening, env.SHUTDOWN_DELAY_SECONDS * 1_000);
  // After `closeOnSignal`: a signal would end the process while it sends an e-mail.
  opened.startJobs();
}

// In development `scripts/dev.ts` listens and reloads this module.
if (import.meta.env.PROD) {
  try {
    await run();
  } catch (error) {
    const explanation = explainFailure(error);
    console.error(explanation ? `The shop cannot start. ${explanation}` : error);
    process.exit(1);
  }
}
