import type { Kysely } from 'kysely';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { CakeRange } from '#domain/catalogue/catalogue-ports.ts';
import { canBeStored, readCakeParts } from './cake-rows.ts';
import type { Tables } from './tables.ts';

/**
 * Reads a range of a category's cakes, or of all. The ids come from an index alone, and only the range's
 * cakes are read, so the cost does not grow with the catalogue.
 */
export async function readCakePage(
  db: Kysely<Tables>,
  { category, offset, limit }: CakeRange,
): Promise<{ cakes: Cake[]; total: number }> {
  if (category !== undefined && !canBeStored(category)) return { cakes: [], total: 0 };
  const shelf = category === undefined ? allCakes(db) : cakesOf(db, category);
  const { total } = await db
    .selectFrom(shelf.as('shelf'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const part = db
    .selectFrom(shelf.as('shelf'))
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .offset(offset)
    .limit(limit);
  const rows = await db
    .selectFrom('cakes')
    .selectAll()
    .where('id', 'in', part)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { cakes: await readCakeParts(db, rows), total };
}

/** Uses the index `cakes_by_kind`. */
function allCakes(db: Kysely<Tables>) {
  return db
    .selectFrom('cakes')
    .select(['id', 'position'])
    .where('kind', '=', 'cake')
    .where('hidden', '=', 0);
}

/** Uses the index `cake_categories_shelf`. */
function cakesOf(db: Kysely<Tables>, category: string) {
  return db
    .selectFrom('cake_categories')
    .select(['cake_id as id', 'cake_position as position'])
    .where('slug', '=', category)
    .where('cake_hidden', '=', 0);
}
