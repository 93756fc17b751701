import { data, href } from 'react-router';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ, versionRows } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
import { shopContext } from '#app/shop-context.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import { WordsKey } from '#domain/words/words.ts';
import { type TypedWords, wordsForms } from '#domain/words/words-forms.ts';
import { listPhotos } from '#server/content/photos.ts';
import { allWords, restoreWords, wordsVersions } from '#server/content/texts.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';
import { changeWords } from './piece-form.ts';
import { filesIn, type WordsDifference, wordsDifferences } from './words-form.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [pieces, photos, names] = await Promise.all([
    allWords(shop),
    listPhotos(shop),
    namesOfPeople(shop),
  ]);
  const piece = pieces.find(({ key }) => key === params.words);
  if (!piece) throw data(null, { status: 404 });
  const { key, typed: now, version } = piece;
  const form = wordsForms[key];
  const alts = new Map(photos.map(({ file, alt }) => [file, alt]));
  const describe = (before: TypedWords, after: TypedWords) =>
    wordsDifferences(form, before, after).map((change) => inShort(change, alts));
  return {
    title: form.title,
    path: href('/owner/words/:words', { words: key }),
    version,
    versions: versionRows({
      versions: await wordsVersions(shop, key, { limit: VERSIONS_TO_READ }),
      names,
      describe,
      differences: (typed) => describe(now, typed),
      problem: ({ fields: { photos: files = '' } }) =>
        filesIn(files).every((file) => alts.has(file)) ? undefined : PHOTO_DELETED,
    }),
  };
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

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, person, form: { number, version } }) => {
    const key = WordsKey.safeParse(args.params.words).data;
    if (!key) throw data(null, { status: 404 });
    const { change: done, closes } = await changeWords(shop, key, () =>
      restoreWords(shop, { key, number, version }, person),
    );
    if (done.ok) {
      return {
        to: href('/owner/words/:words', { words: key }),
        words: ['Saved. Visitors see it now.', closes].filter(Boolean).join(' '),
      };
    }
    switch (done.reason) {
      case 'changed':
        return { words: CHANGED };
      case 'photo-deleted':
        return refused(PHOTO_DELETED);
      case 'no-such-version':
        throw data(null, { status: 404 });
    }
  });
}

const CHANGED =
  'Not put back: somebody has just changed these words. Look again at what putting it back changes now.';
const PHOTO_DELETED = 'It cannot be put back: one of its pictures has been deleted.';

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} />;
}
