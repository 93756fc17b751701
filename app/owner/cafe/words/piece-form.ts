import { data } from 'react-router';
import { movedPhotos } from '#app/owner/cafe/photos/move-photo.ts';
import { fieldsOf, readFormData, readVersion } from '#app/read-form.ts';
import type { TypedWords, WordsField, WordsForm } from '#domain/words/words-forms.ts';

// On the server: what the editor's form sends.

/** More rows than any form has are not read. */
const MOST_ROWS = 30;

/**
 * @returns what is typed, after what the button does to it, and the button if it does something else.
 * @throws a 400 page if there is no such button.
 */
export async function readPieceForm(
  form: Pick<WordsForm, 'fields' | 'rows'>,
  request: Request,
): Promise<{ typed: TypedWords; version: number; button: 'save' | 'restore' | undefined }> {
  const sent = await readFormData(request);
  const field = fieldsOf(sent);
  const typed = readTyped(form, sent);
  const version = readVersion(field('version'));
  const button = field('do');
  if (button === 'save' || button === 'restore') return { typed, version, button };
  const photos = movedPhotos(sent, 'photos')?.join(' ');
  const changed =
    photos === undefined
      ? changeRows(typed, button)
      : { ...typed, fields: { ...typed.fields, photos } };
  if (!changed) throw data(null, { status: 400 });
  return { typed: changed, version, button: undefined };
}

function readTyped({ fields, rows }: Pick<WordsForm, 'fields' | 'rows'>, sent: FormData) {
  const field = fieldsOf(sent);
  const count = Math.min(Number.parseInt(field('rows'), 10) || 0, MOST_ROWS);
  const read = (list: WordsField[], prefix = '') =>
    Object.fromEntries(
      list.map(({ name, kind }) => [
        name,
        kind === 'photos' ? sent.getAll(name).join(' ') : field(prefix + name),
      ]),
    );
  return {
    fields: read(fields),
    rows: rows ? Array.from({ length: count }, (_, index) => read(rows.fields, `${index}.`)) : [],
  };
}

/** @param change `remove 2` or `up 2`. @returns undefined if it is another one. */
function changeRows(typed: TypedWords, change: string): TypedWords | undefined {
  const [, what, at = ''] = /^(remove|up) (\d{1,2})$/.exec(change) ?? [];
  const index = Number(at);
  const moved = typed.rows[index];
  if (!what || !moved) return undefined;
  const rows = typed.rows.toSpliced(index, 1);
  return {
    ...typed,
    rows: what === 'up' ? rows.toSpliced(Math.max(index - 1, 0), 0, moved) : rows,
  };
}
