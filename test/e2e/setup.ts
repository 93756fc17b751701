import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeShopPorts, startRunningShop } from '../../harness/running-shop.ts';
import { startPostgres } from '../postgres.ts';

/** Starts one PostgreSQL server, in which each worker creates a database, and fills a data folder that workers copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const [{ server, stop }, dataDir] = await Promise.all([startPostgres(), stockedFolder()]);
  process.env.E2E_POSTGRES = JSON.stringify(server);
  process.env.E2E_STOCKED = dataDir;
  return stop;
}

/** The data of a shop on SQLite after its first start, whose prices cost more CPU to make than most tests. */
async function stockedFolder(): Promise<string> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'battenberg-stocked-'));
  const shop = await startRunningShop(await freeShopPorts(20_000), { DATA_DIR });
  await shop.stop();
  return DATA_DIR;
}
