import { CakeContent, contentOf, type SizeContent } from '#domain/catalogue/cake-content.ts';
import {
  describeChanges,
  type FieldChange,
  type Merged,
  mergeContents,
} from '#domain/catalogue/cake-fields.ts';
import type { CatalogueEntry } from '#domain/catalogue/catalogue.ts';
import { isUploadedPhoto } from '#domain/catalogue/photo.ts';
import { sizeId } from '#domain/catalogue/sizes.ts';
import type { Pence } from '#domain/pence.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { PricedSize } from '#server/stripe/prices.ts';
import { StoredCake } from './catalogue.ts';
import {
  changeContent,
  findDocument,
  findDocuments,
  placeDocument,
  readVersions,
  type Version,
  type VersionRange,
  writeDocument,
} from './documents.ts';
import { readPhotos } from './photo-records.ts';
import { listPhotos } from './photos.ts';
import {
  archiveReplaced,
  archiveUnused,
  type PricingShop,
  productOf,
  reactivatePrices,
  writePriceId,
} from './sync-prices.ts';
import { bumpContentVersion } from './version.ts';

/** What the owner has typed into a form. */
interface CakeForm {
  /** What the form showed; undefined if that cannot be read. */
  base: CakeContent | undefined;
  content: CakeContent;
  by: string;
}

export interface Saved {
  ok: true;
  id: string;
  /** The sizes whose new price could not be made; a size that had one keeps it. */
  unpriced: string[];
  /** The ids of replaced prices that are still active at the payment provider. */
  left: string[];
}

export type SaveCakeResult =
  | Saved
  | { ok: false; reason: 'no-such-cake' | CakeRejected }
  /** Another person has changed it since the form was loaded: nothing is saved. */
  | {
      ok: false;
      reason: 'changed';
      current: CakeContent;
      merged: Merged;
      last?: Version<CakeContent>;
    };

/** How often others may change the same cake while its prices are made. */
const MOST_RACES = 5;

/** Saves a form unless another person has changed the cake meanwhile. */
export async function saveCake(
  shop: PricingShop,
  id: string,
  { base, content, by }: CakeForm,
): Promise<SaveCakeResult> {
  return editCake(shop, id, by, async (current) => {
    if (isEqual(current, base) || isEqual(current, content)) return content;
    const merged = mergeContents(base ?? current, current, content);
    const [last] = await cakeVersions(shop, id, { limit: 1 });
    return { ok: false, reason: 'changed', current, merged, ...(last && { last }) };
  });
}

/** A price that a form showed, and what it is to become. */
export interface PriceEdit {
  sizeId: string;
  seen: Pence;
  price: Pence;
}

/** Another person has changed the prices since the form was loaded: nothing is saved. */
interface PricesChanged {
  ok: false;
  reason: 'changed';
  sizes: SizeContent[];
}

export type ChangePricesResult =
  /** `left` as in `Saved`. */
  | { ok: true; left: string[] }
  | { ok: false; reason: 'no-such-cake' | 'payments-unavailable' | CakeRejected }
  | PricesChanged;

/**
 * Changes all prices of a cake, or none: if the payment provider cannot make one of them, the cake is sold at
 * the earlier prices. Safe to repeat.
 */
export async function changePrices(
  shop: PricingShop,
  id: string,
  { prices, by }: { prices: PriceEdit[]; by: string },
): Promise<ChangePricesResult> {
  const edit = (current: CakeContent): CakeContent | PricesChanged => {
    const { sizes } = current;
    const are = (key: 'seen' | 'price') =>
      sizes.length === prices.length &&
      sizes.every((size) =>
        prices.some((each) => each.sizeId === size.id && each[key] === size.price),
      );
    // They are as wanted if the form is sent twice.
    if (!are('seen') && !are('price')) return { ok: false, reason: 'changed', sizes };
    const priced = sizes.map((size) => {
      const edited = prices.find(({ sizeId }) => sizeId === size.id);
      return edited ? { ...size, price: edited.price } : size;
    });
    return { ...current, sizes: priced };
  };
  const saved = await editCake(shop, id, by, edit, { isAllOrNothing: true });
  if (!saved.ok) return saved;
  const { unpriced, left } = saved;
  return unpriced.length > 0 ? { ok: false, reason: 'payments-unavailable' } : { ok: true, left };
}

/** Of screens beside those of the cakes. */
const RESERVED = ['new', 'change', 'preview'];
/** How many cakes may have the same name. */
const MOST_NAMESAKES = 50;

/** Adds a cake. Its id and first address are its slug, or the slug with a number. */
export async function addCake(
  shop: PricingShop,
  content: CakeContent,
  by: string,
): Promise<Saved | { ok: false; reason: 'photo-deleted' }> {
  let number = 1;
  while (number <= MOST_NAMESAKES) {
    const slug = number === 1 ? content.slug : `${content.slug}-${number}`;
    const sizes = content.sizes.map((size) => ({ ...size, id: sizeId(slug, size.size) }));
    const wanted = CakeContent.parse({ ...content, slug, sizes });
    const there = (await shop.content()).catalogue.entry(slug);
    // The form was sent twice.
    if (there && isEqual(contentOf(there), wanted)) {
      return { ok: true, id: slug, unpriced: [], left: [] };
    }
    // Before its prices are made: they belong to a cake that exists.
    const isTaken = there !== undefined || RESERVED.includes(slug);
    const saved = isTaken ? 'address-taken' : await write(shop, slug, undefined, wanted, by);
    if (saved === 'photo-deleted') return { ok: false, reason: saved };
    if (saved === 'address-taken') number += 1;
    else if (saved !== 'outdated') return saved;
  }
  throw new Error('There are too many cakes of one name.');
}

type RestoringShop = Pick<Shop, 'content' | 'cafePhotos'>;

interface RestoreForm {
  /** The number of the version. */
  number: number;
  /** What the cake was when the differences were shown. */
  base: CakeContent;
  by: string;
}

/**
 * Restores a version of the cake, as far as `describeRestore` says, unless the cake has changed since that was
 * shown.
 */
export async function restoreCake(
  shop: PricingShop & RestoringShop,
  id: string,
  { number, base, by }: RestoreForm,
): Promise<SaveCakeResult> {
  const [version] = await cakeVersions(shop, id, { after: number - 1, last: number });
  if (!version) return { ok: false, reason: 'no-such-cake' };
  const restored = await prepareRestore(shop);
  return saveCake(shop, id, { base, content: restored(version.content, base), by });
}

/** @returns says what would change in the cake if a version's content were restored. */
export async function describeRestore(
  shop: RestoringShop,
  entry: CatalogueEntry,
): Promise<(content: CakeContent) => FieldChange[]> {
  const restored = await prepareRestore(shop);
  const now = contentOf(entry);
  return (content) => describeChanges(now, restored(content, now));
}

/**
 * Whether the cake is for sale stays as it is: that is no part of what it was. Categories and photos come back
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
      ...{ hidden, archived, unavailableUntil },
      category: category.length > 0 ? category : now.category,
      ...(img ? { img, imgs } : { img: now.img, imgs: now.imgs }),
    });
  };
}

/** Archived: hidden for good, apart from the others. Its orders keep their data. */
export type CakeState = 'for-sale' | 'hidden' | 'archived';

/** @returns false when nothing has changed. */
export function setCakeState(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  id: string,
  state: CakeState,
  by: string | null,
): Promise<boolean> {
  return changeContent(db, async (trx) => {
    const document = await findDocument(trx, 'cake', id);
    if (!document) return false;
    const before = StoredCake.parse(document.body);
    const body = { ...before, hidden: state !== 'for-sale', archived: state === 'archived' };
    if (body.hidden === before.hidden && body.archived === before.archived) return false;
    await writeDocument(trx, { kind: 'cake', id, body }, { at: clock.now(), by });
    return true;
  });
}

/**
 * Moves a cake before another of the list, or to its end.
 * @param list the slug of a category; undefined for add-ons.
 */
export function placeCake(
  { db }: Pick<Shop, 'db'>,
  id: string,
  before: string | undefined,
  list: string | undefined,
): Promise<void> {
  return placeDocument(db, 'cake', {
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
  return readVersions(db, { kind: 'cake', schema: CakeContent }, id, range);
}

/** @param edit returns the new content, or why nothing is saved. */
async function editCake<Refusal extends { ok: false }>(
  shop: PricingShop,
  id: string,
  by: string,
  edit: (current: CakeContent) => CakeContent | Refusal | Promise<CakeContent | Refusal>,
  options?: WriteOptions,
): Promise<Saved | { ok: false; reason: 'no-such-cake' | CakeRejected } | Refusal> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const entry = (await shop.content()).catalogue.entry(id);
    if (!entry) return { ok: false, reason: 'no-such-cake' };
    const edited = await edit(contentOf(entry));
    if ('ok' in edited) return edited;
    const saved = await write(shop, id, entry, edited, by, options);
    if (saved !== 'outdated')
      return typeof saved === 'string' ? { ok: false, reason: saved } : saved;
  }
  throw new Error('A cake was changed too often to be saved.');
}

interface WriteOptions {
  /** Saves nothing if one of the prices cannot be made. */
  isAllOrNothing?: boolean;
}

/**
 * Makes the new prices first, so that the cake is for sale at one price at any time: the old ones are
 * payable until all of the content is written, and archived afterwards.
 */
async function write(
  shop: PricingShop,
  id: string,
  entry: CatalogueEntry | undefined,
  wanted: CakeContent,
  by: string,
  { isAllOrNothing = false }: WriteOptions = {},
): Promise<Saved | 'outdated' | CakeRejected> {
  const expected = entry && contentOf(entry);
  const isPriced = entry?.cake.sizes.every(({ api }) => api !== null);
  if (isPriced && isEqual(expected, wanted)) return { ok: true, id, unpriced: [], left: [] };
  const { priceIds, failed } = await makePrices(shop, entry, wanted);
  const content = {
    ...wanted,
    sizes: wanted.sizes.map((size) => {
      const before = entry?.cake.sizes.find((one) => one.id === size.id);
      return before && failed.includes(size.id) ? { ...size, price: before.price } : size;
    }),
  };
  const unpriced = wanted.sizes.filter((size) => failed.includes(size.id)).map(({ size }) => size);
  if (isEqual(expected, content) && priceIds.length === 0) {
    return { ok: true, id, unpriced, left: [] };
  }
  const made = priceIds.map(({ stripePriceId }) => stripePriceId);
  if (isAllOrNothing && unpriced.length > 0) {
    for (const price of made) await archiveUnused(shop, price);
    return { ok: true, id, unpriced, left: [] };
  }
  const saved = await storeCake(shop, { id, entry, content, priceIds, by });
  if (saved !== 'saved') {
    for (const price of made) await archiveUnused(shop, price);
    return saved;
  }
  shop.log.info({ cake: id, by, unpriced: failed.length }, 'cake saved by the owner');
  await reactivatePrices(shop, made);
  const replaced = entry?.cake.sizes.filter(
    (before) =>
      !content.sizes.some((now) => now.id === before.id) ||
      priceIds.some((now) => now.sizeId === before.id && now.stripePriceId !== before.api),
  );
  const left = entry && replaced ? await archiveReplaced(shop, entry.cake, replaced) : [];
  return { ok: true, id, unpriced, left };
}

interface CakeToStore {
  id: string;
  /** What the change was made from; undefined for a new cake. */
  entry: CatalogueEntry | undefined;
  content: CakeContent;
  /** Of new and changed prices. */
  priceIds: PricedSize[];
  by: string;
}

/** `address-taken`: another cake has the slug, or had it. `photo-deleted`: one of its photos is there no more. */
type CakeRejected = 'address-taken' | 'photo-deleted';

function storeCake(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { id, entry, content, priceIds, by }: CakeToStore,
): Promise<'saved' | 'outdated' | CakeRejected> {
  return changeContent(db, async (trx) => {
    const cakes = (await findDocuments(trx, 'cake')).map((document) => ({
      ...document,
      stored: StoredCake.safeParse(document.body).data,
    }));
    const before = cakes.find((cake) => cake.id === id);
    if (before?.version !== entry?.version) return 'outdated';
    // An address that was another cake's leads to it for good.
    const isTaken = cakes.some(
      (other) =>
        other.id !== id &&
        [other.id, other.stored?.slug, ...(other.stored?.formerSlugs ?? [])].includes(content.slug),
    );
    if (isTaken) return 'address-taken';
    const photos = readPhotos(await findDocuments(trx, 'photo'));
    const isDeleted = (file: string) => photos.get(file)?.deletedAt !== undefined;
    if ([content.img, ...content.imgs].some(isDeleted)) return 'photo-deleted';
    const { slug, category = [], formerSlugs = [], formerCategories = [] } = before?.stored ?? {};
    if (isEqual(entry && contentOf(entry), content)) {
      // Only prices at the payment provider change.
      await bumpContentVersion(trx, ['/cakes']);
    } else {
      const slugs = new Set([...formerSlugs, ...(slug ? [slug] : [])]);
      const categories = new Set([...formerCategories, ...category]);
      const body: StoredCake = {
        ...content,
        formerSlugs: [...slugs].filter((each) => each !== content.slug),
        formerCategories: [...categories].filter((each) => !content.category.includes(each)),
      };
      await writeDocument(trx, { kind: 'cake', id, body }, { at: clock.now(), by });
    }
    const removed = before?.stored?.sizes
      .map((size) => size.id)
      .filter((size) => !content.sizes.some((kept) => kept.id === size));
    if (removed && removed.length > 0) {
      await trx.deleteFrom('prices').where('size_id', 'in', removed).execute();
    }
    for (const priced of priceIds) await writePriceId(trx, priced);
    return 'saved';
  });
}

async function makePrices(
  { payments, log }: Pick<PricingShop, 'payments' | 'log'>,
  entry: CatalogueEntry | undefined,
  wanted: CakeContent,
): Promise<{ priceIds: PricedSize[]; failed: string[] }> {
  const priceIds: PricedSize[] = [];
  const failed: string[] = [];
  const known = new Map(
    entry?.cake.sizes.map((size) => [size.id, { ...size, product: productOf(entry.cake, size) }]),
  );
  const calls = wanted.sizes.map(async (size) => {
    const before = known.get(size.id);
    const product = productOf(wanted, size);
    const isPriced = before?.api && before.price === size.price;
    if (isPriced && before.product.name === product.name) return;
    try {
      priceIds.push(await payments.addPrice(product));
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.error({ size: size.id, code: error.code }, 'a price could not be made');
      // The next sync corrects a name.
      if (!isPriced) failed.push(size.id);
    }
  });
  await Promise.all(calls);
  return { priceIds, failed };
}

function isEqual(one: CakeContent | undefined, other: CakeContent | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
