import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { startJob } from './job.ts';

/** How often it is looked whether a postponed notification is due; fresh ones wake the job. */
const OUTBOX_SECONDS = 1;
/** As many as a mail service takes from one sender without a word. */
const SENT_AT_ONCE = 10;
/** Orders grow a day older once a day; and at every start, for servers that never run that long. */
const RETENTION_SECONDS = 24 * 60 * 60;
/** Younger orders are left alone: their visitors are still typing their card number. */
const RECONCILE_AFTER_SECONDS = 60;

/** While a problem is open, the log says so. */
const WARNING_SECONDS = 15 * 60;
/** At every start too: a backup may have been restored. */
const RECOVERY_SECONDS = 24 * 60 * 60;
/** When Stripe was unreachable: the cakes of missing orders may be due tomorrow. */
const RECOVERY_RETRY_SECONDS = 5 * 60;

/** Much more often than a key is due, so that no visitor waits for one. */
const BOT_CHECK_SECONDS = 60 * 60;

/** How long the other jobs may take to end their rounds when the shop closes. */
const GRACE_MS = 7_000;

interface ShopJobsSettings {
  shop: Pick<
    Shop,
    | 'deliverNotifications'
    | 'reconcile'
    | 'recoverOrders'
    | 'warnOfProblems'
    | 'anonymiseOldOrders'
    | 'maintainBotCheck'
  >;
  log: Log;
  reconcileSeconds: number;
  emailThrottleSeconds: number;
  emailLeaseSeconds: number;
  retentionDays: number;
}

/** What the shop does by itself: tell the cafe about paid orders, look after those that wait, forget the old. */
export function startShopJobs(settings: ShopJobsSettings): {
  /** A notification is waiting. */
  wakeOutbox(): void;
  stop(): Promise<void>;
} {
  const { shop, log, reconcileSeconds, emailThrottleSeconds, emailLeaseSeconds, retentionDays } =
    settings;
  let stopped: Promise<void> | undefined;
  const outbox = startJob({
    name: 'outbox',
    everySeconds:
      emailThrottleSeconds > 0 ? Math.min(emailThrottleSeconds, OUTBOX_SECONDS) : OUTBOX_SECONDS,
    log,
    async run(stopping) {
      let claimed: number;
      do {
        claimed = await shop.deliverNotifications(
          SENT_AT_ONCE,
          emailThrottleSeconds,
          stopping,
          emailLeaseSeconds,
        );
        // Fewer are all there were; whatever has come since has woken the job.
      } while (claimed === SENT_AT_ONCE && !stopping.aborted);
    },
  });
  const reconciling = startJob({
    name: 'reconcile',
    everySeconds: reconcileSeconds,
    log,
    run: () =>
      shop.reconcile({
        olderThan: Math.min(RECONCILE_AFTER_SECONDS, reconcileSeconds),
        every: reconcileSeconds,
      }),
  });
  const recovery = startJob({
    name: 'recover-orders',
    everySeconds: RECOVERY_SECONDS,
    retrySeconds: RECOVERY_RETRY_SECONDS,
    log,
    run: () => shop.recoverOrders(),
  });
  const warning = startJob({
    name: 'warn-of-problems',
    everySeconds: WARNING_SECONDS,
    log,
    run: () => shop.warnOfProblems(),
  });
  const retention = startJob({
    name: 'retention',
    everySeconds: RETENTION_SECONDS,
    log,
    run: () => shop.anonymiseOldOrders(retentionDays),
  });
  const botCheckMaintenance = startJob({
    name: 'bot-check',
    everySeconds: BOT_CHECK_SECONDS,
    log,
    run: () => shop.maintainBotCheck(),
  });
  return {
    wakeOutbox: outbox.wake,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    const others = [reconciling, recovery, warning, retention, botCheckMaintenance].map((job) =>
      job.stop(),
    );
    // They may be cut off anywhere: the next start begins them again. An e-mail would be sent again.
    await Promise.all([outbox.stop(), Promise.race([Promise.all(others), grace()])]);
  }
}

function grace(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref());
}
