import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import { type Cake, PreciseAllergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';

/** What the editor sends. */
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
