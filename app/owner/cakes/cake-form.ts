import { data } from 'react-router';
import { readFormData } from '#app/read-form.ts';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { type CakeDraft, readCakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { type CakeState, setCakeState } from '#server/content/cakes.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';

// On the server: what the editor's form sends.

interface CakeFormData {
  form: FormData;
  draft: CakeDraft;
  /** Empty for a new cake. */
  cakeId: string;
  /** Of the cake that the form was made from. */
  version: number;
  /** The button: `save`, or what it does to the form. */
  button: string;
}

/** @throws a 400 page if the body is no such form. */
export async function readCakeForm(request: Request): Promise<CakeFormData> {
  const form = await readFormData(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  try {
    const draft = readCakeDraft(form);
    const version = Number(text('version'));
    return { form, draft, cakeId: text('cake'), version, button: text('do') };
  } catch {
    throw data(null, { status: 400 });
  }
}

/** What a draft may name. */
export async function knownFor(
  shop: Pick<Shop, 'content' | 'cafePhotos'>,
  kind: Cake['kind'],
  entry: CatalogueEntry | undefined,
) {
  const [{ catalogue }, photos, { daysAhead }] = await Promise.all([
    shop.content(),
    listPhotos(shop),
    calendarRules(shop),
  ]);
  return {
    kind: entry?.cake.kind ?? kind,
    before: entry && { ...entry.content, id: entry.cake.id },
    categories: catalogue.allCategories.map(({ slug }) => slug),
    photos: photos.map(({ file }) => file),
    photoChoices: photos.map(({ file, alt }) => ({ file, alt })),
    daysAhead,
  };
}

/** @throws a 404 page if there is no such cake. */
export async function setState(shop: Shop, id: string, state: CakeState, by: string) {
  if (!(await shop.content()).catalogue.entry(id)) throw data(null, { status: 404 });
  await setCakeState(shop, id, state, by);
}
