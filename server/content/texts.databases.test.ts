import { describe, expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { words as firstWords } from '#cafe/words.ts';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import { writeWords } from '#domain/words/words.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { recordingLog } from '#test/recording-log.ts';
import { sampleSeed } from '#test/samples.ts';
import { calendarRules } from './calendar.ts';
import { addPhoto, changePhoto, deletePhoto } from './photos.ts';
import { seed } from './seed.ts';
import { editWords, restoreWords, wordsVersions } from './texts.ts';
import { changedPaths } from './version.ts';

const clock = { now: () => new Date().toISOString() };
const anna = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;
const ben = { ...anna, id: 'ben', name: 'Ben' };

describe.each(bothDatabases)("the cafe's words on $name", ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const { db, content, contentVersion } = await place.open();
    const shop = { db, content, firstWords, clock, cafePhotos: [] };
    const rename = (name: string, version: number, person: typeof anna | typeof ben = anna) => {
      const typed = writeWords('name', { ...firstWords, name: { ...firstWords.name, name } });
      return editWords(shop, { key: 'name', typed, version }, person);
    };
    const edited = async () => (await content()).texts;
    const document = async () => (await content()).textDocuments[0];
    return { place, shop, edited, document, contentVersion, rename };
  }

  test('are those of cafe/ until somebody edits a piece, which then raises the version', async () => {
    const { edited, document, contentVersion, rename, shop } = await open();
    const before = await contentVersion();
    expect(await edited()).toEqual({});
    expect(await rename('Chequers', 0)).toEqual({ ok: true });
    expect(await edited()).toEqual({ name: { ...firstWords.name, name: 'Chequers' } });
    expect(await changedPaths(shop.db)).toContainEqual({ path: '/words', version: before + 1 });
    expect(await document()).toMatchObject({ id: 'name', version: 1, updatedBy: 'anna' });
  });

  test('leave out the map of cafe/ when the address is another, and say so', async () => {
    const { shop, edited } = await open();
    const cafePhotos = photos.map((photo) => ({ ...photo, focus: undefined }));
    const save = async (fields: Record<string, string>, version: number) => {
      const typed = writeWords('contact', firstWords);
      const form = { ...typed, fields: { ...typed.fields, ...fields } };
      const piece = { key: 'contact', typed: form, version } as const;
      const result = await editWords({ ...shop, cafePhotos }, piece, anna);
      return { result, map: (await edited()).contact?.map };
    };
    const { map } = firstWords.contact;
    const phone = '020 7946 0999';
    expect(await save({ phone }, 0)).toEqual({ result: { ok: true }, map });
    const street = '1 High Road';
    expect(await save({ street }, 1)).toEqual({
      result: { ok: true, isMapLeftOut: true },
      map: undefined,
    });
    // One that the owner has chosen stays.
    expect(await save({ street, map: 'hero.jpg' }, 2)).toEqual({
      result: { ok: true },
      map: 'hero.jpg',
    });
  });

  test('close the weekdays of the calendar without opening hours, and name the others as they are', async () => {
    const { shop, place } = await open();
    const database = await place.open();
    await seed(database.db, sampleSeed());
    const before = await changedPaths(shop.db);
    const weekdays = async () => {
      const { closedWeekdays, openWithoutCollection } = await calendarRules(database);
      return { closedWeekdays, openWithoutCollection };
    };
    expect(await weekdays()).toEqual({ closedWeekdays: [7], openWithoutCollection: undefined });
    const rows = WEEKDAYS.map((day) =>
      day === 1 ? { opens: '', closes: '' } : { opens: '10:00', closes: '14:00' },
    );
    const hours = { key: 'hours', typed: { fields: {}, rows }, version: 0 } as const;
    expect(await editWords(shop, hours, anna)).toEqual({ ok: true });
    expect(await weekdays()).toEqual({ closedWeekdays: [1, 7], openWithoutCollection: [7] });
    const paths = (await changedPaths(shop.db)).filter(
      ({ path, version }) => !before.some((each) => each.path === path && each.version === version),
    );
    // Open calendars show it too.
    expect(paths.map(({ path }) => path).sort()).toEqual(['/calendar', '/words']);
    const first = { key: 'hours', number: 0, version: 1 } as const;
    expect(await restoreWords(shop, first, anna)).toMatchObject({ ok: true });
    expect(await weekdays()).toEqual({ closedWeekdays: [7], openWithoutCollection: undefined });
  });

  test('keep what somebody else has saved since the form was made', async () => {
    const { edited, document, rename, shop } = await open();
    const [first, second] = await Promise.all([rename('One', 0), rename('Two', 0, ben)]);
    expect([first.ok, second.ok].toSorted()).toEqual([false, true]);
    const edit = await document();
    const { name } = await edited();
    expect(name?.name).toBe(first.ok ? 'One' : 'Two');
    expect(await rename('Three', 0)).toMatchObject({ reason: 'changed' });
    // A form that is sent twice.
    expect(await rename(name?.name ?? '', 0)).toEqual({ ok: true });
    expect(await rename('Three', edit?.version ?? 0)).toEqual({ ok: true });
    expect(await rename('Four', edit?.version ?? 0, ben)).toMatchObject({ reason: 'changed' });
    const firstVersion = { key: 'name', number: 0, version: edit?.version ?? 0 } as const;
    expect(await restoreWords(shop, firstVersion, ben)).toMatchObject({ reason: 'changed' });
  });

  test('are those of cafe/ again once they are put back, and an old form still changes nothing', async () => {
    const { edited, document, contentVersion, rename, shop } = await open();
    await rename('One', 0);
    const { version = 0 } = (await document()) ?? {};
    const before = await contentVersion();
    expect(await restoreWords(shop, { key: 'name', number: 0, version }, anna)).toMatchObject({
      ok: true,
    });
    expect(await edited()).toEqual({});
    expect(await changedPaths(shop.db)).toContainEqual({ path: '/words', version: before + 1 });
    // A form that is sent twice.
    expect(await restoreWords(shop, { key: 'name', number: 0, version }, anna)).toMatchObject({
      ok: true,
    });
    await rename('Two', 0);
    expect(await rename('Old', version, ben)).toMatchObject({ reason: 'changed' });
  });

  test('are those of any version that is restored, with who saved each', async () => {
    const { shop, edited, rename } = await open();
    const versions = (limit?: number) => wordsVersions(shop, 'name', { limit });
    const restore = (number: number, version: number) =>
      restoreWords(shop, { key: 'name', number, version }, ben);
    await rename('One', 0);
    await rename('Two', 1, ben);
    expect(await restore(1, 1)).toEqual({ ok: false, reason: 'changed' });
    expect(await restore(1, 2)).toMatchObject({ ok: true });
    expect((await edited()).name?.name).toBe('One');
    expect(await restore(0, 3)).toMatchObject({ ok: true });
    expect(await edited()).toEqual({});
    expect(await restore(9, 4)).toEqual({ ok: false, reason: 'no-such-version' });
    const { name } = firstWords.name;
    const shown = (await versions()).map(({ number, by, content }) => {
      return [number, by, content.fields.name];
    });
    expect(shown).toEqual([
      [4, 'ben', name],
      [3, 'ben', 'One'],
      [2, 'ben', 'Two'],
      [1, 'anna', 'One'],
      [0, null, name],
    ]);
    expect((await versions(4)).at(-1)?.number).toBe(1);
  });

  test('do not change by a version that lacks what is required now, which is not listed', async () => {
    const { place, shop, edited, contentVersion, rename } = await open();
    for (const version of [0, 1]) await rename(`Name ${version}`, version);
    await place.run(
      `update document_versions set body = '{"name":"Chequers"}' where id = 'name' and version = 1`,
    );
    const before = [await edited(), await contentVersion()];
    const earlier = { key: 'name', number: 1, version: 2 } as const;
    expect(await restoreWords(shop, earlier, anna)).toEqual({
      ok: false,
      reason: 'no-such-version',
    });
    expect([await edited(), await contentVersion()]).toEqual(before);
    const listed = await wordsVersions(shop, 'name', {});
    expect(listed.map(({ number }) => number)).toEqual([2, 0]);
  });

  test('of a piece that cannot be read are those of cafe/, and the others stay edited', async () => {
    const { place, edited, rename } = await open();
    await rename('Chequers', 0);
    await place.run(`insert into documents (kind, id, body, version, position, updated_at, updated_by)
      values ('text', 'story', '{"heading":', 1, 0, '2026-11-22T12:00:00.000Z', 'anna'),
        ('text', 'hours', '7', 1, 0, '2026-11-22T12:00:00.000Z', 'anna'),
        ('text', 'an unknown piece', '{}', 1, 0, '2026-11-22T12:00:00.000Z', 'anna')`);
    expect(Object.keys(await edited())).toEqual(['name']);
  });

  test('of pictures name photos that are there and have words, and keep them from being deleted', async () => {
    const { shop, edited } = await open();
    const cafePhotos = photos.map((photo) => ({ ...photo, focus: undefined }));
    const gallery = { ...shop, cafePhotos, log: recordingLog().log };
    const file = await addPhoto(
      gallery,
      { bytes: Buffer.from('a photo'), width: 1200, height: 800, colour: '#d8bdb2' },
      anna.id,
    );
    const choose = (chosen: string[], version: number) => {
      const typed = { fields: { photos: chosen.join(' ') }, rows: [] };
      return editWords(gallery, { key: 'gallery', typed, version }, anna);
    };
    const six = [...firstWords.gallery.slice(1), file];
    expect(await choose(six, 0)).toMatchObject({
      problems: { photos: 'Say what is seen in each picture, then save again.' },
    });
    await changePhoto(gallery, file, { alt: 'A cake.' }, anna.id);
    expect(await choose([...six.slice(1), 'nothing.jpg'], 0)).toMatchObject({ reason: 'invalid' });
    // The same one again is no sixth.
    expect(await choose([...six.slice(1), file], 0)).toMatchObject({
      problems: { photos: 'Choose exactly 6. You have 5 now.' },
    });
    expect(await choose(six, 0)).toEqual({ ok: true });
    expect(await edited()).toEqual({ gallery: six });
    expect(await deletePhoto(gallery, file, anna.id)).toEqual({
      ...{ ok: false, reason: 'used', by: ['Gallery'] },
    });

    expect(await choose(firstWords.gallery, 1)).toEqual({ ok: true });
    expect(await deletePhoto(gallery, file, anna.id)).toEqual({ ok: true });
    const restored = { key: 'gallery', number: 1, version: 2 } as const;
    expect(await restoreWords(gallery, restored, anna)).toEqual({
      ok: false,
      reason: 'photo-deleted',
    });
  });
});
