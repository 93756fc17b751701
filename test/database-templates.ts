import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { compose } from '#server/compose.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { openBotCheck } from './open-bot-check.ts';
import { createDatabase } from './postgres.ts';

// Created once in each test process and copied for each test, because migrations, RSA keys and the prices
// of the practice Stripe cost more CPU than most tests.

const TEMPLATE_FOLDER = join(tmpdir(), 'battenberg-template-');

let sqlite: Promise<string> | undefined;
let postgres: Promise<string> | undefined;
let practiceStripe: Promise<string> | undefined;

/** @returns the data folder of a migrated shop that has the keys of the bot check. */
export function sqliteTemplate(): Promise<string> {
  sqlite ??= makeSqlite();
  return sqlite;
}

/** Copies a migrated database that has the keys of the bot check. @returns the copy's URL. */
export async function copyOfPostgresTemplate(): Promise<string> {
  postgres ??= makePostgres();
  return createDatabase(inject('postgres'), 'test', await postgres);
}

/** @returns the data folder of a practice Stripe that has the prices of the cafe's catalogue. */
export function practiceStripeTemplate(): Promise<string> {
  practiceStripe ??= makePracticeStripe();
  return practiceStripe;
}

async function makeSqlite(): Promise<string> {
  const dataDir = await mkdtemp(TEMPLATE_FOLDER);
  await migrateAndAddKeys({ dataDir });
  return dataDir;
}

async function makePostgres(): Promise<string> {
  const databaseUrl = await createDatabase(inject('postgres'), 'template');
  await migrateAndAddKeys({ databaseUrl, dataDir: 'not used' });
  return databaseUrl;
}

async function migrateAndAddKeys(where: DatabaseLocation): Promise<void> {
  const database = await openDatabase(where);
  const clock = { now: () => new Date().toISOString() };
  await openBotCheck(database, clock).botCheck.maintain();
  await database.close();
}

async function makePracticeStripe(): Promise<string> {
  const dataDir = await mkdtemp(TEMPLATE_FOLDER);
  const stripe = await startPracticeStripe({ port: 0, publicHost: '127.0.0.1', dataDir });
  const env = readEnv({ DATA_DIR: await mkdtemp(TEMPLATE_FOLDER), STRIPE_ORIGIN: stripe.origin });
  const composed = await compose(env, createLog('silent'));
  await composed.shop.syncPrices();
  await composed.close();
  await stripe.close();
  return dataDir;
}
