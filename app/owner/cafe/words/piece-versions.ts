import { data } from 'react-router';
import { type Outcome, refused } from '#app/owner/frame/owner-action.ts';
import { versionRows } from '#app/owner/frame/versions/version-rows.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { TypedWords, WordsForm } from '#domain/words/words-forms.ts';
import type { Version } from '#server/content/documents.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { RestoredWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { filesIn, type WordsDifference, wordsDifferences } from './words-form.tsx';

// On the server: the versions of a piece of the words, or of another document with such a form.

interface PieceVersions {
  form: Pick<WordsForm, 'fields' | 'rows'>;
  now: TypedWords;
  versions: Version<TypedWords>[];
}

export async function pieceVersions(shop: Shop, { form, now, versions }: PieceVersions) {
  const [photos, names] = await Promise.all([listPhotos(shop), namesOfPeople(shop)]);
  const alts = new Map(photos.map(({ file, alt }) => [file, alt]));
  const describe = (before: TypedWords, after: TypedWords) =>
    wordsDifferences(form, before, after).map((change) => inShort(change, alts));
  return versionRows({
    versions,
    names,
    describe,
    differences: (typed) => describe(now, typed),
    problem: ({ fields: { photos: files = '' } }) =>
      filesIn(files).every((file) => alts.has(file)) ? undefined : PHOTO_DELETED,
  });
}

/** Of long texts only the lines that differ, and what photos show. */
function inShort(
  { kind, before, after, ...change }: WordsDifference,
  alts: ReadonlyMap<string, string>,
): FieldChange {
  const linesOf = (text: string) =>
    kind === 'photos'
      ? filesIn(text).map((file) => alts.get(file) || file)
      : text.split('\n').filter(Boolean);
  const [one, other] = [linesOf(before), linesOf(after)];
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const cut = (lines: string[]) => {
    const differing = lines.slice(start, lines.length - end);
    if (differing.length === 0) return 'nothing';
    return [start > 0 && '…', ...differing, end > 0 && '…'].filter(Boolean).join('\n');
  };
  return { ...change, before: cut(one), after: cut(other) };
}

/**
 * Answers the form that restores a version.
 * @param closes what that closes, in words.
 */
export function restoredAnswer(done: RestoredWords, to: string, closes?: string): Outcome {
  if (done.ok) {
    return { to, words: ['Saved. Visitors see it now.', closes].filter(Boolean).join(' ') };
  }
  switch (done.reason) {
    case 'changed':
      return { words: CHANGED };
    case 'photo-deleted':
      return refused(PHOTO_DELETED);
    case 'no-such-version':
      throw data(null, { status: 404 });
  }
}

const CHANGED =
  'Not put back: somebody has just changed this. Look again at what putting it back changes now.';
const PHOTO_DELETED = 'It cannot be put back: a picture of it has been deleted.';
