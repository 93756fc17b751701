import { deleteExpiredUses } from '#server/bot-check/tokens.ts';
import { removeDeletedPhotos } from '#server/content/photos.ts';
import { syncPrices } from '#server/content/sync-prices.ts';
import { alertOwner } from '#server/emails/alert-owner.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { anonymiseOldOrders } from '#server/orders/anonymise.ts';
import { lapseQuotes } from '#server/orders/quotes.ts';
import { reconcile } from '#server/orders/reconcile.ts';
import { recoverOrders } from '#server/orders/recover.ts';
import { finishRefunds } from '#server/orders/refund.ts';
import { syncBalance } from '#server/orders/sync-balance.ts';
import { tendWaitingList } from '#server/orders/waiting.ts';
import { deletePastEntries } from '#server/orders/waiting-rows.ts';
import { deliverPushes } from '#server/push/deliver.ts';
import { removeDeadSubscriptions } from '#server/push/subscriptions.ts';
import { anonymiseOldRequests } from '#server/requests/anonymise.ts';
import type { Shop } from '#server/shop.ts';
import { maintainStaff } from '#server/staff/people.ts';
import { type JobSettings, startJob } from './job.ts';

/** How often the outbox is checked for what is due. */
const OUTBOX_SECONDS = 1;
const DAY_SECONDS = 24 * 60 * 60;
/** Customers of younger orders are still typing their card number. */
const RECONCILE_AFTER_SECONDS = 60;
/** At most one e-mail is sent so often, whatever the number of incidents. */
const ALERT_SECONDS = 60;
/** Nobody waits for fees: a payment is on its order at once. */
const BALANCE_SECONDS = 10 * 60;
/** A price that could not be made is tried again so often, also at every start. */
const PRICES_SECONDS = 60;
/** A place that comes free is offered within the second. */
const WAITING_SECONDS = 1;
const WAITING_RETRY_SECONDS = 5;
/** A phone rings within seconds of an order, and orders that come together share the work of a round. */
const PUSH_SECONDS = 2;
const PUSH_RETRY_SECONDS = 5;
/** How long jobs other than the outbox may take to stop. */
const GRACE_MS = 7_000;

interface ShopJobsSettings {
  shop: Shop;
  /** Deletes the pictures of deleted photos. */
  cleanPictures?: (() => Promise<void>) | undefined;
  reconcileSeconds: number;
  retentionDays: number;
}

/** The background jobs other than the outbox. All run at every start too. */
export function shopJobs(settings: ShopJobsSettings): Omit<JobSettings, 'log'>[] {
  const { shop, reconcileSeconds, retentionDays } = settings;
  return [
    {
      name: 'reconcile',
      everySeconds: reconcileSeconds,
      async run() {
        await reconcile(shop, Math.min(RECONCILE_AFTER_SECONDS, reconcileSeconds));
        await lapseQuotes(shop);
      },
    },
    { name: 'refunds', everySeconds: reconcileSeconds, run: () => finishRefunds(shop) },
    {
      name: 'recover-orders',
      // A backup may have been restored.
      everySeconds: DAY_SECONDS,
      // The cakes of missing orders may be due tomorrow.
      retrySeconds: reconcileSeconds,
      run: () => recoverOrders(shop),
    },
    { name: 'balance', everySeconds: BALANCE_SECONDS, run: () => syncBalance(shop) },
    {
      name: 'waiting-list',
      everySeconds: WAITING_SECONDS,
      retrySeconds: WAITING_RETRY_SECONDS,
      run: () => tendWaitingList(shop),
    },
    {
      name: 'sync-prices',
      everySeconds: PRICES_SECONDS,
      run: () => syncPrices(shop),
    },
    {
      name: 'pushes',
      everySeconds: PUSH_SECONDS,
      retrySeconds: PUSH_RETRY_SECONDS,
      async run() {
        await deliverPushes(shop);
      },
    },
    { name: 'alerts', everySeconds: ALERT_SECONDS, run: () => alertOwner(shop) },
    {
      name: 'retention',
      everySeconds: DAY_SECONDS,
      async run() {
        await anonymiseOldOrders(shop, retentionDays);
        // After their orders.
        await anonymiseOldRequests(shop, retentionDays);
        await deletePastEntries(shop);
        await maintainStaff(shop, retentionDays);
        await removeDeadSubscriptions(shop.db);
        await deleteExpiredUses(shop);
      },
    },
    {
      name: 'photos',
      // What is deleted can be undone for a day.
      everySeconds: DAY_SECONDS,
      async run() {
        await removeDeletedPhotos(shop);
        await settings.cleanPictures?.();
      },
    },
  ];
}

/** Starts the background jobs. */
export function startShopJobs(settings: ShopJobsSettings): { stop(): Promise<void> } {
  const { shop } = settings;
  const { log } = shop;
  const outbox = startJob({
    name: 'outbox',
    everySeconds: OUTBOX_SECONDS,
    log,
    async run(stopping) {
      let due = 1;
      while (due > 0 && !stopping.aborted) due = await deliverEmails(shop);
    },
  });
  const others = shopJobs(settings).map((job) => startJob({ ...job, log }));
  let stopped: Promise<unknown> | undefined;
  return {
    async stop() {
      // The others can be interrupted anywhere and resume at the next start; an e-mail would be sent twice.
      stopped ??= Promise.all([
        outbox.stop(),
        Promise.race([
          Promise.all(others.map((job) => job.stop())),
          new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref()),
        ]),
      ]);
      await stopped;
    },
  };
}
