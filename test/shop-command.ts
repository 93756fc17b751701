import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { type Database, type DatabaseLocation, openDatabase } from '#server/db/open-database.ts';
import { clockVariables } from './clock.ts';

const run = promisify(execFile);

/** Runs a command of `server/commands` in a child process. */
export async function shopCommand(
  { databaseUrl = '', dataDir }: DatabaseLocation,
  words: string[],
  variables: NodeJS.ProcessEnv = {},
) {
  const [name, ...more] = words;
  const where = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const { NODE_COMPILE_CACHE, PATH } = process.env;
  const env = { ...clockVariables, NODE_COMPILE_CACHE, PATH, ...where, ...variables };
  try {
    const said = await run(process.execPath, [`server/commands/${name}.ts`, ...more], { env });
    return { code: 0, ...said };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code, stdout, stderr };
  }
}

/** @returns the path of a backup file in a new temporary folder. */
export async function backupFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'monday');
}

/** Composes a shop, passes it to a function and closes it. */
export async function inShop(
  where: DatabaseLocation,
  work: (shop: Database) => Promise<unknown>,
): Promise<void> {
  const shop = await openDatabase(where);
  await work(shop);
  await shop.close();
}
