import { isDeepStrictEqual } from 'node:util';
import type { CalendarChange, CalendarRules } from '#domain/calendar/rules.ts';
import type { CafeCake } from '#domain/catalogue/cafe-cake.ts';
import { type CakeContent, contentOf } from '#domain/catalogue/cake-content.ts';
import { changedFields } from '#domain/catalogue/cake-fields.ts';
import type { Ports } from '#domain/ports.ts';
import { type Words, WordsKey } from '#domain/words/words.ts';
import { wordsForms } from '#domain/words/words-forms.ts';

/** What staff have edited and cafe/ says otherwise. */
interface StaffEdit {
  what: string;
  at: string;
  /** The person's id. */
  by: string;
}

interface Cafe {
  cakes: CafeCake[];
  calendar: CalendarRules;
  words: Words;
}

type EditPorts = Pick<Ports, 'catalogue' | 'calendar' | 'editedWords'>;

/** @param cafe the contents of cafe/. */
export async function findStaffEdits(ports: EditPorts, cafe: Cafe): Promise<StaffEdit[]> {
  return [
    ...(await editedCakes(ports, cafe.cakes)),
    ...(await editedCalendar(ports, cafe.calendar)),
    ...(await editedWords(ports, cafe.words)),
  ];
}

/**
 * Cakes that cafe/ does not have, and cakes with a field that is as a person has saved it and that cafe/
 * would change. Commands and seeds may have changed other fields since.
 */
async function editedCakes({ catalogue }: EditPorts, cakes: CafeCake[]): Promise<StaffEdit[]> {
  const firstContents = new Map(cakes.map((cake) => [cake.id, firstContent(cake)]));
  const edits: StaffEdit[] = [];
  for (const entry of await catalogue.entries()) {
    const { id, title } = entry.cake;
    const [content, first] = [contentOf(entry), firstContents.get(id)];
    const overwritten = first && changedFields(content, first);
    if (overwritten?.length === 0) continue;
    const versions = await catalogue.versions(id, Number.MAX_SAFE_INTEGER);
    const edit = versions.find((version, index) => {
      if (version.by === null) return false;
      if (!overwritten) return true;
      const before = versions[index + 1]?.content;
      const edited = before ? changedFields(before, version.content) : overwritten;
      const since = changedFields(version.content, content);
      return overwritten.some((field) => edited.includes(field) && !since.includes(field));
    });
    if (edit?.by) edits.push({ what: title, at: edit.at, by: edit.by });
  }
  return edits;
}

function firstContent(cake: CafeCake): CakeContent {
  const archived = cake.archivedAt !== undefined;
  const points = Object.fromEntries(
    cake.sizes.flatMap((size) => (size.points === undefined ? [] : [[size.id, size.points]])),
  );
  return contentOf({ cake, hidden: cake.hidden === true || archived, archived, points });
}

async function editedCalendar({ calendar }: EditPorts, first: CalendarRules): Promise<StaffEdit[]> {
  if (isDeepStrictEqual(await calendar.rules(), first)) return [];
  let change: CalendarChange | undefined;
  for (let id = await calendar.lastChange(); id > 0 && !change?.by; id -= 1) {
    change = await calendar.change(id);
  }
  return change?.by ? [{ what: 'The calendar', at: change.at, by: change.by }] : [];
}

async function editedWords({ editedWords }: EditPorts, first: Words): Promise<StaffEdit[]> {
  const [edits, current] = await Promise.all([editedWords.edits(), editedWords.current()]);
  return edits.flatMap(({ key, at, personId }) => {
    const known = WordsKey.safeParse(key).data;
    if (!known || isDeepStrictEqual(current[known], first[known])) return [];
    return [{ what: wordsForms[known].title, at, by: personId }];
  });
}
