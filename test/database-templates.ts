import { copyFile, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { compose } from '#server/compose.ts';
import { syncPrices } from '#server/content/sync-prices.ts';
import { type DatabaseLocation, openDatabase } from '#server/db/open-database.ts';
import { sqlitePath } from '#server/db/open-sqlite.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { createDatabase } from './postgres.ts';

// Created once in each test process and copied for each test, because migrations, the catalogue and its
// prices at the practice Stripe cost more CPU than most tests.

const TEMPLATE_FOLDER = join(tmpdir(), 'battenberg-template-');

const postgres = once(makePostgres);
const stocked = once(makeStocked);
const stockedPostgres = once(makeStockedPostgres);

/** @returns the data folder of a migrated shop. */
export const sqliteTemplate = once(makeSqlite);

/** Copies a migrated database. @returns the copy's URL. */
export async function copyOfPostgresTemplate(): Promise<string> {
  return createDatabase(inject('postgres'), 'test', await postgres());
}

/** @returns the data folder of the same shop after its first start, with its prices at the practice Stripe. */
export async function stockedSqliteTemplate(): Promise<string> {
  return (await stocked()).sqlite;
}

/** @returns the URL of a copy of the same shop's database after its first start. */
export async function copyOfStockedPostgresTemplate(): Promise<string> {
  return createDatabase(inject('postgres'), 'test', await stockedPostgres());
}

/** @returns the data folder of a practice Stripe that has the prices of the cafe's catalogue. */
export async function practiceStripeTemplate(): Promise<string> {
  return (await stocked()).stripe;
}

async function makeSqlite(): Promise<string> {
  const dataDir = await mkdtemp(TEMPLATE_FOLDER);
  await (await openDatabase({ dataDir })).close();
  return dataDir;
}

async function makePostgres(): Promise<string> {
  const databaseUrl = await createDatabase(inject('postgres'), 'template');
  await (await openDatabase({ databaseUrl, dataDir: 'not used' })).close();
  return databaseUrl;
}

async function makeStocked() {
  const [stripe, dataDir] = [await mkdtemp(TEMPLATE_FOLDER), await mkdtemp(TEMPLATE_FOLDER)];
  await copyFile(sqlitePath(await sqliteTemplate()), sqlitePath(dataDir));
  await stock({ dataDir }, stripe);
  return { sqlite: dataDir, stripe };
}

async function makeStockedPostgres(): Promise<string> {
  const databaseUrl = await createDatabase(inject('postgres'), 'template', await postgres());
  const stripe = await mkdtemp(TEMPLATE_FOLDER);
  await cp(await practiceStripeTemplate(), stripe, { recursive: true });
  await stock({ databaseUrl, dataDir: await mkdtemp(TEMPLATE_FOLDER) }, stripe);
  return databaseUrl;
}

/** Starts a shop for the first time. */
async function stock({ databaseUrl, dataDir }: DatabaseLocation, stripeFolder: string) {
  const stripe = await startPracticeStripe({
    port: 0,
    publicHost: '127.0.0.1',
    dataDir: stripeFolder,
  });
  const env = readEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STRIPE_ORIGIN: stripe.origin,
  });
  const composed = await compose(env, createLog('silent'));
  await syncPrices(composed.shop);
  await composed.close();
  await stripe.close();
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
