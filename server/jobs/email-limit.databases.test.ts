import { expect, test } from 'vitest';
import * as z from 'zod';
import { plannedEmails } from '#domain/emails/planned-emails.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleOrder } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const ORDERS = 20;
const PAID_WITHIN_MS = 25_000;
const TOLD_WITHIN_MS = 60_000;
const POLL_MS = 200;

const Inbox = z.array(z.object({ templateParams: z.object({ to_email: z.string().optional() }) }));

test.concurrent.each(bothDatabases)(
  'orders paid at once are all told within the limit of EmailJS on $name',
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
    for (const order of orders) await database.orders.add(order);
    const began = performance.now();
    await Promise.all(
      orders.map(async (order) => {
        const [confirmation] = plannedEmails(order, now);
        return database.orders.fund(order.id, confirmation && [confirmation]);
      }),
    );
    const ids = orders.map(({ id }) => id);
    const until = async (ms: number, isDone: () => Promise<boolean>) => {
      while (!(await isDone())) {
        const passed = performance.now() - began;
        if (passed > ms) return Number.POSITIVE_INFINITY;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return performance.now() - began;
    };
    const paid = await until(PAID_WITHIN_MS, async () => {
      const found = await database.orders.findAll(ids);
      return found.every(({ state }) => state === 'paid');
    });
    const told = await until(TOLD_WITHIN_MS, async () => {
      const inbox = Inbox.parse(await (await fetch(`${mail}/practice/inbox`)).json());
      return inbox.filter(({ templateParams }) => templateParams.to_email).length === ORDERS;
    });
    console.info(
      `${place.where.databaseUrl ? 'PostgreSQL' : 'SQLite'}: paid ${paid} ms, told ${told} ms`,
    );
    expect(paid).toBeLessThan(PAID_WITHIN_MS);
    expect(told).toBeLessThan(TOLD_WITHIN_MS);
  },
  TOLD_WITHIN_MS + 30_000,
);
