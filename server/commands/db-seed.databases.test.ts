import { expect, test } from 'vitest';
import { calendar, catalogue } from '#cafe/catalogue.ts';
import { words } from '#cafe/words.ts';
import { contentOf } from '#domain/catalogue/cake-content.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { inShop, shopCommand } from '#test/shop-command.ts';

const at = '2026-11-22T12:00:00.000Z';
/** A command has no person. */
const command = { at, by: null };

test('db:seed leaves alone what staff have edited, and says what, unless told to overwrite it', async () => {
  const { where } = await freshSqlite();
  const [cake] = catalogue.cakes;
  const [size] = cake?.sizes ?? [];
  if (!cake || !size) throw new Error('The demo has cakes.');
  const dearer = { sizeId: size.id, price: size.price + 100, stripePriceId: 'price_dearer' };
  const added = { title: 'Apricot Cake', slug: 'apricot-cake' };
  const addedSize = { ...size, id: 'apricot-cake-8' };
  await inShop(where, async ({ seed, catalogue: cakes, calendar: days, editedWords }) => {
    await seed({ ...catalogue, calendar });
    const value = { ...words.name, name: 'Chequers' };
    await editedWords.write({ key: 'name', value, shownVersion: 0, at, personId: 'anna' });
    await cakes.setHidden(cake.id, true, { at, by: 'anna' });
    const entry = await cakes.entry(cake.id);
    if (!entry) throw new Error('The cake is gone.');
    const content = { ...contentOf(entry), ...added, hidden: false, sizes: [addedSize] };
    await cakes.saveCake(
      { id: added.slug, expected: undefined, content, priceIds: [] },
      { at, by: 'anna' },
    );
    // What `npm run catalogue` does to a cake afterwards hides no edit.
    await cakes.setPrice(dearer, command);
    await cakes.setPrice({ ...dearer, sizeId: addedSize.id }, command);
    await days.changeRules(() => ({ leadDays: 9 }), await days.lastChange(), 'anna');
  });
  const refused = await shopCommand(where, ['db-seed']);
  expect(refused.code).toBe(1);
  for (const what of [
    cake.title,
    added.title,
    'The calendar',
    'Name and tagline',
    at,
    '--overwrite-edits',
  ]) {
    expect(refused.stderr).toContain(what);
  }
  await inShop(where, async ({ editedWords, calendar: days, catalogue: cakes }) => {
    expect(await cakes.entry(cake.id)).toMatchObject({ hidden: true });
    expect(await cakes.entry(added.slug)).toMatchObject({ cake: { title: added.title } });
    expect(await editedWords.current()).toMatchObject({ name: { name: 'Chequers' } });
    expect(await days.rules()).toMatchObject({ leadDays: 9 });
  });

  expect(await shopCommand(where, ['db-seed', '--overwrite-edits'])).toMatchObject({ code: 0 });
  await inShop(where, async ({ editedWords, calendar: days, catalogue: cakes }) => {
    expect(await editedWords.current()).toEqual({});
    expect(await days.rules()).toEqual(calendar);
    expect((await cakes.byIds([cake.id])).map(({ id }) => id)).toEqual([cake.id]);
    expect(await cakes.entry(added.slug)).toBeUndefined();
    // Of the edits that were overwritten nothing is left.
    await cakes.setPrice(dearer, command);
  });
  expect(await shopCommand(where, ['db-seed'])).toMatchObject({ code: 0 });
});
