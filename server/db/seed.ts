import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod';
import { CalendarRules } from '#domain/calendar/rules.ts';
import { CafeCake } from '#domain/catalogue/cafe-cake.ts';
import { Category } from '#domain/catalogue/catalogue.ts';
import { columnsOf, readSlugs } from './cake-edits.ts';
import { jsonOrNull, readEntries } from './cake-rows.ts';
import { writeGeneralRules } from './calendar.ts';
import { noteChange } from './changes.ts';
import type { Tables } from './tables.ts';
import { readSnapshot } from './transactions.ts';

/** The catalogue and the calendar of cafe/. */
export const Seed = z.object({
  categories: z.array(Category).min(1),
  cakes: z.array(CafeCake).min(1),
  calendar: CalendarRules,
});
export type Seed = z.infer<typeof Seed>;

/**
 * Replaces the catalogue and the calendar in one transaction, including the owner's changes (prices,
 * hidden cakes, closed days). Orders keep their own copies. Idempotent.
 * @param how `overwriteWords` shows the words of cafe/ again.
 */
export async function seed(
  db: Kysely<Tables>,
  contents: Seed,
  { overwriteWords } = { overwriteWords: false },
): Promise<void> {
  const { categories, cakes, calendar } = Seed.parse(contents);
  await db.transaction().execute(async (trx) => {
    // First: its only row serializes servers that seed at the same time.
    await writeCalendar(trx, calendar);
    await writeCategories(trx, categories);
    await writeCakes(trx, cakes);
    await writeAddresses(trx, cakes);
    await writeSizes(trx, cakes);
    await writeCakeCategories(trx, cakes);
    if (overwriteWords) await trx.deleteFrom('words').execute();
    const words = overwriteWords ? ['/words'] : [];
    await noteChange(trx, ['/calendar', '/cakes', '/categories', ...words]);
  });
}

/** The catalogue as `seed` writes it; without price ids, which belong to one account at Stripe. */
export function readSeed(db: Kysely<Tables>): Promise<Omit<Seed, 'calendar'>> {
  return readSnapshot(db, async (snapshot) => {
    const rows = await snapshot
      .selectFrom('cakes')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute();
    const addresses = await snapshot
      .selectFrom('cake_addresses')
      .selectAll()
      .orderBy('slug')
      .execute();
    const categories = await snapshot.selectFrom('categories').selectAll().orderBy('id').execute();
    const entries = await readEntries(snapshot, rows);
    const cakes = entries.map(({ cake, hidden, archived, points }, place) => {
      const { archived_at = null, former_categories = null } = rows[place] ?? {};
      const formerSlugs = addresses
        .filter(({ cake_id, slug }) => cake_id === cake.id && slug !== cake.id)
        .flatMap(({ slug }) => (slug === cake.slug ? [] : slug));
      const formerCategories = readSlugs(former_categories);
      return {
        ...cake,
        sizes: cake.sizes.map((size) => ({ ...size, api: null, points: points[size.id] })),
        ...(hidden && { hidden }),
        ...(archived && archived_at && { archivedAt: archived_at }),
        ...(formerSlugs.length > 0 && { formerSlugs }),
        ...(formerCategories.length > 0 && { formerCategories }),
      };
    });
    return Seed.omit({ calendar: true }).parse({
      cakes,
      categories: categories.map(({ description, ...category }) => ({
        ...category,
        desc: description,
      })),
    });
  });
}

/** True for a new shop. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const cake = await db.selectFrom('cakes').select('id').limit(1).executeTakeFirst();
  return cake === undefined;
}

async function writeCalendar(trx: Transaction<Tables>, rules: CalendarRules): Promise<void> {
  await writeGeneralRules(trx, rules);
  await trx.deleteFrom('forbidden_days').execute();
  const days = [...new Set(rules.forbiddenDays)].map((day) => ({
    day,
    reason: rules.closedReasons?.[day] ?? null,
  }));
  if (days.length > 0) await trx.insertInto('forbidden_days').values(days).execute();
  await trx.deleteFrom('extra_days').execute();
  const extra = [...new Set(rules.extraDays)].map((day) => ({ day }));
  if (extra.length > 0) await trx.insertInto('extra_days').values(extra).execute();
}

async function writeCategories(trx: Transaction<Tables>, categories: Category[]): Promise<void> {
  await trx.deleteFrom('cake_categories').execute();
  await trx.deleteFrom('categories').execute();
  await trx
    .insertInto('categories')
    .values(categories.map(({ desc, ...category }) => ({ ...category, description: desc })))
    .execute();
}

async function writeCakes(trx: Transaction<Tables>, cakes: CafeCake[]): Promise<void> {
  const rows = cakes.map((cake, position) => ({
    id: cake.id,
    kind: cake.kind,
    position,
    ...columnsOf({
      ...cake,
      hidden: cake.hidden ?? false,
      archived: cake.archivedAt !== undefined,
    }),
    slug: cake.slug ?? null,
    archived_at: cake.archivedAt ?? null,
    former_categories: jsonOrNull(cake.formerCategories),
  }));
  await deleteAllBut(trx, 'cakes', rows);
  for (const chunk of chunks(rows)) {
    await trx
      .insertInto('cakes')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          kind: ref('excluded.kind'),
          title: ref('excluded.title'),
          description: ref('excluded.description'),
          img: ref('excluded.img'),
          imgs: ref('excluded.imgs'),
          allergens: ref('excluded.allergens'),
          serving_info: ref('excluded.serving_info'),
          off_message: ref('excluded.off_message'),
          position: ref('excluded.position'),
          hidden: ref('excluded.hidden'),
          season: ref('excluded.season'),
          contains: ref('excluded.contains'),
          may_contain: ref('excluded.may_contain'),
          ingredients: ref('excluded.ingredients'),
          lead_days: ref('excluded.lead_days'),
          unavailable_until: ref('excluded.unavailable_until'),
          slug: ref('excluded.slug'),
          archived_at: ref('excluded.archived_at'),
          former_categories: sql<string | null>`coalesce(excluded.former_categories,
            cakes.former_categories)`,
        })),
      )
      .execute();
  }
}

/** Addresses of the owner's cakes stay reserved, also former ones. */
async function writeAddresses(trx: Transaction<Tables>, cakes: CafeCake[]): Promise<void> {
  const rows = cakes.flatMap(({ id, slug, formerSlugs = [] }) =>
    [...(slug === undefined ? [] : [slug]), ...formerSlugs].map((each) => ({
      slug: each,
      cake_id: id,
    })),
  );
  for (const chunk of chunks(rows)) {
    await trx
      .insertInto('cake_addresses')
      .values(chunk)
      .onConflict((taken) =>
        taken.column('slug').doUpdateSet(({ ref }) => ({ cake_id: ref('excluded.cake_id') })),
      )
      .execute();
  }
}

async function writeSizes(trx: Transaction<Tables>, cakes: CafeCake[]): Promise<void> {
  const rows = cakes.flatMap((cake) =>
    cake.sizes.map(({ points = null, ...size }, position) => ({
      ...size,
      cake_id: cake.id,
      position,
      points,
    })),
  );
  await deleteAllBut(trx, 'sizes', rows);
  for (const chunk of chunks(rows)) {
    await trx
      .insertInto('sizes')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          cake_id: ref('excluded.cake_id'),
          position: ref('excluded.position'),
          size: ref('excluded.size'),
          slices: ref('excluded.slices'),
          price: ref('excluded.price'),
          points: ref('excluded.points'),
          // A price id of the payment provider charges the amount it was created with.
          api: sql<string | null>`coalesce(excluded.api,
            case when sizes.price = excluded.price then sizes.api end)`,
        })),
      )
      .execute();
  }
}

async function deleteAllBut(
  trx: Transaction<Tables>,
  table: 'cakes' | 'sizes',
  kept: { id: string }[],
): Promise<void> {
  const ids = new Set(kept.map(({ id }) => id));
  const existing = await trx.selectFrom(table).select('id').execute();
  const removed = existing.map(({ id }) => id).filter((id) => !ids.has(id));
  for (const chunk of chunks(removed)) {
    await trx.deleteFrom(table).where('id', 'in', chunk).execute();
  }
}

async function writeCakeCategories(trx: Transaction<Tables>, cakes: CafeCake[]): Promise<void> {
  const rows = cakes.flatMap(({ id, kind, category, ...cake }, place) =>
    // Personal touches have no category.
    [...new Set(kind === 'cake' ? category : [])].map((slug, position) => ({
      cake_id: id,
      slug,
      position,
      cake_hidden: isHidden(cake) ? 1 : 0,
      cake_position: place,
    })),
  );
  for (const chunk of chunks(rows)) {
    await trx.insertInto('cake_categories').values(chunk).execute();
  }
}

/** An archived cake is hidden too. */
function isHidden({ hidden, archivedAt }: Pick<CafeCake, 'hidden' | 'archivedAt'>): boolean {
  return hidden === true || archivedAt !== undefined;
}

/** SQLite takes 32,766 values in one statement, PostgreSQL 65,535; no row here has fifty. */
const ROWS_PER_STATEMENT = 500;

function* chunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
