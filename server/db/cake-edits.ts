import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { type CakeContent, contentOf, type Edit } from '#domain/catalogue/cake-content.ts';
import { type CatalogueEntry, CategorySlug } from '#domain/catalogue/catalogue.ts';
import type { CakeToSave, SavedCake } from '#server/content/catalogue-ports.ts';
import { canBeStored, jsonOrNull, readEntries } from './cake-rows.ts';
import { bumpContentVersion } from './changes.ts';
import type { Tables } from './tables.ts';

type Trx = Transaction<Tables>;

/** @returns undefined when there is no such cake. */
export async function readEntry(
  db: Kysely<Tables>,
  cakeId: string,
): Promise<CatalogueEntry | undefined> {
  if (!canBeStored(cakeId)) return undefined;
  const rows = await db.selectFrom('cakes').selectAll().where('id', '=', cakeId).execute();
  return (await readEntries(db, rows))[0];
}

/**
 * Changes an existing cake and writes a version of it.
 * @param change returns whether it has changed anything.
 */
export function changeCake(
  db: Kysely<Tables>,
  cakeId: string,
  edit: Edit,
  change: (trx: Trx, before: CatalogueEntry) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await lockEntry(trx, cakeId);
    if (!before || !(await change(trx, before))) return false;
    await addVersion(trx, cakeId, before, edit);
    await bumpContentVersion(trx, ['/cakes']);
    return true;
  });
}

/** Rolls the transaction of `saveCake` back. */
class NotSaved extends Error {
  readonly why: Exclude<SavedCake, 'saved'>;
  constructor(why: Exclude<SavedCake, 'saved'>) {
    super(`The cake was not saved: ${why}`);
    this.why = why;
  }
}

export async function saveCake(
  db: Kysely<Tables>,
  cake: CakeToSave,
  edit: Edit,
): Promise<SavedCake> {
  try {
    await db.transaction().execute(async (trx) => {
      const before = await lockEntry(trx, cake.id);
      const found = before && contentOf(before);
      if (JSON.stringify(found) !== JSON.stringify(cake.expected)) throw new NotSaved('outdated');
      const photos = await lockPhotos(trx, [cake.content.img, ...cake.content.imgs]);
      if (photos.some((photo) => photo.deleted_at !== null)) throw new NotSaved('photo-deleted');
      if (!before) await addRow(trx, cake);
      await takeAddress(trx, cake);
      await writeRow(trx, cake, edit);
      await writeSizes(trx, cake);
      await writeCategories(trx, cake);
      await addVersion(trx, cake.id, before, edit);
      await bumpContentVersion(trx, ['/cakes']);
    });
    return 'saved';
  } catch (error) {
    if (error instanceof NotSaved) return error.why;
    throw error;
  }
}

/** Until the transaction ends, nobody deletes these photos or saves a cake with them. @returns their rows. */
export function lockPhotos(trx: Trx, files: string[]) {
  // An update locks rows on both databases.
  return trx
    .updateTable('photos')
    .set(({ ref }) => ({ alt: ref('alt') }))
    .where('file', 'in', files)
    .returning('deleted_at')
    .execute();
}

/** Reads a cake, which nobody else changes until the transaction ends. */
async function lockEntry(trx: Trx, cakeId: string): Promise<CatalogueEntry | undefined> {
  if (!canBeStored(cakeId)) return undefined;
  // An update locks the row on both databases.
  await trx
    .updateTable('cakes')
    .set(({ ref }) => ({ title: ref('title') }))
    .where('id', '=', cakeId)
    .execute();
  return readEntry(trx, cakeId);
}

/** Others who add or move a cake wait here until the transaction ends: locks one row on both databases. */
async function lockPositions(trx: Trx): Promise<void> {
  await trx
    .updateTable('cakes')
    .set(({ ref }) => ({ title: ref('title') }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('cakes').select(({ fn }) => fn.min('id').as('first')),
    )
    .execute();
}

/** Adds the row of a new cake, after all others. */
async function addRow(trx: Trx, { id, content }: CakeToSave): Promise<void> {
  await lockPositions(trx);
  const { last } = await trx
    .selectFrom('cakes')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const added = await trx
    .insertInto('cakes')
    .values({ id, kind: content.kind, position: (last ?? -1) + 1, ...columnsOf(content) })
    .onConflict((taken) => taken.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (added.numInsertedOrUpdatedRows !== 1n) throw new NotSaved('outdated');
}

/** An address that was another cake's leads to it for good. */
async function takeAddress(trx: Trx, { id, content: { slug } }: CakeToSave): Promise<void> {
  const other = await trx
    .selectFrom('cakes')
    .select('id')
    .where('id', '=', slug)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw new NotSaved('address-taken');
  const taken = await trx
    .insertInto('cake_addresses')
    .values({ slug, cake_id: id })
    .onConflict((known) =>
      known.column('slug').doUpdateSet({ cake_id: id }).where('cake_addresses.cake_id', '=', id),
    )
    .returning('cake_id')
    .executeTakeFirst();
  if (!taken) throw new NotSaved('address-taken');
}

async function writeRow(trx: Trx, { id, expected, content }: CakeToSave, edit: Edit) {
  const { former_categories } = await trx
    .selectFrom('cakes')
    .select('former_categories')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const former = [...readSlugs(former_categories), ...(expected?.category ?? [])];
  await trx
    .updateTable('cakes')
    .set({
      ...columnsOf(content),
      slug: content.slug === id ? null : content.slug,
      archived_at: content.archived ? edit.at : null,
      former_categories: jsonOrNull([
        ...new Set(former.filter((slug) => !content.category.includes(slug))),
      ]),
    })
    .where('id', '=', id)
    .execute();
}

/** @param stored `former_categories`. */
export function readSlugs(stored: string | null): string[] {
  return stored === null ? [] : z.array(CategorySlug).parse(JSON.parse(stored));
}

/** The columns of `cakes` that the owner edits. */
export function columnsOf(content: Omit<CakeContent, 'slug' | 'sizes' | 'category'>) {
  return {
    title: content.title,
    description: content.desc,
    img: content.img,
    imgs: JSON.stringify(content.imgs),
    allergens: JSON.stringify(content.allergens),
    serving_info: JSON.stringify(content.servingInfo),
    off_message: content.offMessage ? 1 : 0,
    hidden: content.hidden || content.archived ? 1 : 0,
    season: jsonOrNull(content.season),
    contains: jsonOrNull(content.contains),
    may_contain: jsonOrNull(content.mayContain),
    ingredients: content.ingredients ?? null,
    lead_days: content.leadDays ?? null,
    unavailable_until: content.unavailableUntil ?? null,
  };
}

async function writeSizes(trx: Trx, { id, expected, content, priceIds }: CakeToSave) {
  const kept = content.sizes.map((size) => size.id);
  await trx.deleteFrom('sizes').where('cake_id', '=', id).where('id', 'not in', kept).execute();
  for (const [position, { points = null, ...size }] of content.sizes.entries()) {
    const priceId = priceIds.find(({ sizeId }) => sizeId === size.id)?.stripePriceId;
    const row = { ...size, position, points };
    const isPriceKept = expected?.sizes.some(
      (before) => before.id === size.id && before.price === size.price,
    );
    await trx
      .insertInto('sizes')
      .values({ ...row, cake_id: id, api: priceId ?? null })
      .onConflict((known) =>
        known
          .column('id')
          // Without a new price id a kept price keeps its own, which a sync may just have written.
          .doUpdateSet({ ...row, ...((priceId || !isPriceKept) && { api: priceId ?? null }) })
          .where('sizes.cake_id', '=', id),
      )
      .execute();
  }
}

async function writeCategories(trx: Trx, { id, content }: CakeToSave): Promise<void> {
  const { hidden, position } = await trx
    .selectFrom('cakes')
    .select(['hidden', 'position'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('cake_categories').where('cake_id', '=', id).execute();
  const slugs = [...new Set(content.kind === 'cake' ? content.category : [])];
  if (slugs.length === 0) return;
  await trx
    .insertInto('cake_categories')
    .values(
      slugs.map((slug, place) => ({
        cake_id: id,
        slug,
        position: place,
        cake_hidden: hidden,
        cake_position: position,
      })),
    )
    .execute();
}

/**
 * @param before the cake before the change. It becomes a version of its own if it is not the last one:
 * nothing else keeps what the cafe began with.
 */
async function addVersion(
  trx: Trx,
  cakeId: string,
  before: CatalogueEntry | undefined,
  { at, by }: Edit,
): Promise<void> {
  const after = await readEntry(trx, cakeId);
  if (!after) throw new Error('A changed cake is gone.');
  const previous = before && JSON.stringify(contentOf(before));
  const content = JSON.stringify(contentOf(after));
  // Only a price id has changed.
  if (content === previous) return;
  const last = await trx
    .selectFrom('cake_versions')
    .select(['number', 'content'])
    .where('cake_id', '=', cakeId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const versions = [
    ...(previous !== undefined && previous !== last?.content
      ? [{ person_id: null, content: previous }]
      : []),
    { person_id: by, content },
  ];
  const first = (last?.number ?? 0) + 1;
  await trx
    .insertInto('cake_versions')
    .values(
      versions.map((version, index) => ({
        cake_id: cakeId,
        number: first + index,
        at,
        ...version,
      })),
    )
    .execute();
}

export function placeCake(
  db: Kysely<Tables>,
  cakeId: string,
  before: string | undefined,
  list: string | undefined,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockPositions(trx);
    const listed = await trx
      .selectFrom('cakes')
      .select(['id', 'position'])
      .$if(list === undefined, (all) => all.where('kind', '=', 'personal-touch'))
      .$if(list !== undefined, (all) =>
        all.where('id', 'in', ({ selectFrom }) =>
          selectFrom('cake_categories')
            .select('cake_id')
            .where('slug', '=', list ?? ''),
        ),
      )
      .orderBy('position')
      .orderBy('id')
      .execute();
    const others = listed.map(({ id }) => id).filter((id) => id !== cakeId);
    if (others.length === listed.length) return;
    const place = before === undefined ? -1 : others.indexOf(before);
    const order = others.toSpliced(place === -1 ? others.length : place, 0, cakeId);
    const moved = order.flatMap((id, index) => {
      const position = listed[index]?.position;
      const isKept = listed.find((cake) => cake.id === id)?.position === position;
      return position === undefined || isKept ? [] : { id, position };
    });
    // In one order, so that two owners who move cakes do not wait for each other.
    for (const { id, position } of moved.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await trx.updateTable('cakes').set({ position }).where('id', '=', id).execute();
    }
    if (moved.length > 0) await bumpContentVersion(trx, ['/cakes']);
  });
}
