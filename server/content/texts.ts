import { nameOf } from '#domain/staff/name-of.ts';
import type { Person } from '#domain/staff/person.ts';
import {
  type Cafe,
  cafeOf,
  readWords,
  Words,
  WordsKey,
  type WordsProblems,
  writeWords,
} from '#domain/words/words.ts';
import { type TypedWords, type WordsField, wordsForms } from '#domain/words/words-forms.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import {
  type Documents,
  readVersion,
  readVersions,
  saveDocument,
  type Version,
  type VersionRange,
} from './documents.ts';
import { listPhotos } from './photos.ts';

// The cafe's words are documents of the kind `text`, one a piece. A piece without one, or whose body is null, is
// as in cafe/.

type ReadShop = Pick<Shop, 'content' | 'firstWords'>;

/** What pages, e-mails and prints say now. */
export async function currentWords({ content, firstWords }: ReadShop): Promise<Words> {
  return { ...firstWords, ...(await content()).texts };
}

/** What every page shows. */
export async function currentCafe(shop: ReadShop): Promise<Cafe> {
  return cafeOf(await currentWords(shop));
}

interface WordsState {
  key: WordsKey;
  typed: TypedWords;
  /** 0 if nobody has ever edited it. */
  version: number;
  /** Who edited it last, and when; missing if it is as in cafe/. */
  edited?: { by: string; at: string };
}

/** Every piece, for the owner. */
export async function allWords(shop: ReadShop & Pick<Shop, 'db'>): Promise<WordsState[]> {
  const [{ texts, textDocuments }, names] = await Promise.all([
    shop.content(),
    namesOfPeople(shop),
  ]);
  const words = { ...shop.firstWords, ...texts };
  return WordsKey.options.map((key) => {
    const document = textDocuments.find(({ id }) => id === key);
    return {
      key,
      typed: writeWords(key, words),
      version: document?.version ?? 0,
      ...(document &&
        document.body !== null && {
          edited: { by: nameOf(names, document.updatedBy), at: document.updatedAt },
        }),
    };
  });
}

export interface WordsForm {
  key: WordsKey;
  typed: TypedWords;
  /** Of the words from which the form was made. */
  version: number;
}

type WordsChange =
  | { ok: true; isMapLeftOut?: true }
  | { ok: false; reason: 'invalid'; typed: TypedWords; problems: WordsProblems }
  /** Another person has changed the piece since. */
  | { ok: false; reason: 'changed'; typed: TypedWords };

type Editing = Pick<Shop, 'db' | 'clock'>;

export async function editWords(
  shop: Editing & PhotosShop & Pick<Shop, 'firstWords'>,
  { key, typed: given, version }: WordsForm,
  { id: by }: Person,
): Promise<WordsChange> {
  const isMapLeftOut = key === 'contact' && showsFirstAddress(shop, given);
  const read = readWords(
    key,
    isMapLeftOut ? { ...given, fields: { ...given.fields, map: '' } } : given,
  );
  const { typed } = read;
  if (!read.ok) return { ok: false, reason: 'invalid', typed, problems: read.problems };
  const problems = await photosProblem(shop, wordsForms[key], typed);
  if (problems) return { ok: false, reason: 'invalid', typed, problems };
  const saved = await saveDocument(shop, 'text', key, read.value, { version, by });
  if (!saved.ok) return { ok: false, reason: 'changed', typed };
  return { ok: true, ...(isMapLeftOut && { isMapLeftOut }) };
}

/** Whether the map is that of cafe/, which shows another address than the one that is typed. */
function showsFirstAddress({ firstWords }: Pick<Shop, 'firstWords'>, { fields }: TypedWords) {
  const { map, street, town, postcode } = firstWords.contact;
  if (!map || fields.map !== map) return false;
  return Object.entries({ street, town, postcode }).some(
    ([name, text]) => fields[name]?.trim() !== text,
  );
}

type PhotosShop = Pick<Shop, 'content' | 'cafePhotos'>;

/** What is wrong with the photos that a form names, though each field alone is right. */
export async function photosProblem(
  shop: PhotosShop,
  { fields }: { fields: WordsField[] },
  typed: TypedWords,
): Promise<WordsProblems | undefined> {
  const field = fields.find(({ kind }) => kind === 'photos');
  if (!field || !typed.fields[field.name]) return undefined;
  const photos = await listPhotos(shop);
  const files = typed.fields[field.name]?.split(' ') ?? [];
  const chosen = files.map((file) => photos.find((photo) => photo.file === file));
  if (chosen.includes(undefined)) {
    return { [field.name]: 'Somebody has deleted one of these photos. Choose again.' };
  }
  if (chosen.some((photo) => photo?.alt === '')) {
    return { [field.name]: 'Say what is seen in each picture, then save again.' };
  }
  return undefined;
}

type PieceShop = Pick<Shop, 'db' | 'firstWords'>;

/** What the form showed, newest first. The words of cafe/ are version 0. */
export async function wordsVersions(
  shop: PieceShop,
  key: WordsKey,
  range: VersionRange,
): Promise<Version<TypedWords>[]> {
  const versions = await readVersions(shop.db, pieceOf(key), key, range);
  const first = { number: 0, at: '', by: null, content: null };
  const isWhole = versions.length < (range.limit ?? Number.POSITIVE_INFINITY);
  return [...versions, ...(isWhole ? [first] : [])].map(({ content, ...version }) => {
    return { ...version, content: formOf(shop, key, content) };
  });
}

function pieceOf(key: WordsKey): Documents<Words[WordsKey] | null> {
  return { kind: 'text', schema: Words.shape[key].nullable() };
}

/** @param words null: those of cafe/. */
function formOf(
  { firstWords }: PieceShop,
  key: WordsKey,
  words: Words[WordsKey] | null,
): TypedWords {
  return writeWords(key, { ...firstWords, ...(words !== null && { [key]: words }) });
}

export type RestoredWords =
  | { ok: true; version: number }
  /** `changed`: another person has changed the piece since. */
  | { ok: false; reason: 'no-such-version' | 'photo-deleted' | 'changed' };

/** Restores a version of a piece, unless the piece has changed since the form was made. */
export async function restoreWords(
  shop: Editing & PhotosShop & PieceShop,
  { key, number, version }: { key: WordsKey; number: number; version: number },
  { id: by }: Person,
): Promise<RestoredWords> {
  const content = number === 0 ? null : await readVersion(shop.db, pieceOf(key), key, number);
  if (content === undefined) return { ok: false, reason: 'no-such-version' };
  const isWithoutPhoto = await photosProblem(shop, wordsForms[key], formOf(shop, key, content));
  if (isWithoutPhoto) return { ok: false, reason: 'photo-deleted' };
  const saved = await saveDocument(shop, 'text', key, content, { version, by });
  return saved.ok ? saved : { ok: false, reason: 'changed' };
}
