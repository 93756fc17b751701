import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { CalendarRules } from '#domain/calendar/rules.ts';
import { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { addCalendar } from '#server/content/calendar.ts';
import { columnsOf } from './cake-edits.ts';
import { bumpContentVersion } from './changes.ts';
import type { Tables } from './tables.ts';

/** The catalogue and the calendar of cafe/. */
export const Seed = z.object({
  categories: z.array(Category).min(1),
  cakes: z.array(Cake).min(1),
  calendar: CalendarRules,
});
export type Seed = z.infer<typeof Seed>;

/** Fills the database of a new shop. Does nothing if there are cakes: from then on the database counts. */
export async function seed(db: Kysely<Tables>, contents: Seed): Promise<void> {
  if (!(await isEmpty(db))) return;
  const { categories, cakes, calendar } = Seed.parse(contents);
  await db.transaction().execute(async (trx) => {
    // First: the row that it locks serializes servers that start at the same time.
    await bumpContentVersion(trx, ['/calendar', '/cakes', '/categories']);
    if (!(await isEmpty(trx))) return;
    await addCalendar(trx, calendar);
    await trx
      .insertInto('categories')
      .values(categories.map(({ desc, ...category }) => ({ ...category, description: desc })))
      .execute();
    await insertCakes(trx, cakes);
  });
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const cake = await db.selectFrom('cakes').select('id').limit(1).executeTakeFirst();
  return cake === undefined;
}

async function insertCakes(trx: Transaction<Tables>, cakes: Cake[]): Promise<void> {
  const rows = cakes.map((cake, position) => ({
    id: cake.id,
    kind: cake.kind,
    position,
    ...columnsOf({ ...cake, hidden: false, archived: false }),
    slug: cake.slug ?? null,
  }));
  for (const chunk of chunks(rows)) await trx.insertInto('cakes').values(chunk).execute();

  const addresses = cakes.flatMap(({ id, slug }) => (slug ? { slug, cake_id: id } : []));
  for (const chunk of chunks(addresses)) {
    await trx.insertInto('cake_addresses').values(chunk).execute();
  }

  const sizes = cakes.flatMap(({ id, ...cake }) =>
    cake.sizes.map((size, position) => ({ ...size, cake_id: id, position })),
  );
  for (const chunk of chunks(sizes)) await trx.insertInto('sizes').values(chunk).execute();

  const categories = cakes.flatMap(({ id, kind, category }, cakePosition) =>
    // Personal touches have no category.
    [...new Set(kind === 'cake' ? category : [])].map((slug, position) => ({
      cake_id: id,
      slug,
      position,
      cake_hidden: 0,
      cake_position: cakePosition,
    })),
  );
  for (const chunk of chunks(categories)) {
    await trx.insertInto('cake_categories').values(chunk).execute();
  }
}

/** SQLite takes 32,766 values in one statement, PostgreSQL 65,535; no row here has fifty. */
const ROWS_PER_STATEMENT = 500;

function* chunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
