import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import * as cafe from '#cafe/catalogue.ts';
import { photoStyles } from '#cafe/photo-styles.ts';
import { photos as cafePhotos } from '#cafe/photos.ts';
import { words as firstWords } from '#cafe/words.ts';
import { areLost, LOST_RULES_NOTE } from '#domain/calendar/rules.ts';
import { MOST_HELD } from '#domain/capacity/capacity.ts';
import type { Clock } from '#domain/clock.ts';
import { merchantOf } from '#domain/merchant.ts';
import { cafeOf } from '#domain/words/words.ts';
import { createContent } from '#server/content/content.ts';
import type { Focus } from '#server/content/photo-records.ts';
import { seed } from '#server/content/seed.ts';
import { currentWords } from '#server/content/texts.ts';
import { changedPaths } from '#server/content/version.ts';
import type { Mailer } from '#server/emails/mailer.ts';
import type { Log } from '#server/log.ts';
import { bookVersion } from '#server/orders/book.ts';
import { readStates } from '#server/orders/rows.ts';
import { createBotCheck } from './bot-check/bot-check.ts';
import { openDatabase } from './db/open-database.ts';
import { readSecret } from './db/shared-secret.ts';
import { createEmailJsMailer } from './emails/emailjs.ts';
import type { Env } from './env.ts';
import { startShopJobs } from './jobs/shop-jobs.ts';
import { createLive } from './live/live.ts';
import { createLiveRoute, createStaffLiveRoute } from './live/route.ts';
import { visibleRoom } from './orders/days.ts';
import type { Shop } from './shop.ts';
import { createStripePayments } from './stripe/payments.ts';

/** The name of the secret. */
const PUSH_KEY = 'push';
const systemClock: Clock = { now: () => new Date().toISOString() };

export type Composed = Awaited<ReturnType<typeof compose>>;

/** Puts the shop together; no other module knows all services. */
export async function compose(env: Env, log: Log, clock: Clock = systemClock) {
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  await seed(database.db, { ...cafe.catalogue, calendar: cafe.firstCalendar });

  const payments = createStripePayments(
    {
      secretKey: env.stripe.STRIPE_SECRET_KEY,
      webhookSecret: env.stripe.STRIPE_WEBHOOK_SECRET,
      origin: env.stripe.STRIPE_ORIGIN,
      shopOrigin: env.ORIGIN,
    },
    clock,
  );
  const botCheck = await createBotCheck(
    { origin: env.ORIGIN, ...env.botCheck },
    { db: database.db, clock, log },
  );
  let jobs: ReturnType<typeof startShopJobs> | undefined;
  const shop: Shop = {
    db: database.db,
    contentVersion: database.contentVersion,
    content: createContent(database, firstWords),
    emailSpacingSeconds: env.emailSpacingSeconds,
    emailLeaseSeconds: env.EMAIL_LEASE_SECONDS,
    mostHeld: {
      orders: Math.max(1, Math.round(MOST_HELD.orders * env.RATE_LIMIT_FACTOR)),
      units: MOST_HELD.units * env.RATE_LIMIT_FACTOR,
    },
    payments,
    stage: env.stage,
    mailer: await createMailer(env.mail),
    push: { key: await readSecret(database.db, PUSH_KEY), practice: env.practicePush },
    firstWords,
    async merchant() {
      const words = await currentWords(shop);
      const { rules } = (await shop.content()).calendar;
      return { ...merchantOf(cafeOf(words), words.collection, rules), origin: env.ORIGIN };
    },
    cafePhotos: cafePhotos.map((photo) => ({ ...photo, focus: focusOf(photo.file) })),
    freeDiskBytes: () => freeBytes(env.DATA_DIR),
    clock,
    log,
  };
  const live = createLive({
    changedPaths: () => changedPaths(database.db),
    orderStates: (ids) => readStates(database.db, ids),
    bookVersion: () => bookVersion(database),
    readRoom: () => visibleRoom(shop),
    clock,
    log,
  });

  return {
    shop,
    botCheck,
    /** Closed before the HTTP server, which would wait for its streams. */
    live: {
      route: createLiveRoute(live, shop),
      staffRoute: createStaffLiveRoute(live),
      close: live.close,
    },
    /** @throws when the database is unreachable. */
    async checkReady() {
      const { ready, notes } = await database.ping();
      // Still ready: pages, payments and the owner's side work, and no other server has these rules.
      const isLost = ready && areLost((await shop.content()).calendar.rules);
      return { ready, notes: [...notes, ...(isLost ? [LOST_RULES_NOTE] : [])] };
    },
    /** @param cleanPictures deletes the pictures of deleted photos. */
    startJobs(cleanPictures?: () => Promise<void>) {
      jobs ??= startShopJobs({
        shop,
        cleanPictures,
        reconcileSeconds: env.RECONCILE_SECONDS,
        retentionDays: env.RETENTION_DAYS,
      });
    },
    /** Resolves when the e-mails being sent have been recorded; no more are sent. */
    stopJobs: async () => jobs?.stop(),
    /** Closes live streams, jobs and database. */
    async close() {
      await live.close();
      await jobs?.stop();
      await database.close();
    },
  };
}

/** Of a photo of `cafe/`: `90% 55%` in its styles. */
function focusOf(file: string): Focus | undefined {
  const [x, y] = (photoStyles[file]?.focus ?? '').match(/\d+/g) ?? [];
  return x && y ? { x: Number(x), y: Number(y) } : undefined;
}

/** @returns undefined without this folder: with PostgreSQL a command may run on another machine. */
async function freeBytes(folder: string): Promise<number | undefined> {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function createMailer(mail: Env['mail']): Promise<Mailer> {
  if ('SMTP_URL' in mail) {
    // Loaded only when used: nodemailer is large.
    const { createSmtpMailer } = await import('./emails/smtp.ts');
    return createSmtpMailer({ url: mail.SMTP_URL, from: mail.MAIL_FROM, to: mail.MAIL_TO });
  }
  return createEmailJsMailer({
    origin: mail.EMAILJS_ORIGIN,
    serviceId: mail.EMAILJS_SERVICE_ID,
    templateId: mail.EMAILJS_TEMPLATE_ID,
    customerTemplateId: mail.EMAILJS_CUSTOMER_TEMPLATE_ID,
    publicKey: mail.EMAILJS_PUBLIC_KEY,
    privateKey: mail.EMAILJS_PRIVATE_KEY,
  });
}
