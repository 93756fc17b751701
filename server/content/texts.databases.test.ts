import { describe, expect, test } from 'vitest';
import { words as firstWords } from '#cafe/words.ts';
import { writeWords } from '#domain/words/words.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { editWords, putBackWords } from './texts.ts';
import { changedPaths } from './version.ts';

const clock = { now: () => new Date().toISOString() };
const anna = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;
const ben = { ...anna, id: 'ben', name: 'Ben' };

describe.each(bothDatabases)("the cafe's words on $name", ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const { db, content, contentVersion } = await place.open();
    const shop = { db, content, firstWords, clock };
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
});
