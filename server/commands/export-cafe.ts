import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PhotoStyle } from '#cafe/photo-styles.ts';
import { areLost } from '#domain/calendar/rules.ts';
import type { Photo } from '#domain/catalogue/photo.ts';
import type { Shop } from '#domain/shop.ts';
import { currentWords } from '#domain/words/edit-words.ts';
import { cafeOf, type Words } from '#domain/words/words.ts';
import type { Composed } from '#server/compose.ts';
import { OperatorError } from '#server/db/database-errors.ts';
import { Seed } from '#server/db/seed.ts';

interface Pictures {
  photos: Photo[];
  photoStyles: Record<string, PhotoStyle>;
}

interface Exporting {
  database: Pick<Composed['database'], 'calendar' | 'editedWords' | 'readSeed'>;
  shop: Pick<Shop, 'photoRecords' | 'photoFile'>;
  /** What cafe/ says now. */
  cafe: Pictures & { words: Words; seed: Seed };
  /** The path of cafe/. */
  folder: string;
  /** @param name of a file of cafe/. */
  format(name: string, text: string): string;
}

/** Contents by file name; undefined for a file that goes. */
export type CafeFiles = Map<string, string | Uint8Array | undefined>;

/**
 * The files of cafe/ that are not as the database has it. Values that differ are replaced, and what else the
 * files say stays.
 */
export async function changedFiles(exporting: Exporting): Promise<CafeFiles> {
  const { folder, format, cafe, database } = exporting;
  const files: CafeFiles = new Map();
  const pictures = await readPictures(exporting);
  for (const [file, content] of pictures.files) files.set(`photos/${file}`, content);

  const words = await currentWords({ ...database, firstWords: cafe.words });
  const seeded = Seed.parse(cafe.seed);
  const rules = await database.calendar.rules();
  const { cakes, categories, calendar } = Seed.parse({
    ...(await database.readSeed()),
    calendar: areLost(rules) ? seeded.calendar : rules,
  });
  const wanted = constantsOf({ words, categories, ...pictures });
  const before = constantsOf({ ...cafe, categories: seeded.categories });
  for (const [name, constants] of Object.entries(wanted)) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    let next = text;
    for (const [constant, value] of Object.entries(constants)) {
      const isSame = isDeepStrictEqual(value, before[name]?.[constant]);
      if (!isSame) next = replaceValue(name, next, constant, value);
    }
    if (next !== text) files.set(name, format(name, next));
  }

  if (isSameJson(cakes, seeded.cakes) && isSameJson(calendar, seeded.calendar)) return files;
  files.set(CAKES, format(CAKES, cakesFile(cakes)));
  files.set('catalogue.ts', format('catalogue.ts', catalogueFile(calendar)));
  // All cakes are in one file: the owner may have changed the categories that the files are named after.
  for (const name of await readdir(path.join(folder, 'catalogue'))) {
    const file = `catalogue/${name}`;
    if (file !== CAKES && file !== CATEGORIES) files.set(file, undefined);
  }
  return files;
}

/** Replaces the folder as a whole: it is complete at any time, also if this is interrupted. */
export async function writeFiles(folder: string, files: CafeFiles): Promise<void> {
  const [next, before] = [`${folder}.next`, `${folder}.before`];
  await rm(next, { recursive: true, force: true });
  try {
    await cp(folder, next, { recursive: true });
    for (const [name, content] of files) {
      const file = path.join(next, name);
      await mkdir(path.dirname(file), { recursive: true });
      await (content === undefined ? rm(file) : writeFile(file, content));
    }
    await rename(folder, before);
    try {
      await rename(next, folder);
    } catch (error) {
      await rename(before, folder);
      throw error;
    }
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  await rm(before, { recursive: true });
}

const CAKES = 'catalogue/cakes.ts';
const CATEGORIES = 'catalogue/categories.ts';

interface Values extends Pictures {
  words: Words;
  categories: Seed['categories'];
}

/** The constants of cafe/ that the owner changes, by file name. */
function constantsOf(values: Values): Record<string, Record<string, unknown>> {
  const { words, categories, photos, photoStyles } = values;
  const { story, team, timeline, testimonials, collection, terms, privacy } = words;
  const { welcome: aboutUs, importantInformation } = words;
  const photoSizes = Object.fromEntries(
    photos.map(({ file, width, height }) => [file, [width, height]]),
  );
  const photoAlts = Object.fromEntries(photos.map(({ file, alt }) => [file, alt]));
  return {
    'cafe.ts': { cafe: cafeOf(words) },
    'words/collection.ts': { collection },
    'words/family.ts': { story, team, timeline },
    'words/privacy.ts': { privacy },
    'words/terms.ts': { terms },
    'words/testimonials.ts': { testimonials },
    'words/welcome.ts': { aboutUs, importantInformation },
    [CATEGORIES]: { categories },
    'photos.ts': { photoSizes, photoAlts },
    'photo-styles.ts': { photoStyles },
  };
}

function cakesFile(cakes: Seed['cakes']): string {
  return `import type { CafeCake } from '#domain/catalogue/cafe-cake.ts';

/** In the order in which pages list them. */
export const cakes: CafeCake[] = ${literal(cakes)};
`;
}

function catalogueFile(calendar: Seed['calendar']): string {
  return `import { CalendarRules } from '#domain/calendar/rules.ts';
import { cakes } from './catalogue/cakes.ts';
import { categories } from './catalogue/categories.ts';

/** The catalogue of a first start on an empty database. */
export const catalogue = { categories, cakes };

export const calendar = CalendarRules.parse(${literal(calendar)});
`;
}

/** The pictures as they are shown now, and the files of those that cafe/ does not have. */
async function readPictures({ shop, cafe }: Exporting) {
  const records = await shop.photoRecords();
  const known = new Set(cafe.photos.map(({ file }) => file));
  const added = [...records.values()].filter(
    ({ file, isUploaded, deletedAt }) => isUploaded && !deletedAt && !known.has(file),
  );
  const photos = [...cafe.photos, ...added].map(({ file, width, height, alt }) => ({
    file,
    width,
    height,
    alt: records.get(file)?.alt ?? alt,
  }));
  const photoStyles = Object.fromEntries(
    photos.map(({ file }): [string, PhotoStyle] => {
      const record = records.get(file);
      const { colour = record?.colour ?? '', focus } = cafe.photoStyles[file] ?? {};
      const chosen = record?.focus ? `${record.focus.x}% ${record.focus.y}%` : focus;
      return [file, { colour, ...(chosen && { focus: chosen }) }];
    }),
  );
  const files = new Map<string, Uint8Array>();
  for (const { file } of added) {
    const content = await shop.photoFile(file);
    if (!content) throw new OperatorError(`The file of the photo ${file} is missing.`);
    files.set(file, content);
  }
  return { photos, photoStyles, files };
}

/** Replaces `const <constant> = …;`, with its type before or after the value. */
function replaceValue(name: string, text: string, constant: string, value: unknown): string {
  const found = new RegExp(
    `(?<start>^(?:export )?const ${constant}(?:: .+)? = )[[{](?:.*?[\\]}]|[^]*?^[\\]}])(?<end>(?: satisfies .+)?;$)`,
    'm',
  );
  if (!found.test(text)) {
    throw new OperatorError(`cafe/${name} has no "const ${constant} = …" to write it into.`);
  }
  return text.replace(found, (_all, start: string, end: string) => start + literal(value) + end);
}

/** JSON is TypeScript too; the formatter makes it look so. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Of values that a schema has read, so that their properties have one order. */
function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
