import type { BotCheck } from '#server/bot-check/bot-check.ts';
import type { Log } from '#server/ports.ts';
import type { Shop } from '#server/shop.ts';
import { startJob } from './job.ts';

/** How often the outbox is checked for what is due; new e-mails wake the job. */
const OUTBOX_SECONDS = 1;
/** Concurrent e-mails that mail services accept from one sender. */
const SENT_AT_ONCE = 10;
/** Daily, and at every start for servers that never run that long. */
const RETENTION_SECONDS = 24 * 60 * 60;
/** Customers of younger orders are still typing their card number. */
const RECONCILE_AFTER_SECONDS = 60;

/** Open problems are logged this often. */
const WARNING_SECONDS = 15 * 60;
/** At most one alert is sent so often, whatever the number of problems. */
const ALERT_SECONDS = 5 * 60;
/** Daily, and at every start: a backup may have been restored. */
const RECOVERY_SECONDS = 24 * 60 * 60;

/** A price that Stripe has rejected is tried again so often, also at every start. */
const PRICES_SECONDS = 15 * 60;
/** While Stripe does not answer. */
const PRICES_RETRY_SECONDS = 60;

/** Daily: what is deleted can be undone for a day. */
const PHOTOS_SECONDS = 24 * 60 * 60;

/** How long jobs other than the outbox may take to stop. */
const GRACE_MS = 7_000;

interface ShopJobsSettings {
  shop: Pick<
    Shop,
    | 'deliverEmails'
    | 'reconcile'
    | 'finishRefunds'
    | 'repairBookings'
    | 'recoverOrders'
    | 'syncPrices'
    | 'warnOfProblems'
    | 'alertOwner'
    | 'anonymiseOldOrders'
    | 'maintainStaff'
    | 'removeDeletedPhotos'
  >;
  botCheck: Pick<BotCheck, 'deleteExpiredUses'>;
  /** Deletes the pictures of deleted photos. */
  cleanPictures?: (() => Promise<void>) | undefined;
  log: Log;
  reconcileSeconds: number;
  emailLeaseSeconds: number;
  retentionDays: number;
}

/** Starts the background jobs: e-mails, reconciliation, recovery, prices, warnings, retention, photos. */
export function startShopJobs(settings: ShopJobsSettings): {
  /** Called when e-mails are pending. */
  wakeOutbox(): void;
  stop(): Promise<void>;
} {
  const { shop, botCheck, log, reconcileSeconds, emailLeaseSeconds, retentionDays } = settings;
  let stopped: Promise<void> | undefined;
  const sending = new Set<Promise<void>>();
  const outbox = startJob({
    name: 'outbox',
    everySeconds: OUTBOX_SECONDS,
    log,
    async run(stopping) {
      let claimed = 1;
      while (claimed > 0 && !stopping.aborted) {
        const settings = { leaseSeconds: emailLeaseSeconds, stopping };
        const delivered = await shop.deliverEmails(SENT_AT_ONCE - sending.size, settings);
        for (const email of delivered.sending) track(email);
        if (sending.size >= SENT_AT_ONCE) await Promise.race(sending);
        claimed = delivered.claimed;
      }
    },
  });
  const start = (name: string, everySeconds: number, run: () => Promise<void>) =>
    startJob({ name, everySeconds, log, run });
  const others = [
    start('reconcile', reconcileSeconds, () =>
      shop.reconcile({
        olderThan: Math.min(RECONCILE_AFTER_SECONDS, reconcileSeconds),
        every: reconcileSeconds,
      }),
    ),
    start('refunds', reconcileSeconds, shop.finishRefunds),
    start('repair-bookings', reconcileSeconds, shop.repairBookings),
    startJob({
      name: 'recover-orders',
      everySeconds: RECOVERY_SECONDS,
      // The cakes of missing orders may be due tomorrow.
      retrySeconds: reconcileSeconds,
      log,
      run: shop.recoverOrders,
    }),
    startJob({
      name: 'sync-prices',
      everySeconds: PRICES_SECONDS,
      retrySeconds: PRICES_RETRY_SECONDS,
      log,
      run: shop.syncPrices,
    }),
    start('warn-of-problems', WARNING_SECONDS, shop.warnOfProblems),
    start('alerts', ALERT_SECONDS, shop.alertOwner),
    start('retention', RETENTION_SECONDS, async () => {
      await shop.anonymiseOldOrders(retentionDays);
      await shop.maintainStaff(retentionDays);
      await botCheck.deleteExpiredUses();
    }),
    start('photos', PHOTOS_SECONDS, async () => {
      await shop.removeDeletedPhotos();
      await settings.cleanPictures?.();
    }),
  ];
  return {
    wakeOutbox() {
      outbox.wake();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  /** The next e-mail does not wait for the service's answer. */
  function track(email: Promise<void>): void {
    const ended = email.finally(() => sending.delete(ended));
    sending.add(ended);
  }

  async function stop(): Promise<void> {
    // These jobs can be interrupted anywhere and resume at the next start; an e-mail would be sent twice.
    await Promise.all([
      outbox.stop().then(() => Promise.all(sending)),
      Promise.race([Promise.all(others.map((job) => job.stop())), grace()]),
    ]);
  }
}

function grace(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref());
}
