import { spawnSync } from 'node:child_process';
import * as demo from '#cafe/catalogue.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import type { BenchDatabases, DatabaseName } from '../databases.ts';
import { shopVariables } from '../start-shop.ts';
import { type Full, fill } from './fill.ts';

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];
export type OfBoth<What> = Record<Size, What>;

/** A category's first page, full: what the large shop shows there too. */
export const SMALL = { cakes: 24, orders: 0 };
export const CATEGORY = 'celebration-cakes';

/** The same cafe twice: as it opens, and after years of success. */
export async function prepare(
  databases: BenchDatabases,
  name: DatabaseName,
  servicesPort: number,
  full: Full,
): Promise<OfBoth<DatabaseLocation>> {
  const small = await openCafe(await databases.fresh(name), servicesPort);
  const large = await openCafe(await databases.fresh(name), servicesPort);
  await fill(large, full);
  return { small, large };
}

async function openCafe(where: DatabaseLocation, servicesPort: number): Promise<DatabaseLocation> {
  const database = await openDatabase(where);
  const cakes = demo.catalogue.cakes.filter(({ kind }) => kind === 'cake').slice(0, SMALL.cakes);
  await database.seed({
    categories: demo.catalogue.categories,
    cakes: [
      ...cakes.map((cake) => ({ ...cake, category: [CATEGORY] })),
      ...demo.catalogue.cakes.filter(({ kind }) => kind === 'personal-touch'),
    ],
    calendar: demo.calendar,
  });
  await database.close();
  // So that these can be paid; the copies are only looked at.
  const { status } = spawnSync(process.execPath, ['server/commands/stripe-sync.ts'], {
    env: shopVariables(where, servicesPort),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The prices were not made.');
  return where;
}
