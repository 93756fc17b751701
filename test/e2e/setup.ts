import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '../../harness/build.ts';
import { freeShopPorts, startRunningShop } from '../../harness/running-shop.ts';

/**
 * Fills a data folder that workers copy: that of a shop on SQLite after its first start, whose prices cost more CPU to
 * make than most tests.
 */
export default async function setup(): Promise<void> {
  buildIfNeeded();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'battenberg-stocked-'));
  const shop = await startRunningShop(await freeShopPorts(20_000), { DATA_DIR });
  await shop.stop();
  process.env.E2E_STOCKED = DATA_DIR;
}
