import type { Kysely, Selectable } from 'kysely';
import { Cake, Category } from '#domain/catalogue/catalogue.ts';
import type { Catalogue } from '#domain/ports.ts';
import { inOneMoment } from './one-moment.ts';
import type { Tables } from './tables.ts';

export function createCatalogue(db: Kysely<Tables>): Catalogue {
  return {
    async categories() {
      const rows = await db.selectFrom('categories').selectAll().orderBy('id').execute();
      return rows.map(toCategory);
    },

    async category(slug) {
      if (!canBeKept(slug)) return undefined;
      const row = await db
        .selectFrom('categories')
        .selectAll()
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row && toCategory(row);
    },

    cakes: (slug) =>
      inOneMoment(db, async (moment) => {
        const cakes = allOf(moment, 'cake');
        if (slug === undefined) return withParts(moment, await cakes.execute());
        if (!canBeKept(slug)) return [];
        const inCategory = moment
          .selectFrom('cake_categories')
          .select('cake_id')
          .where('slug', '=', slug);
        return withParts(moment, await cakes.where('id', 'in', inCategory).execute());
      }),

    personalTouches: () =>
      inOneMoment(db, async (moment) =>
        withParts(moment, await allOf(moment, 'personal-touch').execute()),
      ),

    async byIds(wanted) {
      const ids = wanted.filter(canBeKept);
      // PostgreSQL does not know an empty list.
      if (ids.length === 0) return [];
      return inOneMoment(db, async (moment) =>
        withParts(
          moment,
          await moment
            .selectFrom('cakes')
            .selectAll()
            .where('id', 'in', ids)
            .orderBy('position')
            .execute(),
        ),
      );
    },

    async setPriceIds(priced) {
      // Each on its own, so that it never waits for a seed that waits for it. If it is cut off, the
      // rest are written when the prices are synced next.
      for (const { sizeId, price, api } of priced) {
        await db
          .updateTable('sizes')
          .set({ api })
          .where('id', '=', sizeId)
          .where('price', '=', price)
          .where('api', 'is distinct from', api)
          .execute();
      }
    },
  };
}

/** PostgreSQL keeps no NUL and fails when asked for one, so nothing can be there under such a name. */
function canBeKept(name: string): boolean {
  return !name.includes('\0');
}

function toCategory({ description, ...row }: Selectable<Tables['categories']>): Category {
  return Category.parse({ ...row, desc: description });
}

function allOf(db: Kysely<Tables>, kind: Cake['kind']) {
  return db.selectFrom('cakes').selectAll().where('kind', '=', kind).orderBy('position');
}

type CakeRow = Selectable<Tables['cakes']>;

/** Cakes with their sizes and categories: two more queries, however many cakes there are. */
async function withParts(db: Kysely<Tables>, rows: CakeRow[]): Promise<Cake[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sizes = await db
    .selectFrom('sizes')
    .selectAll()
    .where('cake_id', 'in', ids)
    .orderBy('position')
    .execute();
  const categories = await db
    .selectFrom('cake_categories')
    .selectAll()
    .where('cake_id', 'in', ids)
    .orderBy('position')
    .execute();
  const sizesOf = Map.groupBy(sizes, ({ cake_id }) => cake_id);
  const categoriesOf = Map.groupBy(categories, ({ cake_id }) => cake_id);
  return rows.map((row) =>
    Cake.parse({
      id: row.id,
      kind: row.kind,
      title: row.title,
      desc: row.description,
      img: row.img,
      imgs: JSON.parse(row.imgs),
      category: (categoriesOf.get(row.id) ?? []).map(({ slug }) => slug),
      sizes: sizesOf.get(row.id) ?? [],
      allergens: JSON.parse(row.allergens),
      servingInfo: JSON.parse(row.serving_info),
      offMessage: row.off_message === 1,
    }),
  );
}
