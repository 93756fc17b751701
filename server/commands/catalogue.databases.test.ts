import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar/days.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { shopCommand } from '#test/shop-command.ts';
import { openTestShop, type TestShop } from '#test/test-shop.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { runCatalogueCommand } from './catalogue-command.ts';
import { parseCatalogueCommand } from './parse-arguments.ts';

/** No server listens there. */
const NOBODY = 'http://127.0.0.1:1';

function catalogue(where: DatabaseLocation, stripe: string, line: string) {
  return shopCommand(where, ['catalogue', ...line.split(' ').filter(Boolean)], {
    STRIPE_SECRET_KEY: 'sk_test_practice',
    STRIPE_WEBHOOK_SECRET: 'whsec_practice',
    STRIPE_ORIGIN: stripe,
  });
}

/** Like a command, does not run in the server that visitors use. */
function sayIn({ shops: [, other] }: TestShop) {
  return async (line: string) => {
    const parsed = parseCatalogueCommand(line.split(' '));
    if (!other || !parsed.ok || parsed.command.command === 'help') throw new Error(line);
    return runCatalogueCommand(other, parsed.command, true);
  };
}

describe.each(bothDatabases)('catalogue on $name', ({ stocked }) => {
  test('says so while Stripe keeps an old price active, and goes on with the rest', async () => {
    const { where } = await stocked();
    const running = await openTestShop({ where, servers: 2, jobs: false });
    const { shop, stripe } = running;
    const api = async () => (await shop.cake('berry-drip-cake'))?.sizes[1]?.api;
    const old = await api();
    await postPractice(stripe, 'settings', { archiving: 'refused' });
    expect(await sayIn(running)('price berry-drip-cake 8 £70.50')).toEqual({
      ok: false,
      text: expect.stringContaining(`The old price (${old}) is still active at Stripe`),
    });
    expect(await api()).not.toBe(old);
    const problem = { kind: 'price-not-archived', facts: { price: old } };
    expect(await shop.openProblems()).toMatchObject([problem]);

    const sync = () =>
      shopCommand(where, ['stripe-sync'], {
        STRIPE_SECRET_KEY: 'rk_test_practice',
        STRIPE_WEBHOOK_SECRET: 'whsec_practice',
        STRIPE_ORIGIN: stripe,
      });
    const failed = await sync();
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`Berry Drip Cake, 8 inches · 14–18 slices, £68 (${old})`);
    await postPractice(stripe, 'settings', { archiving: 'normal' });
    expect(await sync()).toMatchObject({ code: 0, stdout: expect.stringContaining('are active') });
  });

  test('changes the catalogue while the shop runs, and explains the effects', async () => {
    const { where } = await stocked();
    const running = await openTestShop({ where, servers: 2, jobs: false });
    const { shop } = running;
    const say = sayIn(running);

    expect(await say('price berry-drip-cake 8 £70.50')).toEqual({
      ok: true,
      text: `Berry Drip Cake, 8 inches · 14–18 slices: £70.50 instead of £68.
New orders pay £70.50. Baskets filled before are asked to agree. Orders already placed keep their price.`,
    });
    const size = (await shop.cake('berry-drip-cake'))?.sizes[1];
    expect(size).toMatchObject({ price: 7050, api: expect.stringMatching(/^price_/) });

    expect(await say('hide berry-drip-cake')).toEqual({
      ok: true,
      text: expect.stringMatching(/^Berry Drip Cake is hidden\.\nNo page shows it/),
    });
    expect(await shop.cake('berry-drip-cake')).toBeUndefined();

    // Today would be in the past if midnight came.
    const day = addDays(shop.today(), 1);
    expect(await say(`close ${day}`)).toEqual({
      ok: true,
      text: expect.stringMatching(/^Closed: \w+day \d+ .+\.\nNew orders cannot be collected then/),
    });
    expect((await shop.calendarRules()).forbiddenDays).toContain(day);

    const opened = await say(`open ${day}`);
    expect(opened.text).toMatch(/^No longer closed by you: .+\.\nOther rules still keep closed:/);
    expect(opened.text).toContain(': We need 3 days');
    expect((await shop.calendarRules()).forbiddenDays).not.toContain(day);

    await say(`close ${day}`);
    const { ok, text } = await say('list');
    expect(ok).toBe(true);
    expect(text).toContain('berry-drip-cake   Berry Drip Cake   (hidden)\n  6 inches');
    expect(text).toContain('  8 inches · 14–18 slices   £70.50\n');
    expect(text).toContain('candles-rainbow   16 Rainbow');
    expect(text).toMatch(/^Closed, besides .+:(\n {2}\w+day \d+ .+)+$/m);
  });

  test('explains why it cannot change something, and changes nothing', async () => {
    const { where } = await stocked();
    const running = await openTestShop({ where, servers: 2, jobs: false });
    const { shop } = running;
    const before = await shop.catalogueEntries();
    const say = sayIn(running);

    expect(await catalogue(where, NOBODY, 'price berry-drip-cake 8 70')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('does not answer, so the price was left at £68'),
    });
    for (const [line, told] of [
      ['price berry-drip-cake 9 70', 'Berry Drip Cake has no size “9”. Its sizes: 6, 8, 10, 12.'],
      ['hide bery-drip', 'There is no cake “bery-drip”. Did you mean berry-drip-cake?'],
      ['close 24.12.2025', 'Wednesday 24 December 2025 is in the past: today is '],
    ] as const) {
      expect(await say(line)).toEqual({ ok: false, text: expect.stringContaining(told) });
    }
    expect(await shop.catalogueEntries()).toEqual(before);
  });
});

test('catalogue with invalid arguments prints the usage and changes nothing', async () => {
  const nowhere = { dataDir: '/nowhere/at/all' };
  for (const [line, told] of [
    ['', 'Say what is to be done.'],
    ['prise berry-drip-cake 8 70', 'Did you mean price?'],
    ['price berry-drip-cake 8 seventy', '“seventy” is not a price.'],
  ] as const) {
    const { code, stderr } = await catalogue(nowhere, NOBODY, line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(stderr).toContain('npm run catalogue -- …');
  }
  const help = await catalogue(nowhere, NOBODY, 'help');
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('hide berry-drip-cake')]);
});
