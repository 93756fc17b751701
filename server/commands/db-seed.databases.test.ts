import { expect, test } from 'vitest';
import { calendar, catalogue } from '#cafe/catalogue.ts';
import { words } from '#cafe/words.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { inShop, shopCommand } from '#test/shop-command.ts';

const at = '2026-11-22T12:00:00.000Z';

test('db:seed leaves alone what staff have edited, and says what, unless told to overwrite it', async () => {
  const { where } = await freshSqlite();
  const [cake] = catalogue.cakes;
  if (!cake) throw new Error('The demo has cakes.');
  await inShop(where, async ({ seed, catalogue: cakes, calendar: days, editedWords }) => {
    await seed({ ...catalogue, calendar });
    const value = { ...words.name, name: 'Chequers' };
    await editedWords.write({ key: 'name', value, shownVersion: 0, at, personId: 'anna' });
    await cakes.setHidden(cake.id, true, { at, by: 'anna' });
    await days.changeRules(() => ({ leadDays: 9 }), await days.lastChange(), 'anna');
  });
  const refused = await shopCommand(where, ['db-seed']);
  expect(refused.code).toBe(1);
  for (const what of [cake.title, 'The calendar', 'Name and tagline', at, '--overwrite-edits']) {
    expect(refused.stderr).toContain(what);
  }
  await inShop(where, async ({ editedWords, calendar: days }) => {
    expect(await editedWords.current()).toMatchObject({ name: { name: 'Chequers' } });
    expect(await days.rules()).toMatchObject({ leadDays: 9 });
  });

  expect(await shopCommand(where, ['db-seed', '--overwrite-edits'])).toMatchObject({ code: 0 });
  await inShop(where, async ({ editedWords, calendar: days, catalogue: cakes }) => {
    expect(await editedWords.current()).toEqual({});
    expect(await days.rules()).toEqual(calendar);
    expect((await cakes.byIds([cake.id])).map(({ id }) => id)).toEqual([cake.id]);
  });
  expect(await shopCommand(where, ['db-seed'])).toMatchObject({ code: 0 });
});
