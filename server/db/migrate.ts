import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from './database-errors.ts';
import { catalogue } from './migrations/001-catalogue.ts';
import { orders } from './migrations/002-orders.ts';
import { botCheck } from './migrations/003-bot-check.ts';
import { rateLimits } from './migrations/004-rate-limits.ts';
import { retention } from './migrations/005-retention.ts';
import { hiddenCakes } from './migrations/006-hidden-cakes.ts';
import { changes } from './migrations/007-changes.ts';
import { shelves } from './migrations/008-shelves.ts';
import { payments } from './migrations/009-payments.ts';
import { outboxRevisions } from './migrations/010-outbox-revisions.ts';
import { daysAhead } from './migrations/011-days-ahead.ts';
import { orderNumbers } from './migrations/013-order-numbers.ts';
import { customerEmails } from './migrations/014-customer-emails.ts';
import { seasons } from './migrations/015-seasons.ts';
import { staff } from './migrations/016-staff.ts';
import { orderBook } from './migrations/017-order-book.ts';
import { preciseAllergens } from './migrations/018-precise-allergens.ts';
import { alerts } from './migrations/019-alerts.ts';
import { printedSheets } from './migrations/020-printed-sheets.ts';
import { cakes } from './migrations/021-cakes.ts';
import { photos } from './migrations/022-photos.ts';
import { calendar } from './migrations/023-calendar.ts';
import { words } from './migrations/024-words.ts';
import { ledger } from './migrations/025-ledger.ts';
import { capacity } from './migrations/026-capacity.ts';
import { refunds } from './migrations/027-refunds.ts';
import { customerLink } from './migrations/028-customer-link.ts';
import { phoneOrders } from './migrations/029-phone-orders.ts';
import { writtenEmails } from './migrations/030-written-emails.ts';
import { calendarFeeds } from './migrations/031-calendar-feeds.ts';
import { payLinkCopies } from './migrations/032-pay-link-copies.ts';
import { orderTraces } from './migrations/045-order-traces.ts';
import { oneOutbox } from './migrations/046-one-outbox-breaking.ts';
import { waitingEmails } from './migrations/047-waiting-emails.ts';
import { customerChanges } from './migrations/048-customer-changes.ts';
import { paymentEmails } from './migrations/049-payment-emails.ts';
import { markTables } from './shop-tables.ts';
import type { Tables } from './tables.ts';

/** By name, in order. Listed by hand, because the server runs as a bundle. */
export const migrations: Record<string, Migration> = {
  '001-catalogue': catalogue,
  '002-orders': orders,
  '003-bot-check': botCheck,
  '004-rate-limits': rateLimits,
  '005-retention': retention,
  '006-hidden-cakes': hiddenCakes,
  '007-changes': changes,
  '008-shelves': shelves,
  '009-payments': payments,
  '010-outbox-revisions': outboxRevisions,
  '011-days-ahead': daysAhead,
  '013-order-numbers': orderNumbers,
  '014-customer-emails': customerEmails,
  '015-seasons': seasons,
  '016-staff': staff,
  '017-order-book': orderBook,
  '018-precise-allergens': preciseAllergens,
  '019-alerts': alerts,
  '020-printed-sheets': printedSheets,
  '021-cakes': cakes,
  '022-photos': photos,
  '023-calendar': calendar,
  '024-words': words,
  '025-ledger': ledger,
  '026-capacity': capacity,
  '027-refunds': refunds,
  '028-customer-link': customerLink,
  '029-phone-orders': phoneOrders,
  '030-written-emails': writtenEmails,
  '031-calendar-feeds': calendarFeeds,
  '032-pay-link-copies': payLinkCopies,
  '045-order-traces': orderTraces,
  '046-one-outbox-breaking': oneOutbox,
  '047-waiting-emails': waitingEmails,
  '048-customer-changes': customerChanges,
  '049-payment-emails': paymentEmails,
};

/**
 * Whether the previous version cannot work with a migration's schema; other migrations only add
 * (CONTRIBUTING.md). It is in the name, the only thing an older version knows of a newer migration.
 */
export function isBreaking(migration: string): boolean {
  return migration.endsWith('-breaking');
}

const RECOVERY =
  'Start the newer version again, or restore a backup from before the update (npm run db:restore).';

/** Applies the missing migrations under a lock. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    // Kysely reports a newer version's migrations as corrupted.
    const { newer } = await compareMigrations(db).catch(() => ({ newer: [] }));
    if (newer.length === 0) throw error;
    const message = `${appliedByNewer(newer)} This version cannot be started on it. ${RECOVERY}`;
    throw new OperatorError(message, { cause: error });
  }
  await markTables(db);
}

/** The answer of `/readyz`, with notes for the operator. */
export interface Readiness {
  ready: boolean;
  notes: string[];
}

/** @throws if the database cannot be reached. */
export async function checkSchema(db: Kysely<Tables>): Promise<Readiness> {
  const { missing, newer } = await compareMigrations(db);
  if (missing.length > 0) {
    return { ready: false, notes: [`Migrations not applied: ${missing.join(', ')}.`] };
  }
  if (newer.length === 0) return { ready: true, notes: [] };
  const ready = !newer.some(isBreaking);
  const meaning = ready
    ? 'This version can serve beside it, but cannot be started again.'
    : `This version cannot work with it. ${RECOVERY}`;
  return { ready, notes: [`${appliedByNewer(newer)} ${meaning}`] };
}

/** @returns the migrations that this version does not know. */
export function newerMigrations(applied: string[]): string[] {
  return applied.filter((name) => !(name in migrations));
}

/** False for another application's migrations. */
export function areShopMigrations(applied: string[]): boolean {
  return ['001-catalogue', '002-orders'].every((name) => applied.includes(name));
}

async function compareMigrations(db: Kysely<Tables>) {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  const applied = rows.map(({ name }) => name);
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    newer: newerMigrations(applied),
  };
}

function appliedByNewer(newer: string[]): string {
  return `A newer version of the shop has applied ${newer.join(', ')} to the database.`;
}
