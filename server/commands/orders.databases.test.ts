import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { bothDatabases, stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { databaseTime } from '#test/outbox-time.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { shopCommand } from '#test/shop-command.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { parseOrdersCommand, runOrdersCommand } from './orders-command.ts';

const CAKE = 'berry-drip-cake';
const Numbered = z.object({ number: z.string() });

describe.each(bothDatabases)('orders on $name', ({ stocked }) => {
  test('shows problems and fixes them while the shop runs', async () => {
    const { where, run } = await stocked();
    const shop = await openTestShop({ where, servers: 2 });
    const ada = customer(shop);
    const stripe = practiceStripe(shop.stripe);
    /** Like a command, does not run in the server that the customer uses. */
    const say = async (...words: string[]) => {
      const command = parseOrdersCommand(words);
      const other = shop.shops[1];
      if (!command || !other) throw new Error(`No command: ${words}`);
      return runOrdersCommand(other, command);
    };
    expect(await say('list')).toEqual({ ok: true, text: 'No orders yet.' });
    expect((await say('problems')).text).toBe('All quiet: no problems.');

    const { id, checkoutUrl } = await ada.order(CAKE);
    const start = id.slice(0, 8);
    expect(await say('resend', start)).toEqual({
      ok: false,
      text: expect.stringContaining('not paid'),
    });
    await stripe.payByLink({ amount: 30, currency: 'gbp', client_reference_id: id });
    await ada.pay(checkoutUrl);
    await waitFor(async () => expect((await ada.read(id)).body).toMatchObject({ paid: true }));
    const { number } = Numbered.parse((await ada.read(id)).body);
    expect((await say('list')).text).toMatch(
      new RegExp(`^${number} {2}paid .*£48 {2}Berry Drip Cake, 6 inches.* {2}Ada Lovelace$`),
    );
    expect((await say('show', start)).text).toContain('Phone: 020 7946 0123');
    expect((await say('show', number)).text).toContain(`Order: ${number} (${id})`);
    expect((await say('show', 'ffffffff-ffff')).text).toContain('No order has this number');

    const { text } = await say('problems');
    expect(text).toContain(`Order ${id}`);
    expect(text).toContain('amount 30, currency gbp');
    expect(text).toContain('A payment does not match its order. Somebody paid something else');
    expect(text).toMatch(/^ {2}- At Stripe: http/m);
    expect(text).toContain(`  - Call the customer: npm run orders -- show ${number}`);
    const key = /^payment-mismatch \S+/.exec(text)?.[0] ?? '';
    const readyz = async () => (await ada.call('GET', '/readyz')).body;
    expect(await readyz()).toBe('ready\nOpen problems: payment-mismatch 1.');
    expect(text).toContain(`  - npm run orders -- close "${key}"`);
    expect((await say('close', key)).ok).toBe(true);
    expect((await say('problems')).text).toBe('All quiet: no problems.');
    await waitFor(async () => expect(await readyz()).toBe('ready'));

    const tooSoon = { ok: false, text: expect.stringContaining('less than a minute ago') };
    expect(await say('resend', start)).toEqual(tooSoon);
    expect(await say('resend-to-customer', number)).toEqual(tooSoon);
    await run(`update emails set sent_at = '${databaseTime(-61)}' where kind = 'cafe'`);
    await run(`update emails set sent_at = '${databaseTime(-61)}'`);
    expect((await say('resend', start)).ok).toBe(true);
    expect((await say('resend-to-customer', number)).ok).toBe(true);
    await vi.waitFor(async () => expect(await ada.inbox(id)).toHaveLength(2), { timeout: 30_000 });
  });
});

test('npm run orders prints its answer, or why there is none', async () => {
  const { where } = await stockedSqlite();
  const list = await shopCommand(where, ['orders', 'list']);
  expect(list).toEqual({ code: 0, stdout: 'No orders yet.\n', stderr: '' });
  const show = await shopCommand(where, ['orders', 'show', 'ffffffff-ffff']);
  expect(show).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No order has this number'),
  });
});

test.each([[[]], [['show']], [['dance']]])('orders %j prints the usage', async (words) => {
  const { code, stderr } = await shopCommand({ dataDir: '/nowhere/at/all' }, ['orders', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('problems')]);
});
