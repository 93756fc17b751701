import type { Person } from '#domain/staff/person.ts';
import { nameOf } from '#domain/staff/person.ts';
import { readWords, tidyWords, type WordsProblems, writeWords } from '#domain/words/read-words.ts';
import { type Cafe, cafeOf, type Words, WordsKey } from '#domain/words/words.ts';
import type { TypedWords } from '#domain/words/words-forms.ts';
import type { Ports } from '#server/ports.ts';
import { namesOfPeople } from '#server/staff/people.ts';

type ReadPorts = Pick<Ports, 'editedWords' | 'firstWords'>;

/** What pages, e-mails and prints say now. */
export async function currentWords({ editedWords, firstWords }: ReadPorts): Promise<Words> {
  return { ...firstWords, ...(await editedWords.current()) };
}

/** What pages need besides the words in their scripts: nothing until one of these pieces is edited. */
export async function editedPieces<Key extends WordsKey>(
  { editedWords }: Pick<Ports, 'editedWords'>,
  ...keys: Key[]
): Promise<{ words?: Partial<Pick<Words, Key>> }> {
  const edited = await editedWords.current();
  const words: Partial<Pick<Words, Key>> = {};
  for (const key of keys) if (edited[key] !== undefined) words[key] = edited[key];
  return Object.keys(words).length > 0 ? { words } : {};
}

/** As `editedPieces`, of what every page shows. */
export async function editedCafe({
  editedWords,
}: Pick<Ports, 'editedWords'>): Promise<{ words?: Partial<Cafe> }> {
  const words = cafeOf(await editedWords.current());
  return Object.keys(words).length > 0 ? { words } : {};
}

interface WordsState {
  key: WordsKey;
  typed: TypedWords;
  /** 0 if nobody has edited it. */
  version: number;
  /** Who edited it last, and when. */
  edited?: { by: string; at: string };
}

/** Every piece, for the owner. */
export async function allWords(ports: ReadPorts & Pick<Ports, 'staff'>): Promise<WordsState[]> {
  // First: a change after it makes the form's version old, and not its words.
  const edits = await ports.editedWords.edits();
  const [words, names] = await Promise.all([currentWords(ports), namesOfPeople(ports.staff)]);
  return WordsKey.options.map((key) => {
    const edit = edits.find((each) => each.key === key);
    const by = nameOf(names, edit?.personId);
    return {
      key,
      typed: writeWords(key, words[key]),
      version: edit?.version ?? 0,
      ...(edit && { edited: { by, at: edit.at } }),
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
  | { ok: true }
  | { ok: false; reason: 'invalid'; typed: TypedWords; problems: WordsProblems }
  /** Another person has changed the piece since. */
  | { ok: false; reason: 'changed'; typed: TypedWords };

type EditPorts = ReadPorts & Pick<Ports, 'clock'>;

export async function editWords(
  ports: EditPorts,
  { key, typed: given, version }: WordsForm,
  person: Person,
): Promise<WordsChange> {
  const typed = tidyWords(key, given);
  const words = await currentWords(ports);
  const read = readWords(key, typed, words[key]);
  if (!read.ok) return { ok: false, reason: 'invalid', typed, problems: read.problems };
  const isWritten = await ports.editedWords.write({
    key,
    value: read.value,
    shownVersion: version,
    at: ports.clock.now(),
    personId: person.id,
  });
  if (isWritten) return { ok: true };
  // Sent twice.
  const current = (await currentWords(ports))[key];
  return JSON.stringify(current) === JSON.stringify(read.value)
    ? { ok: true }
    : { ok: false, reason: 'changed', typed };
}

/** Shows the words of cafe/ again. @returns false if the piece has changed since. */
export async function putBackWords(
  { editedWords, clock }: EditPorts,
  { key, version }: Pick<WordsForm, 'key' | 'version'>,
  person: Person,
): Promise<boolean> {
  const edit = { key, value: undefined, at: clock.now(), personId: person.id };
  if (await editedWords.write({ ...edit, shownVersion: version })) return true;
  // Sent twice.
  return !(await editedWords.edits()).some((there) => there.key === key);
}
