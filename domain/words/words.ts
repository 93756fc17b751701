import * as z from 'zod';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import { isEmailAddress } from '#domain/orders/email-address.ts';
import { pipedPart } from '#domain/orders/plain-text.ts';
import { readableLines } from '#domain/orders/readable-lines.ts';
import { describeWeek, type OpenDay } from './hours.ts';
import { type TypedWords, type WordsField, type WordsForm, wordsForms } from './words-forms.ts';

const TitledText = z.object({ title: z.string(), text: z.string() });
export type TitledText = z.infer<typeof TitledText>;

const Contact = z.object({
  phone: z.string(),
  /** For messages only. */
  whatsapp: z.string().optional(),
  email: z.string(),
  street: z.string(),
  town: z.string(),
  postcode: z.string(),
  /** A picture of where it is, by its file name in the shop's photos. */
  map: z.string().optional(),
  instagram: z.string().optional(),
  facebook: z.string().optional(),
  /** Without it the cafe is not registered for VAT, and none is shown. */
  vatNumber: z.string().optional(),
});

const Hours = z.object({
  /** A day that is missing is closed. */
  week: z.array(
    z.object({ weekday: z.int().min(1).max(7), opens: z.string(), closes: z.string() }),
  ),
});

const Testimonial = z.object({
  id: z.int(),
  /** The id of the cake that it is about. */
  cake: z.string().optional(),
  text: z.string(),
  name: z.string(),
});
export type Testimonial = z.infer<typeof Testimonial>;

/** A text with headings. In its words stand placeholders, `{phone}`, and `**bold**` words. */
const Policy = z.object({
  introduction: z.string(),
  parts: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});
export type Policy = z.infer<typeof Policy>;

/** The cafe's words, by the pieces in which the owner edits them. */
export const Words = z.object({
  name: z.object({ name: z.string(), tagline: z.string() }),
  contact: Contact,
  hours: Hours,
  /** Beside the allergens of each cake, and the first of the notes of spec §9. */
  allergenNote: z.string(),
  /** The symbols that are piped on cakes besides letters, numbers and punctuation. May be empty. */
  piping: z.string(),
  /** How customers can pay, as they read it before they pay. */
  payment: z.string(),
  /** File names in the shop's photos: for wide screens and, if it is another one, for phones. */
  homePicture: z.array(z.string()).min(1),
  /** Six, in three columns of two. */
  gallery: z.array(z.string()).length(6),
  welcome: TitledText,
  story: z.object({ heading: z.string(), paragraphs: z.array(z.string()) }),
  team: z.array(z.object({ name: z.string(), role: z.string(), line: z.string() })),
  timeline: z.array(z.object({ year: z.int(), title: z.string(), text: z.string() })),
  testimonials: z.array(Testimonial),
  /** The notes of spec §9 after the allergen note. */
  importantInformation: z.array(TitledText),
  /** What a customer with an order needs to know before they come. */
  collection: z.object({
    howToFind: z.string(),
    whatToBring: z.string(),
    /** Who sends the e-mail that an order is ready: staff, or the tick itself. Missing: nobody. */
    ready: z.enum(['tap', 'tick']).optional(),
    /** Where the cafe collects reviews. Missing: customers are not asked. */
    reviews: z.string().optional(),
  }),
  /** For who asks for what is not in the list: the first sentence, and when the cafe answers. */
  asking: z.object({ introduction: z.string(), promise: z.string() }),
  terms: Policy,
  /** Besides what the shop itself says about personal data. */
  privacy: Policy,
});
export type Words = z.infer<typeof Words>;
export const WordsKey = Words.keyof();
export type WordsKey = z.infer<typeof WordsKey>;

/** What every page shows, with what follows from it: links, lines of the address, hours in words. */
export interface Cafe
  extends Pick<Words, 'allergenNote' | 'piping' | 'payment'>,
    Pick<Words['name'], keyof Words['name']> {
  contact: Omit<Words['contact'], 'phone' | 'whatsapp'> & {
    /** A number as people read it, and as a link wants it: with the country. */
    phone: { display: string; tel: string };
    /** The number as wa.me wants it. */
    whatsapp?: { display: string; number: string };
    address: string[];
    mapUrl: string;
  };
  hours: Words['hours'] & { readable: string[] };
}

export function cafeOf({ name, contact, hours, allergenNote, piping, payment }: Words): Cafe {
  const { phone, whatsapp, ...others } = contact;
  const address = [contact.street, `${contact.town} ${contact.postcode}`];
  const destination = encodeURIComponent(address.join(', '));
  return {
    ...name,
    contact: {
      ...others,
      phone: { display: phone, tel: toTel(phone) ?? phone },
      ...(whatsapp && {
        whatsapp: { display: whatsapp, number: (toTel(whatsapp) ?? whatsapp).replace('+', '') },
      }),
      address,
      mapUrl: `https://www.google.com/maps/dir/?api=1&destination=${destination}`,
    },
    hours: { ...hours, readable: describeWeek(hours.week) },
    ...{ allergenNote, piping, payment },
  };
}

/** By field: `phone`, or `2.title` in the third row. */
export type WordsProblems = Record<string, string>;

/** A piece as it is written into its form and read from it, if it is not simply the fields or the rows. */
interface Piece {
  write?(words: Words): object;
  /** @param typed each field alone is right; without empty ones. */
  read(typed: TypedWords, problems: WordsProblems): unknown;
}

const pieces: Partial<Record<WordsKey, Piece>> = {
  hours: {
    write: ({ hours: { week } }) =>
      WEEKDAYS.map((weekday) => week.find((open) => open.weekday === weekday) ?? {}),
    read({ rows }, problems) {
      const week: OpenDay[] = [];
      for (const [index, { opens, closes }] of rows.slice(0, 7).entries()) {
        if (!opens && !closes) continue;
        if (!opens) problems[`${index}.opens`] = 'When do you open?';
        else if (!closes) problems[`${index}.closes`] = 'When do you close?';
        else if (closes <= opens) problems[`${index}.closes`] = 'This has to be after you open.';
        else week.push({ weekday: index + 1, opens, closes });
      }
      if (week.length === 0 && Object.keys(problems).length === 0) {
        problems['0.opens'] = 'Fill in at least one day, please.';
      }
      return { week };
    },
  },
  allergenNote: {
    write: ({ allergenNote }) => ({ text: allergenNote }),
    read: ({ fields }) => fields.text,
  },
  piping: {
    write: ({ piping }) => ({ symbols: piping }),
    read({ fields: { symbols = '' } }, problems) {
      if (pipedPart(symbols.replaceAll(' ', ''), '') !== '')
        problems.symbols = 'Write the symbols alone, such as ♥ ★.';
      return symbols;
    },
  },
  payment: {
    write: ({ payment }) => ({ ways: payment }),
    read: ({ fields }) => fields.ways,
  },
  homePicture: photosPiece('homePicture'),
  gallery: photosPiece('gallery'),
  story: {
    write: ({ story }) => ({ ...story, paragraphs: story.paragraphs.join('\n\n') }),
    read: ({ fields: { paragraphs = '', ...fields } }) => ({
      ...fields,
      paragraphs: readParagraphs(paragraphs),
    }),
  },
  timeline: {
    read: ({ rows }) =>
      rows
        .map((row) => ({ ...row, year: Number(row.year) }))
        .sort((one, other) => one.year - other.year),
  },
  testimonials: {
    read: ({ rows }) => rows.map((row, index) => ({ ...row, id: index + 1 })),
  },
  terms: policyPiece('terms'),
  privacy: policyPiece('privacy'),
};

/** File names have no spaces. */
function photosPiece(key: 'homePicture' | 'gallery'): Piece {
  return {
    write: ({ [key]: files }) => ({ photos: files.join(' ') }),
    read: ({ fields: { photos = '' } }) => photos.split(' '),
  };
}

/** One text to edit: a line that starts with `# ` is a title, a blank line ends a paragraph. */
function policyPiece(key: 'terms' | 'privacy'): Piece {
  return {
    write({ [key]: { introduction, parts } }) {
      const text = parts.flatMap(({ title, paragraphs }) => [`# ${title}`, ...paragraphs]);
      return { introduction, text: text.join('\n\n') };
    },
    read({ fields: { introduction, text = '' } }, problems) {
      const parts: Policy['parts'] = [];
      for (const paragraph of readParagraphs(text.replace(/^# .*$/gm, '\n\n$&\n\n'))) {
        const part = parts.at(-1);
        if (paragraph.startsWith('# ')) {
          parts.push({ title: paragraph.slice(2).trim(), paragraphs: [] });
        } else if (part) part.paragraphs.push(paragraph);
        else problems.text = 'Start with a title: a line like “# Your order”.';
      }
      if (parts.some(({ title }) => title === '')) problems.text ??= 'A title has no words.';
      const known = Object.keys(wordsForms[key].placeholders ?? {});
      for (const [name, typed = ''] of Object.entries({ introduction, text })) {
        const named = [...typed.matchAll(/\{([^{}]*)\}/g)].map(([, word = '']) => word);
        const unknown = named.find((word) => !known.includes(word));
        if (unknown === undefined) continue;
        problems[name] =
          `There is no {${unknown}}. In braces you can write ${known.map((each) => `{${each}}`).join(', ')}.`;
      }
      return { introduction, parts };
    },
  };
}

/** Paragraphs are separated by blank lines; a line break stays within its paragraph. */
function readParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** The form of a piece with its words. */
export function writeWords(key: WordsKey, words: Words): TypedWords {
  const { fields, rows } = wordsForms[key];
  const written: object = pieces[key]?.write?.(words) ?? Object(words[key]);
  const write = (list: WordsField[], values: object) =>
    Object.fromEntries(list.map(({ name }) => [name, String(Reflect.get(values, name) ?? '')]));
  return {
    fields: write(fields, written),
    rows: rows && Array.isArray(written) ? written.map((row) => write(rows.fields, row)) : [],
  };
}

type ReadWords = { ok: true; value: Words[WordsKey] } | { ok: false; problems: WordsProblems };

/**
 * Checks each field of a form, which may contain anything.
 * @returns also what was typed, without what cannot be read or would break a line, and without empty rows.
 */
export function checkForm(
  { fields, rows }: Pick<WordsForm, 'fields' | 'rows'>,
  form: TypedWords,
): { typed: TypedWords; problems: WordsProblems } {
  const problems: WordsProblems = {};
  const read = (list: WordsField[], values: Record<string, string>) =>
    Object.fromEntries(list.map(({ name, kind }) => [name, tidy(kind, values[name] ?? '')]));
  const isFilled = (row: Record<string, string>) =>
    rows?.titles || Object.entries(row).some(([name, text]) => name !== 'cake' && text !== '');
  const all = form.rows.map((row) => read(rows?.fields ?? [], row));
  const typed = { fields: read(fields, form.fields), rows: all.filter(isFilled) };
  const check = (list: WordsField[], values: Record<string, string>, prefix = '') => {
    for (const field of list) {
      const problem = fieldProblem(field, values[field.name] ?? '');
      if (problem) problems[prefix + field.name] = problem;
    }
  };
  check(fields, typed.fields);
  for (const [index, row] of all.entries()) {
    if (isFilled(row)) check(rows?.fields ?? [], row, `${index}.`);
  }
  if (rows && typed.rows.length > rows.most) {
    problems.rows = `There can be ${rows.most} at most. Remove some, please.`;
  }
  return { typed, problems };
}

/** @returns also what was typed, as `checkForm` does. */
export function readWords(key: WordsKey, form: TypedWords): ReadWords & { typed: TypedWords } {
  const { rows } = wordsForms[key];
  const { typed, problems } = checkForm(wordsForms[key], form);
  if (Object.keys(problems).length > 0) return { ok: false, problems, typed };
  const filled = { fields: withoutEmpty(typed.fields), rows: typed.rows.map(withoutEmpty) };
  const value = pieces[key]?.read(filled, problems) ?? (rows ? filled.rows : filled.fields);
  if (Object.keys(problems).length > 0) return { ok: false, problems, typed };
  return { ok: true, value: Words.shape[key].parse(value), typed };
}

function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
}

function tidy(kind: WordsField['kind'], text: string): string {
  if (kind === 'photos') return [...new Set(text.split(/\s+/).filter(Boolean))].join(' ');
  const isLong = kind === 'paragraphs' || kind === 'policy';
  return readableLines(text)
    .join(isLong ? '\n' : ' ')
    .trim();
}

function fieldProblem(field: WordsField, text: string): string | undefined {
  const { kind, most, least = 1, isOptional } = field;
  if (kind === 'photos') {
    const count = text === '' ? 0 : text.split(' ').length;
    if (count >= least && count <= most) return undefined;
    if (count === 0) return 'Choose one, please.';
    return `Choose ${least === most ? 'exactly' : 'at most'} ${most}. You have ${count} now.`;
  }
  if (field.choices && !field.choices.some(({ value }) => value === text)) {
    return 'Choose one, please.';
  }
  const { length } = [...text];
  if (length === 0) return isOptional ? undefined : 'Fill this in, please.';
  if (length > most) {
    const [has, fits] = [length, most].map((count) => count.toLocaleString('en-GB'));
    return `This has ${has} characters, and ${fits} fit. Make it shorter.`;
  }
  const { isRight, problem } = KINDS[kind] ?? {};
  return isRight?.(text) === false ? problem : undefined;
}

const KINDS: Partial<
  Record<WordsField['kind'], { isRight(text: string): boolean; problem: string }>
> = {
  tel: {
    isRight: (text) => toTel(text) !== undefined,
    problem: 'This is no phone number. Write it like 020 7946 0000.',
  },
  email: {
    isRight: isEmailAddress,
    problem: 'This is no e-mail address. Write it like hello@cafe.example.',
  },
  url: {
    // `javascript:` and its like would run in a visitor's browser.
    isRight: (text) =>
      URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text),
    problem: 'Copy the whole address. It starts with https://',
  },
  time: {
    isRight: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
    problem: 'Write the time like 08:00.',
  },
  year: {
    isRight: (text) => /^(1\d|20|21)\d\d$/.test(text),
    problem: 'Write the year with four digits.',
  },
};

/** `020 7946 0000` → `+442079460000`. @returns undefined if it is not a number. */
function toTel(display: string): string | undefined {
  // `+44 (0)20 …`: the zero is not dialled with the country's code.
  const dialled = /^\s*(\+|00)/.test(display) ? display.replace('(0)', '') : display;
  const digits = dialled.replace(/[\s().-]/g, '');
  const tel = digits.replace(/^00/, '+').replace(/^0/, '+44');
  return /^\+(?!440)[1-9]\d{6,14}$/.test(tel) ? tel : undefined;
}
