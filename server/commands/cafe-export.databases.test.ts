import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { calendar, catalogue } from '#cafe/catalogue.ts';
import { photoStyles } from '#cafe/photo-styles.ts';
import { photos } from '#cafe/photos.ts';
import { words } from '#cafe/words.ts';
import { Day } from '#domain/calendar/day.ts';
import { contentOf } from '#domain/catalogue/cake-content.ts';
import { Photo } from '#domain/catalogue/photo.ts';
import { currentWords } from '#domain/words/edit-words.ts';
import { Words, WordsKey } from '#domain/words/words.ts';
import type { Database } from '#server/db/open-database.ts';
import { Seed } from '#server/db/seed.ts';
import { createFileStore } from '#server/photos/file-store.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { AWKWARD, NOON } from '#test/samples.ts';
import { shopCommand } from '#test/shop-command.ts';
import { type CafeFiles, changedFiles, writeFiles } from './export-cafe.ts';

const PHOTO = '5d41402abc4b2a76-800x600.jpg';
const cafe = { seed: { ...catalogue, calendar }, words, photos, photoStyles };
const by = 'anna';
const edit = { at: NOON, by };

const Exported = z.object({
  seed: Seed,
  words: Words,
  photos: z.array(Photo),
  photoStyles: z.record(z.string(), z.object({ colour: z.string(), focus: z.string().optional() })),
});

/** A copy of cafe/ from which `#domain` can be imported. */
async function copyOfCafe(): Promise<string> {
  await mkdir('test-results', { recursive: true });
  const root = await mkdtemp('test-results/cafe-');
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = path.resolve(root, 'cafe');
  await cp('cafe', folder, { recursive: true });
  return folder;
}

async function load(folder: string): Promise<z.infer<typeof Exported>> {
  const from = (name: string) => import(pathToFileURL(path.join(folder, name)).href);
  const [shelves, texts, pictures, styles] = await Promise.all(
    ['catalogue.ts', 'words.ts', 'photos.ts', 'photo-styles.ts'].map(from),
  );
  const seed = { ...shelves.catalogue, calendar: shelves.calendar };
  return Exported.parse({ seed, ...texts, ...pictures, ...styles });
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (file) => [path.relative(folder, file), await readFile(file, 'latin1')]),
    ),
  );
}

describe.each(bothDatabases)('cafe:export on $name', ({ fresh }) => {
  async function open() {
    const store = await mkdtemp(path.join(tmpdir(), 'battenberg-export-'));
    onTestFinished(() => rm(store, { recursive: true }));
    const photoStore = createFileStore(store);
    const changesOf = (
      database: Database,
      folder: string,
      cafe: Parameters<typeof changedFiles>[0]['cafe'],
    ) => {
      const shop = { photoRecords: () => database.photos.current(), photoFile: photoStore.get };
      return changedFiles({ database, shop, cafe, folder, format: (_name, text) => text });
    };
    return { photoStore, changesOf };
  }

  /** What the owner can change, of each kind. */
  async function editAll(database: Database) {
    const [first, second, third] = catalogue.cakes;
    if (!first || !second || !third) throw new Error('The demo has cakes.');
    const save = async (id: string, changes: object) => {
      const entry = await database.catalogue.entry(id);
      if (!entry) throw new Error(`There is no ${id}.`);
      const expected = contentOf(entry);
      const content = { ...expected, ...changes };
      const saved = await database.catalogue.saveCake(
        { id, expected, content, priceIds: [] },
        edit,
      );
      expect(saved).toBe('saved');
    };
    await save(first.id, {
      title: AWKWARD,
      desc: `A "quoted" \`text\` with \${braces} and \\ and\nlines.`,
      slug: 'another-address',
      category: ['doughnuts'],
      sizes: [{ id: `${first.id}-10`, size: '10', slices: '20', price: 7777, points: 9 }],
      img: PHOTO,
      ingredients: 'Flour.',
      leadDays: 9,
      unavailableUntil: Day.parse('2027-02-03'),
      season: { from: '11-01', to: '01-31' },
      mayContain: ['Lupin'],
    });
    await save(second.id, { hidden: true, archived: true });
    await database.catalogue.setHidden(third.id, true, edit);
    await database.catalogue.placeCake(third.id, undefined, third.category[0]);
    const pieces: Partial<Words> = {
      name: { name: 'Chequers', tagline: AWKWARD },
      allergenNote: '$& and $1.',
      testimonials: [],
      story: { heading: 'Ours', paragraphs: ['One.', '};\n];'] },
    };
    for (const key of WordsKey.options) {
      const value = pieces[key];
      if (value === undefined) continue;
      await database.editedWords.write({ key, value, shownVersion: 0, at: NOON, personId: by });
    }
    await database.calendar.changeRules(
      () => ({ leadDays: 5, pause: { until: Day.parse('2027-01-05'), words: 'Holiday.' } }),
      undefined,
      by,
    );
    const day = Day.parse('2027-03-06');
    await database.calendar.changeDays({ days: [day], make: 'close', reason: 'A wedding' }, by);
    await database.calendar.changeDays({ days: [Day.parse('2027-03-07')], make: 'open' }, by);
    const photo = { file: PHOTO, width: 800, height: 600, alt: '' };
    await database.photos.add({ ...photo, colour: '#d8bdb2', at: NOON, personId: by });
    await database.photos.change(
      { file: PHOTO, alt: 'A cake.', focus: { x: 9, y: 8 }, version: 1, at: NOON, personId: by },
      undefined,
    );
    const hero = photos.find(({ file }) => file === 'hero.jpg');
    await database.photos.change(
      { file: 'hero.jpg', alt: AWKWARD, focus: { x: 1, y: 2 }, version: 0, at: NOON, personId: by },
      hero,
    );
  }

  /** What visitors and the owner see of the catalogue, the calendar and the words. */
  async function shownBy(database: Database, firstWords: Words) {
    const seed = await database.readSeed();
    const moved = await database.catalogue.moved('celebration-cakes', catalogue.cakes[0]?.id ?? '');
    return {
      seed,
      moved: moved && { ...moved, sizes: [] },
      rules: await database.calendar.rules(),
      words: await currentWords({ ...database, firstWords }),
    };
  }

  test('writes what a new shop then begins with, and is the same again from there', async () => {
    const { photoStore, changesOf } = await open();
    const database = await (await fresh()).open();
    await database.seed(cafe.seed);
    await editAll(database);
    await photoStore.put(PHOTO, Buffer.from('a picture'));

    const folder = await copyOfCafe();
    const untouched = await filesOf(folder);
    const changes = await changesOf(database, folder, cafe);
    // To look at it writes nothing.
    expect(await filesOf(folder)).toEqual(untouched);
    expect([...changes.keys()]).toEqual(
      expect.arrayContaining([`photos/${PHOTO}`, 'words/testimonials.ts', 'catalogue/cakes.ts']),
    );
    expect(changes.has('words/terms.ts')).toBe(false);
    await writeFiles(folder, changes);
    expect((await readdir(path.dirname(folder))).sort()).toEqual(['cafe']);

    const exported = await load(folder);
    expect(exported.photos.find(({ file }) => file === PHOTO)?.alt).toBe('A cake.');
    expect(exported.photoStyles[PHOTO]).toEqual({ colour: '#d8bdb2', focus: '9% 8%' });
    expect(exported.photoStyles['hero.jpg']?.focus).toBe('1% 2%');
    const next = await (await fresh()).open();
    await next.seed(exported.seed);
    expect(await shownBy(next, exported.words)).toEqual(await shownBy(database, words));

    expect(await changesOf(next, folder, exported)).toEqual(new Map());
    // From the first shop too, whose photo is in both now.
    expect(await changesOf(database, folder, exported)).toEqual(new Map());
  });

  test('has nothing to write while nobody has edited anything', async () => {
    const { changesOf } = await open();
    const database = await (await fresh()).open();
    await database.seed(cafe.seed);
    expect(await changesOf(database, 'cafe', cafe)).toEqual(new Map());
  });

  test('keeps the calendar of cafe/ where the database has lost its own', async () => {
    const { changesOf } = await open();
    const place = await fresh();
    const database = await place.open();
    await database.seed(cafe.seed);
    await place.run('delete from calendar_rules');
    expect(await changesOf(database, 'cafe', cafe)).toEqual(new Map());
  });

  test('lists the files that it would write', async () => {
    const { where, open: openAgain } = await fresh();
    const database = await openAgain();
    await database.seed(cafe.seed);
    const value = { ...words.name, name: 'Chequers' };
    await database.editedWords.write({
      key: 'name',
      value,
      shownVersion: 0,
      at: NOON,
      personId: by,
    });
    const before = await filesOf('cafe');
    const { stdout, code } = await shopCommand(where, ['cafe-export', '--list']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n {2}changed cafe\/cafe\.ts\n$/)]);
    expect(await filesOf('cafe')).toEqual(before);
  });

  test('leaves the folder as it was if a file cannot be written', async () => {
    const folder = await copyOfCafe();
    const before = await filesOf(folder);
    const changes: CafeFiles = new Map([
      ['cafe.ts', 'half'],
      // A folder has this name.
      ['words', 'no file'],
    ]);
    await expect(writeFiles(folder, changes)).rejects.toThrow();
    expect(await filesOf(folder)).toEqual(before);
    expect(await readdir(path.dirname(folder))).toEqual(['cafe']);
  });
});
