import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { databaseTime } from '#test/outbox-time.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { shopCommand } from '#test/shop-command.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const CAKE = 'berry-drip-cake';
const Numbered = z.object({ number: z.string() });

// Each command is a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe.each(bothDatabases)('orders on $name', ({ stocked }) => {
  test('shows problems and fixes them while the shop runs', async () => {
    const { where, run } = await stocked();
    const shop = await openTestShop({ where });
    const ada = customer(shop);
    const stripe = practiceStripe(shop.stripe);
    const say = (...words: string[]) => command(where, words);
    expect(await say('list')).toEqual({ code: 0, stdout: 'No orders yet.\n', stderr: '' });
    expect((await say('problems')).stdout).toBe('All quiet: no problems.\n');

    const { id, checkoutUrl } = await ada.order(CAKE);
    const start = id.slice(0, 8);
    expect(await say('resend', start)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not paid'),
    });
    await stripe.payByLink({ amount: 30, currency: 'gbp', client_reference_id: id });
    await ada.pay(checkoutUrl);
    await waitFor(async () => expect((await ada.read(id)).body).toMatchObject({ paid: true }));
    const { number } = Numbered.parse((await ada.read(id)).body);
    expect((await say('list')).stdout).toMatch(
      new RegExp(`^${number} {2}paid .*£48 {2}Berry Drip Cake, 6 inches.* {2}Ada Lovelace\n$`),
    );
    expect((await say('show', start)).stdout).toContain('Phone: 020 7946 0123');
    expect((await say('show', number)).stdout).toContain(`Order: ${number} (${id})`);
    expect((await say('show', 'ffffffff-ffff')).stderr).toContain('No order has this number');

    const problems = await say('problems');
    expect(problems.stderr).toBe('');
    const { stdout } = problems;
    expect(stdout).toContain(`Order ${id}`);
    expect(stdout).toContain('amount 30, currency gbp');
    expect(stdout).toContain('A payment does not match its order. Somebody paid something else');
    expect(stdout).toMatch(/^ {2}- At Stripe: http/m);
    expect(stdout).toContain(`  - Call the customer: npm run orders -- show ${number}`);
    const key = /^payment-mismatch \S+/.exec(stdout)?.[0] ?? '';
    const readyz = async () => (await ada.call('GET', '/readyz')).body;
    expect(await readyz()).toBe('ready\nOpen problems: payment-mismatch 1.');
    expect(stdout).toContain(`  - npm run orders -- close "${key}"`);
    expect((await say('close', key)).code).toBe(0);
    expect((await say('problems')).stdout).toBe('All quiet: no problems.\n');
    expect(await readyz()).toBe('ready');

    const tooSoon = { code: 1, stderr: expect.stringContaining('less than a minute ago') };
    expect(await say('resend', start)).toMatchObject(tooSoon);
    expect(await say('resend-to-customer', number)).toMatchObject(tooSoon);
    await run(`update outbox set delivered_at = '${databaseTime(-61)}'`);
    await run(`update customer_emails set sent_at = '${databaseTime(-61)}'`);
    expect((await say('resend', start)).code).toBe(0);
    expect((await say('resend-to-customer', number)).code).toBe(0);
    await vi.waitFor(async () => expect(await ada.inbox(id)).toHaveLength(2), { timeout: 10_000 });
  });
});

test.each([[[]], [['show']], [['dance']]])('orders %j prints the usage', async (words) => {
  const { code, stderr } = await command({ dataDir: '/nowhere/at/all' }, words);
  expect([code, stderr]).toEqual([2, expect.stringContaining('problems')]);
});

function command(where: DatabaseLocation, words: string[]) {
  return shopCommand(where, ['orders', ...words]);
}
