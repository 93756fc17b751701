import { describe, expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { words as firstWords } from '#cafe/words.ts';
import { Words, writeWords } from '#domain/words/words.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { recordingLog } from '#test/recording-log.ts';
import { restoreVersion } from './documents.ts';
import { addPhoto, changePhoto, deletePhoto } from './photos.ts';
import { editWords, putBackWords, shownPictures } from './texts.ts';
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
    expect(await putBackWords(shop, { key: 'name', version: edit?.version ?? 0 }, ben)).toBe(false);
  });

  test('are those of cafe/ again once they are put back, and an old form still changes nothing', async () => {
    const { edited, document, contentVersion, rename, shop } = await open();
    await rename('One', 0);
    const { version = 0 } = (await document()) ?? {};
    const before = await contentVersion();
    expect(await putBackWords(shop, { key: 'name', version }, anna)).toBe(true);
    expect(await edited()).toEqual({});
    expect(await changedPaths(shop.db)).toContainEqual({ path: '/words', version: before + 1 });
    // A form that is sent twice.
    expect(await putBackWords(shop, { key: 'name', version }, anna)).toBe(true);
    await rename('Two', 0);
    expect(await rename('Old', version, ben)).toMatchObject({ reason: 'changed' });
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
    const texts = { kind: 'text', schema: Words.shape.gallery } as const;
    await restoreVersion(gallery, texts, 'gallery', 1, { version: 2, by: anna.id });
    expect(await shownPictures(gallery)).toEqual({
      homePicture: firstWords.homePicture,
      gallery: [...firstWords.gallery.slice(1), firstWords.gallery[0]],
    });
  });
});
