import { data } from 'react-router';
import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { whoAt } from '#app/owner/frame/london-time.ts';
import type { Outcome } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import { describeChanges } from '#domain/catalogue/cake-fields.ts';
import { type Cake, PreciseAllergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import { formatPence } from '#domain/money.ts';
import { saveCake } from '#server/content/cakes.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import { unpricedOf } from '#server/content/sync-prices.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { NOT_SAVED, NOT_SAVED_BECAUSE, savedInWords } from './words.ts';

// On the server: what the forms of a cake share.

export const CakeForm = z.object({ ...CakeDraft.shape, version: Version });

/** What a draft may name. @param entry undefined for a new cake. */
export async function knownFor(shop: Shop, kind: Cake['kind'], entry: CatalogueEntry | undefined) {
  const { categories, photos, daysAhead } = await editorChoices(shop);
  return {
    kind: entry?.cake.kind ?? kind,
    before: entry && { ...entry.content, id: entry.cake.id },
    categories: categories.map(({ slug }) => slug),
    photos: photos.map(({ file }) => file),
    daysAhead,
  };
}

/** What the editor shows besides the cake. */
export async function editorChoices(shop: Shop) {
  const [{ catalogue }, photos, { leadDays, daysAhead }, { vatNumber }] = await Promise.all([
    shop.content(),
    listPhotos(shop),
    calendarRules(shop),
    shop.merchant(),
  ]);
  return {
    categories: catalogue.allCategories.map(({ slug, title }) => ({ slug, title })),
    photos: photos.map(({ file, alt }) => ({ file, alt })),
    allergens: PreciseAllergen.options,
    servingInfo: ServingInfo.options,
    shopLeadDays: leadDays,
    hasVat: vatNumber !== undefined,
    daysAhead,
  };
}

/** @param id from an address. @throws a 404 page if there is no such cake. */
export async function findCake({ content }: Shop, id: string): Promise<CatalogueEntry> {
  const entry = (await content()).catalogue.entry(id);
  if (!entry) throw data(null, { status: 404 });
  return entry;
}

/** Of each size and choice that Stripe does not know at its new price, by its lookup key: how it is sold. */
export function unmadePrices(entry: CatalogueEntry): ReadonlyMap<string, string> {
  return new Map(
    unpricedOf(entry).map(({ lookupKey, sold }) => [
      lookupKey,
      sold ? `Still sold at ${formatPence(sold.price)}, until Stripe has the new price.` : UNPRICED,
    ]),
  );
}

const UNPRICED = 'It cannot be ordered yet: Stripe does not have its price.';

interface Save {
  content: CakeContent;
  version: number;
  by: string;
  /** The notice has Undo. */
  isUndoable?: boolean;
}

/** Saves a cake, and answers its form. */
export async function saveAndAnswer(
  shop: Shop,
  id: string,
  { isUndoable = false, ...form }: Save,
): Promise<Outcome> {
  const { content, version } = form;
  const result = await saveCake(shop, id, form);
  if (result.ok) {
    const isChanged = result.version !== version;
    return {
      words: savedInWords(content, result),
      undo:
        isUndoable && isChanged
          ? writeUndoables([{ kind: 'cake', id, version: result.version }])
          : undefined,
    };
  }
  if (result.reason === 'no-such-cake') throw data(null, { status: 404 });
  if (result.reason !== 'changed') {
    return { problems: { '': NOT_SAVED, ...NOT_SAVED_BECAUSE[result.reason] } };
  }
  const { number, at, by, content: theirs } = result.current;
  const name = (await namesOfPeople(shop)).get(by ?? '') ?? 'The server';
  return {
    conflict: {
      version: number,
      who: whoAt(name, at),
      theirs: describeChanges(theirs, content).map(({ label, before }) => ({ label, now: before })),
    },
  };
}
