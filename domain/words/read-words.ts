import { WEEKDAYS } from '#domain/calendar/days.ts';
import { readableLines } from '#domain/orders/plain-text.ts';
import { describeWeek } from './hours.ts';
import { placeholdersIn, readParagraphs, readPolicyText, writePolicyText } from './policy-text.ts';
import type { Policy, Words, WordsKey } from './words.ts';
import { policyPlaceholders, type TypedWords, type WordsField, wordsForms } from './words-forms.ts';

/** By field: `phone`, or `2.title` in the third row. */
export type WordsProblems = Record<string, string>;

type ReadWords<Value> = { ok: true; value: Value } | { ok: false; problems: WordsProblems };

/** How a piece is written into its form, and read from one in which each field alone is right. */
interface Piece<Value> {
  write(value: Value): Partial<TypedWords>;
  read(typed: TypedWords, current: Value): ReadWords<Value>;
}

const pieces: { [Key in WordsKey]: Piece<Words[Key]> } = {
  name: {
    write: (fields) => ({ fields }),
    read: ({ fields }) => right({ name: at(fields, 'name'), tagline: at(fields, 'tagline') }),
  },
  contact: { write: writeContact, read: ({ fields }) => right(readContact(fields)) },
  hours: { write: writeHours, read: ({ rows }) => readHours(rows) },
  allergenNote: {
    write: (note) => ({ fields: { text: note } }),
    read: ({ fields }) => right(at(fields, 'text')),
  },
  welcome: { write: (fields) => ({ fields }), read: ({ fields }) => right(titled(fields)) },
  story: {
    write: ({ heading, paragraphs }) => ({
      fields: { heading, paragraphs: paragraphs.join('\n\n') },
    }),
    read: ({ fields }) =>
      right({
        heading: at(fields, 'heading'),
        paragraphs: readParagraphs(at(fields, 'paragraphs')),
      }),
  },
  team: {
    write: (rows) => ({ rows }),
    read: ({ rows }) =>
      right(
        rows.map((row) => ({
          name: at(row, 'name'),
          role: at(row, 'role'),
          line: at(row, 'line'),
        })),
      ),
  },
  timeline: {
    write: (events) => ({ rows: events.map((event) => ({ ...event, year: String(event.year) })) }),
    read: ({ rows }) =>
      right(
        rows
          .map((row) => ({ year: Number(at(row, 'year')), ...titled(row) }))
          .sort((a, b) => a.year - b.year),
      ),
  },
  testimonials: {
    write: (all) => ({
      rows: all.map(({ text, name, cake = '' }) => ({ text, name, cake })),
    }),
    read: ({ rows }) =>
      right(
        rows.map((row, index) => ({
          id: index + 1,
          ...(at(row, 'cake') && { cake: at(row, 'cake') }),
          text: at(row, 'text'),
          name: at(row, 'name'),
        })),
      ),
  },
  importantInformation: {
    write: (rows) => ({ rows }),
    read: ({ rows }) => right(rows.map(titled)),
  },
  collection: {
    write: (fields) => ({ fields }),
    read: ({ fields }) =>
      right({ howToFind: at(fields, 'howToFind'), whatToBring: at(fields, 'whatToBring') }),
  },
  terms: {
    write: writePolicy,
    read: ({ fields }, current) => readPolicy(fields, current, 'terms'),
  },
  privacy: {
    write: writePolicy,
    read: ({ fields }, current) => readPolicy(fields, current, 'privacy'),
  },
};

/** The form of a piece with its words. */
export function writeWords<Key extends WordsKey>(key: Key, value: Words[Key]): TypedWords {
  const piece: Piece<Words[Key]> = pieces[key];
  return { fields: {}, rows: [], ...piece.write(value) };
}

/** Reads a form, which may contain anything. @param current the words before. */
export function readWords<Key extends WordsKey>(
  key: Key,
  typed: TypedWords,
  current: Words[Key],
): ReadWords<Words[Key]> {
  const piece: Piece<Words[Key]> = pieces[key];
  const problems = fieldProblems(key, typed);
  return Object.keys(problems).length > 0 ? { ok: false, problems } : piece.read(typed, current);
}

/** Removes what cannot be read or would break a line, and the rows without words. */
export function tidyWords(key: WordsKey, { fields, rows }: TypedWords): TypedWords {
  const form = wordsForms[key];
  const rowFields = form.rows?.fields ?? [];
  const tidyRows = rows.map((row) => tidyFields(rowFields, row));
  return {
    fields: tidyFields(form.fields, fields),
    rows: form.rows?.titles ? tidyRows : tidyRows.filter((row) => hasWords(rowFields, row)),
  };
}

function tidyFields(fields: WordsField[], typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, tidy(kind, at(typed, name))]));
}

function tidy(kind: WordsField['kind'], text: string): string {
  const isLong = kind === 'paragraphs' || kind === 'policy';
  return readableLines(text)
    .join(isLong ? '\n' : ' ')
    .trim();
}

function hasWords(fields: WordsField[], row: Record<string, string>): boolean {
  return fields.some(({ name, kind }) => kind !== 'cake' && at(row, name) !== '');
}

function fieldProblems(key: WordsKey, { fields, rows }: TypedWords): WordsProblems {
  const form = wordsForms[key];
  const problems: WordsProblems = {};
  const check = (list: WordsField[], typed: Record<string, string>, prefix = '') => {
    for (const field of list) {
      const problem = fieldProblem(field, at(typed, field.name));
      if (problem) problems[prefix + field.name] = problem;
    }
  };
  check(form.fields, fields);
  if (!form.rows) return problems;
  for (const [index, row] of rows.entries()) check(form.rows.fields, row, `${index}.`);
  if (rows.length > form.rows.most) {
    problems.rows = `There can be ${form.rows.most} at most. Remove some, please.`;
  }
  return problems;
}

function fieldProblem({ kind, most, isOptional }: WordsField, text: string): string | undefined {
  const { length } = [...text];
  if (length === 0) return isOptional ? undefined : 'Fill this in, please.';
  if (length > most) {
    const [has, fits] = [length, most].map((count) => count.toLocaleString('en-GB'));
    return `This has ${has} characters, and ${fits} fit. Make it shorter.`;
  }
  switch (kind) {
    case 'tel':
      return toTel(text) ? undefined : 'This is no phone number. Write it like 020 7946 0000.';
    case 'email':
      return /^[^\s@<>"'(),:;\\[\]?&#%/]+@[^\s@.<>"'(),:;\\[\]?&#%/]+(\.[^\s@.<>"'(),:;\\[\]?&#%/]+)+$/.test(
        text,
      )
        ? undefined
        : 'This is no e-mail address. Write it like hello@cafe.example.';
    case 'url':
      return isWebAddress(text) ? undefined : 'Copy the whole address. It starts with https://';
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : 'Write the time like 08:00.';
    case 'year':
      return /^(1\d|20|21)\d\d$/.test(text) ? undefined : 'Write the year with four digits.';
    default:
      return undefined;
  }
}

/** `javascript:` and its like would run in a visitor's browser. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text);
}

function right<Value>(value: Value): ReadWords<Value> {
  return { ok: true, value };
}

function at(typed: Record<string, string>, name: string): string {
  return typed[name] ?? '';
}

function titled(typed: Record<string, string>) {
  return { title: at(typed, 'title'), text: at(typed, 'text') };
}

function writeContact(contact: Words['contact']): Partial<TypedWords> {
  const { phone, whatsapp, email, postalAddress } = contact;
  const { instagram = '', facebook = '', vatNumber = '' } = contact;
  return {
    fields: {
      phone: phone.display,
      whatsapp: whatsapp?.display ?? '',
      email,
      ...postalAddress,
      instagram,
      facebook,
      vatNumber,
    },
  };
}

function readContact(fields: Record<string, string>): Words['contact'] {
  const [phone, whatsapp] = [at(fields, 'phone'), at(fields, 'whatsapp')];
  const [street, town, postcode] = [
    at(fields, 'street'),
    at(fields, 'town'),
    at(fields, 'postcode'),
  ];
  const [instagram, facebook] = [at(fields, 'instagram'), at(fields, 'facebook')];
  const address = [street, `${town} ${postcode}`];
  return {
    phone: { display: phone, tel: toTel(phone) ?? '' },
    ...(whatsapp && {
      whatsapp: { display: whatsapp, number: (toTel(whatsapp) ?? '').slice(1) },
    }),
    email: at(fields, 'email'),
    postalAddress: { street, town, postcode },
    address,
    mapUrl: directionsTo(address),
    ...(instagram && { instagram }),
    ...(facebook && { facebook }),
    ...(at(fields, 'vatNumber') && { vatNumber: at(fields, 'vatNumber') }),
  };
}

/** `020 7946 0000` → `+442079460000`. @returns undefined if it is not a number. */
function toTel(display: string): string | undefined {
  // `+44 (0)20 …`: the zero is not dialled with the country's code.
  const dialled = /^\s*(\+|00)/.test(display) ? display.replace('(0)', '') : display;
  const digits = dialled.replace(/[\s().-]/g, '');
  const tel = digits.replace(/^00/, '+').replace(/^0/, '+44');
  return /^\+(?!440)[1-9]\d{6,14}$/.test(tel) ? tel : undefined;
}

/** A map with the way to an address. */
function directionsTo(address: string[]): string {
  const destination = encodeURIComponent(address.join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

function writeHours({ week }: Words['hours']): Partial<TypedWords> {
  const rows = WEEKDAYS.map((weekday) => {
    const { opens = '', closes = '' } = week.find((open) => open.weekday === weekday) ?? {};
    return { opens, closes };
  });
  return { rows };
}

function readHours(rows: Record<string, string>[]): ReadWords<Words['hours']> {
  const problems: WordsProblems = {};
  const week: Words['hours']['week'] = [];
  for (const [index, row] of rows.slice(0, 7).entries()) {
    const [opens, closes] = [at(row, 'opens'), at(row, 'closes')];
    if (!opens && !closes) continue;
    if (!opens) problems[`${index}.opens`] = 'When do you open?';
    else if (!closes) problems[`${index}.closes`] = 'When do you close?';
    else if (closes <= opens) problems[`${index}.closes`] = 'This has to be after you open.';
    else week.push({ weekday: index + 1, opens, closes });
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  if (week.length === 0) {
    return { ok: false, problems: { '0.opens': 'Fill in at least one day, please.' } };
  }
  return right({ readable: describeWeek(week), week });
}

function writePolicy({ introduction, parts }: Policy): Partial<TypedWords> {
  return { fields: { introduction, text: writePolicyText(parts) } };
}

function readPolicy(
  fields: Record<string, string>,
  current: Policy,
  key: keyof typeof policyPlaceholders,
): ReadWords<Policy> {
  const problems: WordsProblems = {};
  const known = Object.keys(policyPlaceholders[key]);
  for (const name of ['introduction', 'text']) {
    const unknown = placeholdersIn(at(fields, name)).find((found) => !known.includes(found));
    if (unknown === undefined) continue;
    problems[name] =
      `There is no {${unknown}}. In braces you can write ${known.map((each) => `{${each}}`).join(', ')}.`;
  }
  const parts = readPolicyText(at(fields, 'text'), current.parts);
  if (!parts) problems.text ??= 'Start with a title: a line like “# Your order”.';
  else if (parts.some(({ title }) => title === '')) problems.text ??= 'A title has no words.';
  if (!parts || Object.keys(problems).length > 0) return { ok: false, problems };
  return right({ introduction: at(fields, 'introduction'), parts });
}
