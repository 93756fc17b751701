import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { plannedEmails } from '#server/emails/kinds.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrders } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleOrder } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const ORDERS = 4;
/** Eight e-mails take nine seconds, longer on a busy machine. */
const LONGEST_WAIT_MS = 45_000;

const Inbox = z.array(z.object({ templateParams: z.object({ to_email: z.string().optional() }) }));

// How long twenty orders take: `npm run bench -- orders`.
test.each(bothDatabases)(
  'orders paid at once are all told within the limit of EmailJS on $name, the cafe first',
  async ({ fresh }) => {
    const place = await fresh();
    const database = await place.open();
    const { mail } = await openTestShop({
      where: place.where,
      emailLimit: 'on',
      pricesSynced: false,
      variables: { EMAIL_THROTTLE_SECONDS: '' },
    });
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
    const told = async () => {
      const found = await readOrders(
        database.db,
        orders.map(({ id }) => id),
      );
      expect(found.map(({ state }) => state)).toEqual(orders.map(() => 'paid'));
      const inbox = Inbox.parse(await (await fetch(`${mail}/practice/inbox`)).json());
      // The newest first: of the first customer's e-mail, one cafe's may still have been on its way.
      const toCustomers = inbox.map(({ templateParams }) => Boolean(templateParams.to_email));
      expect(toCustomers).toHaveLength(2 * ORDERS);
      expect(toCustomers.slice(0, ORDERS - 1)).toEqual(Array(ORDERS - 1).fill(true));
    };
    await vi.waitFor(told, { timeout: LONGEST_WAIT_MS });
  },
);
