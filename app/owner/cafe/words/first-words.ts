import { data, href } from 'react-router';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { WordsKey } from '#domain/words/words.ts';
import { isOfPictures, wordsForms } from '#domain/words/words-forms.ts';
import { restoreWords } from '#server/content/texts.ts';
import type { Route } from './+types/first-words';
import { changeWords, PieceForm } from './piece-form.ts';
import { CHANGED } from './versions.tsx';

/** Puts back a piece of the words as it was before anybody edited it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, PieceForm, async ({ shop, person, form: { version } }) => {
    const key = WordsKey.safeParse(args.params.words).data;
    if (!key) throw data(null, { status: 404 });
    const to = href('/owner/words/:words', { words: key });
    const { change: restored, closes } = await changeWords(shop, key, () =>
      restoreWords(shop, { key, number: 0, version }, person),
    );
    if (!restored.ok) return { to, words: CHANGED };
    return {
      to,
      words: [
        `Your first ${isOfPictures(wordsForms[key]) ? 'pictures' : 'words'} are back. Visitors see them now.`,
        closes,
      ]
        .filter(Boolean)
        .join(' '),
      undo: writeUndoables([{ kind: 'words', id: key, version: restored.version }]),
    };
  });
}
