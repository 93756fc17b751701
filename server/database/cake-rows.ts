import type { Kysely, Selectable } from 'kysely';
import { Cake } from '#domain/catalogue/catalogue.ts';
import type { Tables } from './tables.ts';

type CakeRow = Selectable<Tables['cakes']>;

/** Reads the sizes and categories of cakes in two queries. */
export async function readCakeParts(db: Kysely<Tables>, rows: CakeRow[]): Promise<Cake[]> {
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
      ...(row.season !== null && { season: JSON.parse(row.season) }),
    }),
  );
}

/** PostgreSQL cannot store NUL and rejects it in a query. */
export function canBeStored(name: string): boolean {
  return !name.includes('\0');
}
