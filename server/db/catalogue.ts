import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { CakeContent, type CakeVersion } from '#domain/catalogue/cake-content.ts';
import { type Cake, Category } from '#domain/catalogue/catalogue.ts';
import type { CakeFilter } from '#domain/catalogue/diets.ts';
import { parseJson } from '#domain/guard.ts';
import type { CakeRange, Catalogue } from '#server/content/catalogue-ports.ts';
import type { Changes } from '#server/ports.ts';
import { changeCake, placeCake, readEntry, readSlugs, saveCake } from './cake-edits.ts';
import { canBeStored, readCakeParts, readEntries } from './cake-rows.ts';
import { bumpContentVersion } from './changes.ts';
import type { Tables } from './tables.ts';
import { readSnapshot } from './transactions.ts';
import { createVersionedCache, createVersionedRead } from './versioned-cache.ts';

/** The most cached cakes: a few megabytes. */
const MAX_CACHED_CAKES = 1_000;

/** @param version the version that the cached cakes are compared with. */
export function createCatalogue(db: Kysely<Tables>, version: Changes['version']): Catalogue {
  const currentCakes = createVersionedCache<Cake>(version, MAX_CACHED_CAKES);

  async function byIds(wanted: string[]): Promise<Cake[]> {
    const ids = [...new Set(wanted)].filter(canBeStored);
    const cached = await currentCakes();
    const missing = ids.filter((id) => !cached.has(id));
    // PostgreSQL rejects an empty list.
    if (missing.length > 0) {
      const read = await readCakes(db, (visible) => visible.where('id', 'in', missing));
      for (const cake of read) cached.set(cake.id, cake);
    }
    return ids.flatMap((id) => cached.get(id) ?? []);
  }

  /** The visible cake that has or had the slug. */
  async function byAnySlug(slug: string): Promise<Cake | undefined> {
    if (!canBeStored(slug)) return undefined;
    const [cake] = await byIds([slug]);
    if (cake) return cake;
    const address = await db
      .selectFrom('cake_addresses')
      .select('cake_id')
      .where('slug', '=', slug)
      .executeTakeFirst();
    return address && (await byIds([address.cake_id]))[0];
  }

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

    cakes: () => readCakes(db, (visible) => visible.where('kind', '=', 'cake')),

    page: (part) => readSnapshot(db, (snapshot) => readCakePage(snapshot, part)),

    async addresses() {
      const rows = await db
        .selectFrom('cake_categories')
        .innerJoin('cakes', 'cakes.id', 'cake_categories.cake_id')
        .select(['cakes.id', 'cakes.slug', 'cake_categories.slug as category'])
        .where('cake_categories.position', '=', 0)
        .where('cake_hidden', '=', 0)
        .orderBy('cake_position')
        .execute();
      return rows.map(({ id, slug, category }) => ({
        id,
        ...(slug !== null && { slug }),
        category: [category],
      }));
    },

    personalTouches: () => readCakes(db, (visible) => visible.where('kind', '=', 'personal-touch')),

    async touchIds() {
      const touches = db.selectFrom('cakes').where('kind', '=', 'personal-touch');
      return (await touches.select('id').execute()).map(({ id }) => id);
    },

    // These two read every cake, for each render of the home page.
    seasonal: createVersionedRead(version, () =>
      readCakes(db, (visible) =>
        visible.where('kind', '=', 'cake').where('season', 'is not', null),
      ),
    ),

    lowestPrice: createVersionedRead(version, async () => {
      const row = await db
        .selectFrom('sizes')
        .innerJoin('cakes', 'cakes.id', 'sizes.cake_id')
        .where('cakes.kind', '=', 'cake')
        .where('cakes.hidden', '=', 0)
        .select(({ fn }) => fn.min('sizes.price').as('price'))
        .executeTakeFirst();
      return row?.price ?? undefined;
    }),

    byIds,

    async bySlug(slug) {
      const cake = await byAnySlug(slug);
      return (cake?.slug ?? cake?.id) === slug ? cake : undefined;
    },

    async moved(category, slug) {
      const cake = await byAnySlug(slug);
      if (!cake || cake.category.includes(category)) return cake;
      const row = await db
        .selectFrom('cakes')
        .select('former_categories')
        .where('id', '=', cake.id)
        .executeTakeFirst();
      return readSlugs(row?.former_categories ?? null).includes(category) ? cake : undefined;
    },

    async setPriceIds(priced) {
      for (const { sizeId, price, stripePriceId } of priced) {
        await db.transaction().execute(async (trx) => {
          const priced = await trx
            .updateTable('sizes')
            .set({ api: stripePriceId })
            .where('id', '=', sizeId)
            .where('price', '=', price)
            .where('api', 'is distinct from', stripePriceId)
            .returning('cake_id')
            .executeTakeFirst();
          if (priced) await bumpContentVersion(trx, ['/cakes']);
        });
      }
    },

    entries: () =>
      readSnapshot(db, async (snapshot) =>
        readEntries(
          snapshot,
          await snapshot.selectFrom('cakes').selectAll().orderBy('position').execute(),
        ),
      ),

    entry: (cakeId) => readSnapshot(db, (snapshot) => readEntry(snapshot, cakeId)),

    async hasPriceId(stripePriceId) {
      const size = await db
        .selectFrom('sizes')
        .select('id')
        .where('api', '=', stripePriceId)
        .limit(1)
        .executeTakeFirst();
      return size !== undefined;
    },

    setHidden: (cakeId, hidden, edit) =>
      changeCake(db, cakeId, edit, async (trx) => {
        const changed = await trx
          .updateTable('cakes')
          .set({ hidden: hidden ? 1 : 0, ...(!hidden && { archived_at: null }) })
          .where('id', '=', cakeId)
          .where('hidden', '=', hidden ? 0 : 1)
          .executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),

    saveCake: (cake, edit) => saveCake(db, cake, edit),
    placeCake: (cakeId, before, list) => placeCake(db, cakeId, before, list),

    versions: (cakeId, limit) =>
      readVersions(db, cakeId, (query) => query.orderBy('number', 'desc').limit(limit)),

    async version(cakeId, number) {
      const found = await readVersions(db, cakeId, (query) => query.where('number', '=', number));
      return found[0];
    },
  };
}

async function readVersions(
  db: Kysely<Tables>,
  cakeId: string,
  choose: (query: VersionQuery) => VersionQuery,
): Promise<CakeVersion[]> {
  if (!canBeStored(cakeId)) return [];
  const rows = await choose(
    db.selectFrom('cake_versions').selectAll().where('cake_id', '=', cakeId),
  ).execute();
  // One that cannot be read does not hide the others.
  return rows.flatMap(({ number, at, person_id, content }) => {
    const read = CakeContent.safeParse(parseJson(content));
    return read.success ? { number, at, by: person_id, content: read.data } : [];
  });
}

type VersionQuery = SelectQueryBuilder<
  Tables,
  'cake_versions',
  Selectable<Tables['cake_versions']>
>;

type CakeQuery = SelectQueryBuilder<Tables, 'cakes', Selectable<Tables['cakes']>>;

/** @param choose which of the visible cakes. */
function readCakes(db: Kysely<Tables>, choose: (visible: CakeQuery) => CakeQuery): Promise<Cake[]> {
  return readSnapshot(db, async (snapshot) => {
    const visible = snapshot.selectFrom('cakes').selectAll().where('hidden', '=', 0);
    return readCakeParts(snapshot, await choose(visible).orderBy('position').execute());
  });
}

function toCategory({ description, ...row }: Selectable<Tables['categories']>): Category {
  return Category.parse({ ...row, desc: description });
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
