import type { Kysely, Selectable, Transaction } from 'kysely';
import { type Cake, Category } from '#domain/catalogue/catalogue.ts';
import type { CakeRange, Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { CakeFilter } from '#domain/catalogue/diets.ts';
import { Pence } from '#domain/pence.ts';
import type { Changes } from '#domain/ports.ts';
import { canBeStored, readCakeParts } from './cake-rows.ts';
import { noteChange } from './changes.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Tables } from './tables.ts';
import { createVersionedCache } from './versioned-cache.ts';

/** The most cached cakes: a few megabytes. */
const MAX_CACHED_CAKES = 1_000;

/** @param version the version that the cached cakes are compared with. */
export function createCatalogue(db: Kysely<Tables>, version: Changes['version']): Catalogue {
  const currentCakes = createVersionedCache<Cake>(version, MAX_CACHED_CAKES);
  return {
    async categories() {
      const rows = await db.selectFrom('categories').selectAll().orderBy('id').execute();
      return rows.map(toCategory);
    },

    async category(slug) {
      if (!canBeStored(slug)) return undefined;
      const row = await db
        .selectFrom('categories')
        .selectAll()
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row && toCategory(row);
    },

    cakes: () =>
      readSnapshot(db, async (moment) =>
        readCakeParts(moment, await allOf(moment, 'cake').selectAll().execute()),
      ),

    page: (part) => readSnapshot(db, (moment) => readCakePage(moment, part)),

    async addresses() {
      const rows = await db
        .selectFrom('cake_categories')
        .select(['cake_id', 'slug'])
        .where('position', '=', 0)
        .where('cake_hidden', '=', 0)
        .orderBy('cake_position')
        .execute();
      return rows.map(({ cake_id, slug }) => ({ id: cake_id, category: [slug] }));
    },

    personalTouches: () =>
      readSnapshot(db, async (moment) =>
        readCakeParts(moment, await allOf(moment, 'personal-touch').selectAll().execute()),
      ),

    seasonal: () =>
      readSnapshot(db, async (moment) =>
        readCakeParts(
          moment,
          await allOf(moment, 'cake').where('season', 'is not', null).selectAll().execute(),
        ),
      ),

    async lowestPrice() {
      const row = await db
        .selectFrom('sizes')
        .innerJoin('cakes', 'cakes.id', 'sizes.cake_id')
        .where('cakes.kind', '=', 'cake')
        .where('cakes.hidden', '=', 0)
        .select(({ fn }) => fn.min('sizes.price').as('price'))
        .executeTakeFirst();
      return row?.price ?? undefined;
    },

    async byIds(wanted) {
      const ids = [...new Set(wanted)].filter(canBeStored);
      const cached = await currentCakes();
      const missing = ids.filter((id) => !cached.has(id));
      for (const cake of await readCakes(db, missing)) cached.set(cake.id, cake);
      return ids.flatMap((id) => cached.get(id) ?? []);
    },

    async setPriceIds(priced) {
      // One transaction each, so that none deadlocks with a seed. If it is interrupted, the next sync
      // writes the rest.
      for (const { sizeId, price, stripePriceId } of priced) {
        await changeCake(db, (trx) =>
          trx
            .updateTable('sizes')
            .set({ api: stripePriceId })
            .where('id', '=', sizeId)
            .where('price', '=', price)
            .where('api', 'is distinct from', stripePriceId)
            .returning('cake_id as id')
            .executeTakeFirst(),
        );
      }
    },

    entries: () =>
      readSnapshot(db, async (moment) => {
        const rows = await moment.selectFrom('cakes').selectAll().orderBy('position').execute();
        const hidden = new Set(rows.filter((row) => row.hidden === 1).map(({ id }) => id));
        const cakes = await readCakeParts(moment, rows);
        return cakes.map((cake) => ({ cake, hidden: hidden.has(cake.id) }));
      }),

    setPrice: ({ sizeId, price, stripePriceId }) =>
      changeCake(db, (trx) =>
        trx
          .updateTable('sizes')
          .set({ price: Pence.positive().parse(price), api: stripePriceId })
          .where('id', '=', sizeId)
          .where(({ or, eb }) =>
            or([eb('price', '<>', price), eb('api', 'is distinct from', stripePriceId)]),
          )
          .returning('cake_id as id')
          .executeTakeFirst(),
      ),

    setHidden: (cakeId, hidden) =>
      changeCake(db, (trx) =>
        trx
          .updateTable('cakes')
          .set({ hidden: hidden ? 1 : 0 })
          .where('id', '=', cakeId)
          .where('hidden', '=', hidden ? 0 : 1)
          .returning('id')
          .executeTakeFirst(),
      ),
  };
}

async function readCakes(db: Kysely<Tables>, ids: string[]): Promise<Cake[]> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return [];
  return readSnapshot(db, async (moment) =>
    readCakeParts(
      moment,
      await moment
        .selectFrom('cakes')
        .selectAll()
        .where('id', 'in', ids)
        .where('hidden', '=', 0)
        .execute(),
    ),
  );
}

/**
 * @param change returns the id of the changed cake, if any.
 * @returns whether a cake was changed.
 */
function changeCake(
  db: Kysely<Tables>,
  change: (trx: Transaction<Tables>) => Promise<{ id: string } | undefined>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await change(trx);
    if (!changed) return false;
    await noteChange(trx, [`/cakes/${changed.id}`]);
    return true;
  });
}

function toCategory({ description, ...row }: Selectable<Tables['categories']>): Category {
  return Category.parse({ ...row, desc: description });
}

function allOf(db: Kysely<Tables>, kind: Cake['kind']) {
  return db
    .selectFrom('cakes')
    .where('kind', '=', kind)
    .where('hidden', '=', 0)
    .orderBy('position');
}

/**
 * Reads a range of a category's cakes, or of all. The ids come from an index alone, and only the range's
 * cakes are read, so the cost does not grow with the catalogue.
 */
async function readCakePage(
  db: Kysely<Tables>,
  { category, filter, offset, limit }: CakeRange,
): Promise<{ cakes: Cake[]; total: number }> {
  if (category !== undefined && !canBeStored(category)) return { cakes: [], total: 0 };
  const listed = category === undefined ? allCakes(db, filter) : cakesOf(db, category);
  const { total } = await db
    .selectFrom(listed.as('listed'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const part = db
    .selectFrom(listed.as('listed'))
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

/** Uses the index `cakes_by_kind`. With a filter it reads every cake's row. */
function allCakes(db: Kysely<Tables>, { without, servingInfo }: CakeFilter = NO_FILTER) {
  return (
    db
      .selectFrom('cakes')
      .select(['id', 'position'])
      .where('kind', '=', 'cake')
      .where('hidden', '=', 0)
      // The columns are JSON lists of names, and no name is a part of another in quotes.
      .where(({ and, eb }) =>
        and([
          ...without.map((name) => eb('allergens', 'not like', `%"${name}"%`)),
          ...servingInfo.map((name) => eb('serving_info', 'like', `%"${name}"%`)),
        ]),
      )
  );
}

const NO_FILTER: CakeFilter = { without: [], servingInfo: [] };

/** Uses the index `cake_categories_shelf`. */
function cakesOf(db: Kysely<Tables>, category: string) {
  return db
    .selectFrom('cake_categories')
    .select(['cake_id as id', 'cake_position as position'])
    .where('slug', '=', category)
    .where('cake_hidden', '=', 0);
}
