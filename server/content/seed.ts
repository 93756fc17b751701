import type { Kysely } from 'kysely';
import * as z from 'zod';
import { StoredCalendar } from '#domain/calendar/rules.ts';
import { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { calendarDocument } from './calendar.ts';
import { StoredCake } from './catalogue.ts';
import { changeContent, type NewDocument, writeDocument } from './documents.ts';

/** The catalogue and the calendar of cafe/. */
const Seed = z.object({
  categories: z.array(Category).min(1),
  cakes: z.array(Cake).min(1),
  calendar: StoredCalendar,
});
export type Seed = z.infer<typeof Seed>;

/** Fills the database of a new shop. Does nothing if there are cakes: from then on the database counts. */
export async function seed(db: Kysely<Tables>, contents: Seed): Promise<void> {
  if (!(await isEmpty(db))) return;
  const { categories, cakes, calendar } = Seed.parse(contents);
  const slugs = categories.map(({ slug }) => slug);
  const documents = [
    calendarDocument(calendar),
    ...categories
      .toSorted((one, other) => one.id - other.id)
      .map(({ id: _, slug, ...body }): NewDocument => ({ kind: 'category', id: slug, body })),
    ...cakes.map((cake): NewDocument => {
      const unknown = cake.category.filter((slug) => !slugs.includes(slug));
      if (unknown.length > 0) throw new Error(`${cake.id} is in no known category: ${unknown}.`);
      // Schemas remove the id and the price ids.
      const state = { slug: cake.slug ?? cake.id, hidden: false, archived: false };
      return { kind: 'cake', id: cake.id, body: StoredCake.parse({ ...cake, ...state }) };
    }),
  ];
  // One at a time: several servers may start at once.
  await changeContent(db, async (trx) => {
    if (!(await isEmpty(trx))) return;
    const edit = { at: dbTime(trx), by: null };
    for (const document of documents) await writeDocument(trx, document, edit);
  });
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const cake = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'cake')
    .limit(1)
    .executeTakeFirst();
  return cake === undefined;
}
