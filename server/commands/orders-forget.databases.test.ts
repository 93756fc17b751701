/** @module-tag nightly */
import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { markEmailSent } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { cafesEmail } from '#test/outbox-time.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { shopCommand } from '#test/shop-command.ts';

const NOW = new Date().toISOString();
const [yesterday, tomorrow] = [-1, 1].map((days) => addDays(londonDay(NOW), days));

function forget(where: DatabaseLocation, ...words: string[]) {
  return shopCommand(where, ['orders-forget', ...words]);
}

describe.each(bothDatabases)('orders:forget on $name', ({ fresh }) => {
  test('anonymises what it can, and explains why the rest stays', async () => {
    const { where, open } = await fresh();
    const database = await open();
    const { db } = database;
    const [collected, ordered] = [yesterday, tomorrow].map((day) =>
      sampleOrder({ items: [sampleItem({ day })] }),
    );
    for (const order of [collected, ordered]) {
      if (!order) continue;
      await addOrder(database, order);
      await fundOrder(database, order.id);
      await markEmailSent(db, cafesEmail(order.id));
    }
    const { code, stdout } = await forget(where, '--email', 'ADA@Example.com ');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 order anonymised\.$/m);
    expect(stdout).toMatch(
      new RegExp(`^Left: order ${ordered?.id} for .+ still to be collected`, 'm'),
    );
    expect((await readOrder(database.db, collected?.id ?? ''))?.customer.name).toBe('');
    expect((await readOrder(database.db, ordered?.id ?? ''))?.customer.name).not.toBe('');

    const all = await forget(where, '--all');
    expect([all.code, all.stdout]).toEqual([
      0,
      expect.stringMatching(/^No orders anonymised\.\nLeft/),
    ]);
  });

  test('says that an address is unknown, and fails if it is no address', async () => {
    const { where } = await fresh();
    const nobody = await forget(where, '--email', 'nobody@example.org');
    expect([nobody.code, nobody.stdout]).toEqual([
      0,
      expect.stringContaining('No order with personal data'),
    ]);
    const slip = await forget(where, '--email', 'nobody');
    expect([slip.code, slip.stderr]).toEqual([1, expect.stringContaining('slip')]);
  });
});

test('orders:forget without a selection prints the usage and changes nothing', async () => {
  const { code, stderr } = await forget({ dataDir: '/nowhere/at/all' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--email ada@example.org')]);
});
