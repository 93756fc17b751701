import { isDeepStrictEqual } from 'node:util';
import type { CalendarChange, CalendarRules } from '#domain/calendar/rules.ts';
import type { CafeCake } from '#domain/catalogue/cafe-cake.ts';
import { contentOf } from '#domain/catalogue/cake-content.ts';
import type { Ports } from '#domain/ports.ts';
import { type Words, WordsKey } from '#domain/words/words.ts';
import { wordsForms } from '#domain/words/words-forms.ts';

/** What staff have edited and cafe/ says otherwise. */
export interface StaffEdit {
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

/** Cakes that are still as a person has saved them. */
async function editedCakes({ catalogue }: EditPorts, cakes: CafeCake[]): Promise<StaffEdit[]> {
  const firstContents = new Map(
    cakes.map((cake) => {
      const archived = cake.archivedAt !== undefined;
      const points = Object.fromEntries(
        cake.sizes.flatMap((size) => (size.points === undefined ? [] : [[size.id, size.points]])),
      );
      const hidden = cake.hidden === true || archived;
      return [cake.id, JSON.stringify(contentOf({ cake, hidden, archived, points }))];
    }),
  );
  const edits: StaffEdit[] = [];
  for (const entry of await catalogue.entries()) {
    const { id, title } = entry.cake;
    const content = JSON.stringify(contentOf(entry));
    const [last] = await catalogue.versions(id, 1);
    if (!last?.by || JSON.stringify(last.content) !== content) continue;
    if (firstContents.get(id) === content) continue;
    edits.push({ what: title, at: last.at, by: last.by });
  }
  return edits;
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
