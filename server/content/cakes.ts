import type { Transaction } from 'kysely';
import * as z from 'zod';
import { CakeContent, type CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { describeChanges, type FieldChange } from '#domain/catalogue/cake-fields.ts';
import { isUploadedPhoto } from '#domain/catalogue/photo.ts';
import { sizeId } from '#domain/catalogue/sizes.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { contentOf, StoredCake } from './catalogue.ts';
import {
  changeContent,
  findDocument,
  findDocuments,
  moveDocument,
  readVersion,
  readVersions,
  type Version,
  type VersionRange,
  writeDocument,
} from './documents.ts';
import { readPhotos } from './photo-records.ts';
import { listPhotos } from './photos.ts';
import { type PricingShop, priceCakes, productsOf } from './sync-prices.ts';

/** What the owner has typed into a form. */
interface CakeForm {
  content: CakeContent;
  /** Of the cake that the form showed. */
  version: number;
  by: string;
}

export interface Saved {
  ok: true;
  id: string;
  /** The sizes and choices whose new price could not be made: `8 in`. */
  unpriced: string[];
  /** Of the cake as it is now; the form's if nothing has changed. */
  version: number;
}

/** `address-taken`: another cake has the slug, or had it. `photo-deleted`: one of its photos is there no more. */
type CakeRejected = 'address-taken' | 'photo-deleted';

type NotSaved =
  | { ok: false; reason: 'no-such-cake' | CakeRejected }
  /** Another person has saved it since the form was loaded: nothing is saved. */
  | { ok: false; reason: 'changed'; current: Version<CakeContent> };

export type SaveCakeResult = Saved | NotSaved;

const CAKES = { kind: 'cake', schema: CakeContent } as const;

const NO_SUCH_CAKE = { ok: false, reason: 'no-such-cake' } as const;

/** Saves a form unless another person has saved the cake since. Idempotent. */
export function saveCake(
  shop: PricingShop,
  id: string,
  { content, version, by }: CakeForm,
): Promise<SaveCakeResult> {
  return editCake(shop, id, by, (current): CakeContent | NotSaved => {
    if (!current) return NO_SUCH_CAKE;
    const isCurrent = current.number === version || isEqual(current.content, content);
    return isCurrent ? content : { ok: false, reason: 'changed', current };
  });
}

/** Takes back what made a version, by saving the one before, unless somebody has changed the cake since. */
export async function undoCakeChange(
  shop: PricingShop,
  id: string,
  version: number,
  by: string,
): Promise<SaveCakeResult> {
  const content = await readVersion(shop.db, CAKES, id, version - 1);
  return content ? saveCake(shop, id, { content, version, by }) : NO_SUCH_CAKE;
}

/** Of screens beside those of the cakes. */
const RESERVED = ['new', 'preview'];

/** Adds a cake. Its id and first address are its slug, or the slug with a number. */
export async function addCake(
  shop: PricingShop,
  content: CakeContent,
  by: string,
): Promise<Saved | { ok: false; reason: 'photo-deleted' }> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? content.slug : `${content.slug}-${number}`;
    if (RESERVED.includes(slug)) continue;
    const sizes = content.sizes.map((size) => ({ ...size, id: sizeId(slug, size.size) }));
    const wanted = CakeContent.parse({ ...content, slug, sizes });
    const added = await editCake(shop, slug, by, (there) =>
      // The same again is the form that was sent twice.
      there && !isEqual(there.content, wanted) ? ADDRESS_TAKEN : wanted,
    );
    if (added.ok) return added;
    if (added.reason === 'photo-deleted') return { ok: false, reason: added.reason };
  }
}

const ADDRESS_TAKEN = { ok: false, reason: 'address-taken' } as const;

type RestoringShop = Pick<Shop, 'content' | 'cafePhotos'>;

interface RestoreForm extends Pick<CakeForm, 'version' | 'by'> {
  /** Of the version that is restored. */
  number: number;
}

/**
 * Restores a version of the cake, as far as `describeRestore` says, unless the cake has changed since that was
 * shown.
 */
export async function restoreCake(
  shop: PricingShop & RestoringShop,
  id: string,
  { number, version, by }: RestoreForm,
): Promise<SaveCakeResult> {
  const earlier = await readVersion(shop.db, CAKES, id, number);
  const entry = (await shop.content()).catalogue.entry(id);
  if (!earlier || !entry) return NO_SUCH_CAKE;
  const restored = await prepareRestore(shop);
  return saveCake(shop, id, { content: restored(earlier, entry.content), version, by });
}

/** @returns says what would change in the cake if a version's content were restored. */
export async function describeRestore(
  shop: RestoringShop,
  { content: now }: CatalogueEntry,
): Promise<(content: CakeContent) => FieldChange[]> {
  const restored = await prepareRestore(shop);
  return (content) => describeChanges(now, restored(content, now));
}

/**
 * Whether the cake and its choices are for sale stays as it is: that is no part of what it was. Categories and photos come back
 * as far as they are still there.
 */
async function prepareRestore(shop: RestoringShop) {
  const { allCategories } = (await shop.content()).catalogue;
  const known = new Set(allCategories.map(({ slug }) => slug));
  const photoFiles = new Set((await listPhotos(shop)).map(({ file }) => file));
  const isThere = (file: string) => photoFiles.has(file) || !isUploadedPhoto(file);
  return (content: CakeContent, now: CakeContent): CakeContent => {
    const { hidden, archived, unavailableUntil } = now;
    const category = content.category.filter((slug) => known.has(slug));
    const [img, ...imgs] = [content.img, ...content.imgs].filter(isThere);
    return CakeContent.parse({
      ...content,
      hidden,
      archived,
      unavailableUntil,
      options: content.options?.map((group) => ({
        ...group,
        choices: group.choices.map((choice) => ({
          ...choice,
          soldOutUntil: choiceIn(now, group.id, choice.id)?.soldOutUntil,
        })),
      })),
      category: category.length > 0 ? category : now.category,
      ...(img ? { img, imgs } : { img: now.img, imgs: now.imgs }),
    });
  };
}

function choiceIn({ options = [] }: CakeContent, group: string, choice: string) {
  return options.find(({ id }) => id === group)?.choices.find(({ id }) => id === choice);
}

/** Archived: hidden for good, apart from the others. Its orders keep their data. */
export const CakeState = z.enum(['for-sale', 'hidden', 'archived']);
type CakeState = z.infer<typeof CakeState>;

/** @returns the cake's new version; undefined when nothing has changed. */
export function setCakeState(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  id: string,
  state: CakeState,
  by: string,
): Promise<number | undefined> {
  return changeContent(db, async (trx) => {
    const document = await findDocument(trx, 'cake', id);
    if (!document) return undefined;
    const before = StoredCake.parse(document.body);
    const body = { ...before, hidden: state !== 'for-sale', archived: state === 'archived' };
    if (body.hidden === before.hidden && body.archived === before.archived) return undefined;
    const edit = { at: clock.now(), by };
    return (await writeDocument(trx, { kind: 'cake', id, body }, edit)).version;
  });
}

/**
 * Moves a cake before another of the list, or to its end.
 * @param list the slug of a category; undefined for add-ons.
 */
export function moveCake(
  { db }: Pick<Shop, 'db'>,
  id: string,
  before: string | undefined,
  list: string | undefined,
): Promise<void> {
  return moveDocument(db, 'cake', {
    id,
    before,
    isListed({ body }) {
      const { data } = StoredCake.safeParse(body);
      return list === undefined
        ? data?.kind === 'personal-touch'
        : data?.category.includes(list) === true;
    },
  });
}

/** The newest first. */
export function cakeVersions(
  { db }: Pick<Shop, 'db'>,
  id: string,
  range: VersionRange,
): Promise<Version<CakeContent>[]> {
  return readVersions(db, CAKES, id, range);
}

/**
 * Saves what `edit` makes of a cake, and prices its sizes and choices. The cake is sold at its earlier prices until the payment
 * provider has the new ones.
 * @param edit gets undefined if there is no such cake. Returns the new content, or why nothing is saved.
 */
async function editCake<NotEdited extends { ok: false }>(
  shop: PricingShop,
  id: string,
  by: string,
  edit: (current: Version<CakeContent> | undefined) => CakeContent | NotEdited,
): Promise<Saved | NotEdited | { ok: false; reason: CakeRejected }> {
  const version = await changeContent(shop.db, async (trx) => {
    const cakes = (await findDocuments(trx, 'cake')).map((document) => ({
      ...document,
      stored: StoredCake.safeParse(document.body).data,
    }));
    const cake = cakes.find((each) => each.id === id);
    const current = cake?.stored && {
      number: cake.version,
      content: contentOf(cake.stored),
      at: cake.updatedAt,
      by: cake.updatedBy,
    };
    const content = edit(current);
    if ('ok' in content) return content;
    // An address that was another cake's leads to it for good.
    const isTaken = cakes.some(
      (other) =>
        (other.id !== id || !other.stored) &&
        [other.id, other.stored?.slug, ...(other.stored?.formerSlugs ?? [])].includes(content.slug),
    );
    if (isTaken) return ADDRESS_TAKEN;
    if (await hasDeletedPhoto(trx, content)) return PHOTO_DELETED;
    if (current && isEqual(current.content, content)) return current.number;
    const body = { ...content, formerSlugs: formerSlugs(cake?.stored, content) };
    const now = { at: shop.clock.now(), by };
    const written = await writeDocument(trx, { kind: 'cake', id, body }, now);
    const kept = new Set(productsOf(id, content).map(({ lookupKey }) => lookupKey));
    const removed = (current ? productsOf(id, current.content) : [])
      .map(({ lookupKey }) => lookupKey)
      .filter((key) => !kept.has(key));
    if (removed.length > 0) {
      await trx.deleteFrom('prices').where('lookup_key', 'in', removed).execute();
    }
    shop.log.info({ cake: id, by }, 'cake saved by the owner');
    return written.version;
  });
  if (typeof version !== 'number') return version;
  const unpriced = await priceCakes(shop, [id]);
  return { ok: true, id, version, unpriced: unpriced.map(({ label }) => label) };
}

const PHOTO_DELETED = { ok: false, reason: 'photo-deleted' } as const;

async function hasDeletedPhoto(
  trx: Transaction<Tables>,
  { img, imgs }: CakeContent,
): Promise<boolean> {
  const photos = readPhotos(await findDocuments(trx, 'photo'));
  return [img, ...imgs].some((file) => photos.get(file)?.deletedAt !== undefined);
}

/** The slugs in the cake's earlier URLs, which lead to the present one. */
function formerSlugs(before: StoredCake | undefined, { slug }: CakeContent): string[] {
  const known = new Set(before && [...before.formerSlugs, before.slug]);
  return [...known].filter((each) => each !== slug);
}

function isEqual(one: CakeContent, other: CakeContent): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
