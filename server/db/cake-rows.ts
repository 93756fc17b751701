import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import { isSameSet } from '#domain/catalogue/allergens.ts';
import {
  Cake,
  type CatalogueEntry,
  PreciseAllergen,
  wordsOf,
} from '#domain/catalogue/catalogue.ts';
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
      ...preciseAllergens(row),
      ...(row.ingredients !== null && { ingredients: row.ingredients }),
      ...(row.lead_days !== null && { leadDays: row.lead_days }),
      ...(row.unavailable_until !== null && { unavailableUntil: row.unavailable_until }),
      ...(row.slug !== null && { slug: row.slug }),
    }),
  );
}

/** Cakes as the owner sees them. */
export async function readEntries(db: Kysely<Tables>, rows: CakeRow[]): Promise<CatalogueEntry[]> {
  if (rows.length === 0) return [];
  const points = await db
    .selectFrom('sizes')
    .select(['id', 'cake_id', 'points'])
    .where(
      'cake_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('points', 'is not', null)
    .execute();
  const pointsOf = Map.groupBy(points, ({ cake_id }) => cake_id);
  const cakes = await readCakeParts(db, rows);
  return rows.flatMap(({ id, hidden, archived_at }, index) => {
    const cake = cakes[index];
    if (!cake) return [];
    return {
      cake,
      hidden: hidden === 1,
      archived: hidden === 1 && archived_at !== null,
      points: Object.fromEntries(
        (pointsOf.get(id) ?? []).map((size) => [size.id, size.points ?? 0]),
      ),
    };
  });
}

export function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Leaves out precise allergens that disagree with the words: only the words were changed. */
function preciseAllergens({ allergens, contains, may_contain }: CakeRow) {
  const precise = z
    .array(PreciseAllergen)
    .nullable()
    .parse(JSON.parse(contains ?? 'null'));
  return {
    ...(precise && isSameSet(wordsOf(precise), JSON.parse(allergens)) && { contains: precise }),
    ...(may_contain !== null && { mayContain: JSON.parse(may_contain) }),
  };
}

/** PostgreSQL cannot store NUL and rejects it in a query. */
export function canBeStored(name: string): boolean {
  return !name.includes('\0');
}
