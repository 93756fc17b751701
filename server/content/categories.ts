import { slugOf } from '#domain/catalogue/cake-draft.ts';
import { checkForm, type WordsProblems } from '#domain/words/words.ts';
import { categoryForm, type TypedWords } from '#domain/words/words-forms.ts';
import type { Shop } from '#server/shop.ts';
import { StoredCategory } from './catalogue.ts';
import {
  type DocumentEdit,
  moveDocument,
  readVersion,
  readVersions,
  saveDocument,
  type Version,
  type VersionRange,
} from './documents.ts';
import { photosProblem, type RestoredWords } from './texts.ts';

/** In place of a slug, the address of the form for a new category. */
export const NEW_CATEGORY = 'new';

type SaveCategoryResult =
  | { ok: true; slug: string }
  | { ok: false; reason: 'invalid'; typed: TypedWords; problems: WordsProblems }
  /** Another person has changed it since. */
  | { ok: false; reason: 'changed'; typed: TypedWords };

/** Saves a category, or adds one with an address of its own, which later names do not change. */
export async function saveCategory(
  shop: Pick<Shop, 'db' | 'clock' | 'content' | 'cafePhotos'>,
  slug: string,
  form: { typed: TypedWords; version: number },
  by: string,
): Promise<SaveCategoryResult> {
  const { typed, problems: found } = checkForm(categoryForm, form.typed);
  const problems = { ...(await photosProblem(shop, categoryForm, typed)), ...found };
  if (Object.keys(problems).length > 0) return { ok: false, reason: 'invalid', typed, problems };
  const { title = '', desc, photos: img } = typed.fields;
  const body = { title, img, desc };
  if (slug !== NEW_CATEGORY) {
    const saved = await saveDocument(shop, 'category', slug, body, { version: form.version, by });
    return saved.ok ? { ok: true, slug } : { ok: false, reason: 'changed', typed };
  }
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? slugOf(title) : `${slugOf(title)}-${number}`;
    if (free === NEW_CATEGORY) continue;
    // The same again is the form that was sent twice.
    const saved = await saveDocument(shop, 'category', free, body, { version: 0, by });
    if (saved.ok) return { ok: true, slug: free };
  }
}

/** Moves a category before another, or to the end. */
export function moveCategory(
  { db }: Pick<Shop, 'db'>,
  slug: string,
  before: string | undefined,
): Promise<void> {
  return moveDocument(db, 'category', { id: slug, before, isListed: () => true });
}

const CATEGORIES = { kind: 'category', schema: StoredCategory } as const;

/** As its form shows it. */
export function typedCategory({ title, desc, img }: StoredCategory): TypedWords {
  return { fields: { title, desc, photos: img }, rows: [] };
}

/** The newest first. */
export async function categoryVersions(
  { db }: Pick<Shop, 'db'>,
  slug: string,
  range: VersionRange,
): Promise<Version<TypedWords>[]> {
  const versions = await readVersions(db, CATEGORIES, slug, range);
  return versions.map((version) => ({ ...version, content: typedCategory(version.content) }));
}

/** Restores a version, unless the category has changed since `edit.version`. */
export async function restoreCategory(
  shop: Pick<Shop, 'db' | 'clock' | 'content' | 'cafePhotos'>,
  slug: string,
  number: number,
  edit: DocumentEdit,
): Promise<RestoredWords> {
  const content = await readVersion(shop.db, CATEGORIES, slug, number);
  if (!content) return { ok: false, reason: 'no-such-version' };
  const isWithoutPhoto = await photosProblem(shop, categoryForm, typedCategory(content));
  if (isWithoutPhoto) return { ok: false, reason: 'photo-deleted' };
  const saved = await saveDocument(shop, CATEGORIES.kind, slug, content, edit);
  return saved.ok ? saved : { ok: false, reason: 'changed' };
}
