import { data } from 'react-router';
import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { whoAt } from '#app/owner/frame/london-time.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import { describeChanges } from '#domain/catalogue/cake-fields.ts';
import { type Cake, PreciseAllergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { Version as StoredVersion } from '#server/content/documents.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';

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

/** The answer to a form of a cake that another person has changed since. @param ours what was typed. */
export async function conflictWith(
  shop: Shop,
  { number, at, by, content }: StoredVersion<CakeContent>,
  ours: CakeContent,
): Promise<{ conflict: Conflict }> {
  const name = (await namesOfPeople(shop)).get(by ?? '') ?? 'The server';
  return {
    conflict: {
      version: number,
      who: whoAt(name, at),
      theirs: describeChanges(content, ours).map(({ label, before }) => ({ label, now: before })),
    },
  };
}
