import { data, href } from 'react-router';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
import { shopContext } from '#app/shop-context.ts';
import { WordsKey } from '#domain/words/words.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import { allWords, restoreWords, wordsVersions } from '#server/content/texts.ts';
import type { Route } from './+types/versions';
import { changeWords } from './piece-form.ts';
import { pieceVersions, restoredAnswer } from './piece-versions.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const piece = (await allWords(shop)).find(({ key }) => key === params.words);
  if (!piece) throw data(null, { status: 404 });
  const { key, typed: now, version } = piece;
  const form = wordsForms[key];
  const versions = await wordsVersions(shop, key, { limit: VERSIONS_TO_READ });
  return {
    title: form.title,
    path: href('/owner/words/:words', { words: key }),
    version,
    versions: await pieceVersions(shop, { form, now, versions }),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, person, form: { number, version } }) => {
    const key = WordsKey.safeParse(args.params.words).data;
    if (!key) throw data(null, { status: 404 });
    const { change: done, closes } = await changeWords(shop, key, () =>
      restoreWords(shop, { key, number, version }, person),
    );
    return restoredAnswer(done, href('/owner/words/:words', { words: key }), closes);
  });
}

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} />;
}
