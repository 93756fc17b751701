import { expect, test, vi } from 'vitest';
import { plannedEmails } from '#server/emails/kinds.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrders } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { readInbox } from '#test/inbox.ts';
import { sampleOrder } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const ORDERS = 2;
/** Twice the limit of EmailJS: an e-mail may be late by a second on a busy machine before the next is rejected. */
const SPACING_SECONDS = 2;
/** Four e-mails take six seconds, longer on a busy machine. */
const LONGEST_WAIT_MS = 45_000;

// How long twenty orders take: `npm run bench -- orders`.
test.each(bothDatabases)(
  'orders paid at once are all told within the limit of EmailJS on $name, the cafe first',
  async ({ fresh }) => {
    const place = await fresh();
    const database = await place.open();
    const now = new Date().toISOString();
    const orders = Array.from({ length: ORDERS }, () => sampleOrder({ placedAt: now }));
    for (const order of orders) await addOrder(database, order);
    await Promise.all(
      orders.map(async (order) => {
        const [confirmation] = plannedEmails(order, now);
        return fundOrder(database, order.id, {
          customerEmails: confirmation ? [confirmation] : [],
        });
      }),
    );
    const { mail } = await openTestShop({
      where: place.where,
      emailLimit: 'on',
      pricesSynced: false,
      variables: { EMAIL_THROTTLE_SECONDS: String(SPACING_SECONDS) },
    });
    const told = async () => {
      const found = await readOrders(
        database.db,
        orders.map(({ id }) => id),
      );
      expect(found.map(({ state }) => state)).toEqual(orders.map(() => 'paid'));
      const recipients = (await readInbox(mail)).map(({ to_email }) =>
        to_email ? 'customer' : 'cafe',
      );
      // The newest first.
      expect(recipients).toEqual([
        ...Array(ORDERS).fill('customer'),
        ...Array(ORDERS).fill('cafe'),
      ]);
    };
    await vi.waitFor(told, { timeout: LONGEST_WAIT_MS });
  },
);
