import { describe, expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { editCake, setHidden } from '#test/edit-cake.ts';
import { sampleSeed } from '#test/samples.ts';
import { moveCategory, NEW_CATEGORY, restoreCategory, saveCategory } from './categories.ts';
import { photoUses } from './photos.ts';
import { seed } from './seed.ts';
import { changedPaths } from './version.ts';

const clock = { now: () => new Date().toISOString() };
const PHOTO = 'red-velvet.jpg';

describe.each(bothDatabases)('categories on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const { db, content, contentVersion } = await place.open();
    await seed(db, sampleSeed());
    const cafePhotos = photos.map((photo) => ({ ...photo, focus: undefined }));
    const shop = { db, content, clock, cafePhotos };
    const save = (slug: string, fields: Record<string, string>, version: number, by = 'anna') => {
      const typed = { fields: { desc: 'All about it.', photos: PHOTO, ...fields }, rows: [] };
      return saveCategory(shop, slug, { typed, version }, by);
    };
    const catalogue = async () => (await content()).catalogue;
    const shown = async () => (await catalogue()).categories.map(({ id, slug }) => `${id} ${slug}`);
    return { place, shop, save, catalogue, shown, contentVersion };
  }

  test('are renamed at their address, which is a change of the content', async () => {
    const { save, catalogue, shop, contentVersion } = await open();
    const before = await contentVersion();
    expect(await save('wedding', { title: ' Weddings  ' }, 1)).toEqual({
      ok: true,
      slug: 'wedding',
    });
    expect((await catalogue()).categories[1]).toEqual({
      ...{ id: 2, slug: 'wedding', title: 'Weddings', desc: 'All about it.', img: PHOTO },
    });
    expect(await changedPaths(shop.db)).toContainEqual({
      path: '/categories',
      version: before + 1,
    });
    expect(await photoUses(shop.db, PHOTO)).toEqual(['Weddings']);
    // Sent twice.
    expect(await save('wedding', { title: 'Weddings' }, 1)).toMatchObject({ ok: true });
    expect(await save('wedding', { title: 'Big days' }, 1, 'ben')).toMatchObject({
      ...{ ok: false, reason: 'changed', typed: { fields: { title: 'Big days' } } },
    });
    const restore = (number: number, version: number) =>
      restoreCategory(shop, 'wedding', number, { version, by: 'ben' });
    // The photo of the first version is in no shop.
    expect(await restore(1, 2)).toEqual({ ok: false, reason: 'photo-deleted' });
    expect(await restore(3, 2)).toEqual({ ok: false, reason: 'no-such-version' });
    expect(await save('wedding', { title: 'Big days' }, 2, 'ben')).toMatchObject({ ok: true });
    expect(await restore(2, 2)).toEqual({ ok: false, reason: 'changed' });
    expect(await restore(2, 3)).toMatchObject({ ok: true });
    expect((await catalogue()).allCategories[1]).toMatchObject({
      ...{ title: 'Weddings', version: 4, edited: { by: 'ben' } },
    });
  });

  test('have a title, a line and one photo that is there', async () => {
    const { save } = await open();
    const fields = { title: '', desc: '', photos: '' };
    expect(await save('wedding', fields, 1)).toMatchObject({
      problems: {
        title: 'Fill this in, please.',
        desc: 'Fill this in, please.',
        photos: 'Choose one, please.',
      },
    });
    for (const file of ['no-such-photo.jpg', `hero.jpg ${PHOTO}`]) {
      expect(await save('wedding', { title: 'A', photos: file }, 1)).toMatchObject({
        problems: { photos: expect.any(String) },
      });
    }
  });

  test('are added with an address of their own, and shown once a cake for sale is in them', async () => {
    const { shop, save, catalogue, shown } = await open();
    const add = (title: string, desc = 'New.') => save(NEW_CATEGORY, { title, desc }, 0);
    expect(await add('Wedding')).toEqual({ ok: true, slug: 'wedding-2' });
    expect(await add('Wedding')).toEqual({ ok: true, slug: 'wedding-2' });
    expect(await add('Wedding', 'Another.')).toEqual({ ok: true, slug: 'wedding-3' });
    expect(await add('New')).toEqual({ ok: true, slug: 'new-2' });
    expect(await shown()).toEqual(['1 birthday', '2 wedding']);
    await editCake(shop, 'victoria', (cake) => ({ ...cake, category: ['wedding-3'] }));
    await moveCategory(shop, 'wedding-3', 'birthday');
    expect(await shown()).toEqual(['1 wedding-3', '2 birthday']);
    const all = (await catalogue()).allCategories.map(({ id, slug }) => `${id} ${slug}`);
    expect(all).toEqual(['1 wedding-3', '2 birthday', '3 wedding', '4 wedding-2', '5 new-2']);
    await setHidden(shop, 'victoria', true);
    expect(await shown()).toEqual(['1 birthday']);
  });
});
