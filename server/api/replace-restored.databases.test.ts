import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { Tables } from '#server/db/tables.ts';
import { confirmOrder } from '#server/orders/checkout.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { placeOrder } from '#server/orders/place.ts';
import { handlePaymentEvent } from '#server/orders/recover.ts';
import { readOrders } from '#server/orders/rows.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { customer } from '#test/customer.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { shopOn } from '#test/shop-on.ts';
import { openTestShop, paymentsOf } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const OTHER_CAKE = 'victoria-sponge';

/**
 * An order A is replaced by an order B after a backup was restored that is older than A's checkout or payment. The
 * server is killed, or Stripe does not answer, at each step of placing B. Whatever the customer does then, Stripe
 * never has a payment of both.
 */

/** What the restored backup says about A, whose checkout was opened after the backup or before it. */
const BACKUPS = {
  missing: (id: OrderId) => [
    `delete from order_events where order_id = '${id}'`,
    `delete from order_items where order_id = '${id}'`,
    `delete from orders where id = '${id}'`,
  ],
  'placed, without its checkout': (id: OrderId) => [
    `update orders set checkout_id = null where id = '${id}'`,
  ],
  'placed, with its checkout': () => [],
  'expired, with its checkout': (id: OrderId) => [
    `update orders set state = 'expired' where id = '${id}'`,
  ],
  funded: () => [],
} satisfies Record<string, (id: OrderId) => string[]>;

const BACKUP_NAMES = [
  'missing',
  'placed, without its checkout',
  'placed, with its checkout',
  'expired, with its checkout',
  'funded',
] as const satisfies (keyof typeof BACKUPS)[];

/** When the customer pays A in the tab that is still open, or tries to. */
const PAYING = ['before B', 'after the interruption', 'at the end'] as const;

/** What happens between the interruption of B and its repetition. */
const BETWEEN = ['nothing', 'a webhook', 'a second tab'] as const;

/** How a step ends: the process is killed once its effect is there, or Stripe's answer is an error or is lost. */
const INTERRUPTIONS = ['killed', 'stripe-fails', 'stripe-answer-lost'] as const;

interface Story {
  backup: keyof typeof BACKUPS;
  paying: (typeof PAYING)[number];
  between: (typeof BETWEEN)[number];
  how: (typeof INTERRUPTIONS)[number];
  /** Which step is interrupted, counted from 0. */
  at: number;
}

const ENDINGS: Pick<Story, 'between' | 'how'>[] = [
  ...BETWEEN.map((between) => ({ between, how: 'killed' as const })),
  { between: 'nothing', how: 'stripe-fails' },
  { between: 'nothing', how: 'stripe-answer-lost' },
];

/** A webhook tells of a payment. */
function endingsOf({ paying }: Pick<Story, 'paying'>) {
  return ENDINGS.filter(({ between }) => paying !== 'at the end' || between !== 'a webhook');
}

const STORIES = BACKUP_NAMES.flatMap((backup) =>
  PAYING.map((paying) => ({ backup, paying })),
).filter(({ backup, paying }) => backup !== 'funded' || paying === 'before B');

class Killed extends Error {}

/**
 * Counts the calls of the payment provider and, if the server is killed, what is written to the database, and
 * interrupts the one with this number, counted from 0. Who is killed after a read of our own database leaves the same
 * as who is killed before it.
 */
function interruptible(shop: Shop, how: (typeof INTERRUPTIONS)[number], at: number) {
  let calls = 0;
  const payments = new Proxy(shop.payments, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        const isHere = calls++ === at;
        if (isHere && how === 'stripe-fails') throw new PaymentsUnavailable('unreachable', '500');
        const result: unknown = await Reflect.apply(method, target, given);
        if (isHere && how === 'killed') throw new Killed();
        if (isHere) throw new PaymentsUnavailable('unreachable', 'lost');
        return result;
      };
    },
  });
  const wrote = () => {
    if (calls++ === at) throw new Killed();
  };
  const db = how === 'killed' ? observed(shop.db, wrote) : shop.db;
  return { shop: { ...shop, payments, db }, wasReached: () => calls > at };
}

/** Calls `wrote` after each transaction, and after each statement that writes without one. */
function observed(db: Shop['db'], wrote: () => void): Shop['db'] {
  const statements = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      wrote();
      return result;
    },
  });
  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') {
        return () => ({
          async execute(work: (trx: Transaction<Tables>) => Promise<unknown>) {
            const result = await target.transaction().execute(work);
            wrote();
            return result;
          },
        });
      }
      const writes = ['insertInto', 'updateTable', 'deleteFrom'].includes(String(key));
      const owner = writes ? statements : target;
      const method: unknown = Reflect.get(owner, key);
      return typeof method === 'function' ? method.bind(owner) : method;
    },
  });
}

describe.each(bothDatabases)('an order that replaces another on $name', ({ name, stocked }) => {
  async function open() {
    const place = await stocked();
    const testShop = await openTestShop({ where: place.where, jobs: false });
    const ada = customer(testShop);
    await ada.setPractice('stripe', { webhooks: 'never' });
    const database = await place.open();
    const clock = { now: () => new Date().toISOString() };
    const here = shopOn(database, { payments: paymentsOf(testShop), clock });
    const [first, other] = await Promise.all([ada.requestFor(CAKE), ada.requestFor(OTHER_CAKE)]);
    const stripe = practiceStripe(testShop.stripe);

    async function put(id: OrderId, request: OrderRequest, from = here) {
      const placed = await placeOrder(from, id, request);
      return placed.ok ? placed.checkoutUrl : undefined;
    }

    return { place, ...testShop, ada, here, stripe, put, first, other };
  }
  const newId = () => {
    const id = parseOrderId(randomUUID());
    if (!id) throw new Error('Not an id.');
    return id;
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  /** Plays one story to its end. @returns whether it was interrupted, and what the customer has paid. */
  async function play({ place, here, shop, stripe, put, first, other }: Opened, story: Story) {
    const { backup, paying, between, how, at } = story;
    const [a, b, tab] = [newId(), newId(), newId()];
    const checkoutOfA = await put(a, first);
    if (!checkoutOfA) throw new Error('A was not placed.');
    const known = new Set([checkoutOfA]);
    if (paying === 'before B') await payByCard(checkoutOfA);
    if (backup === 'funded') await confirmOrder(shop, a);
    for (const sql of BACKUPS[backup](a)) await place.run(sql);

    const interrupted = interruptible(here, how, at);
    const replacing = { ...other, replaces: a };
    const attempt = async (id: OrderId, from = here) => {
      const url = await put(id, replacing, from);
      if (url) known.add(url);
    };
    await attempt(b, interrupted.shop).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    if (paying === 'after the interruption') await payByCard(checkoutOfA);
    if (between === 'a webhook') {
      await handlePaymentEvent(shop, { about: 'checkout', checkoutId: sessionOf(checkoutOfA) });
    }
    if (between === 'a second tab') await attempt(tab);
    await attempt(b);
    for (const url of [...known].reverse()) await payByCard(url);
    const paid = await Promise.all([...known].map(stripe.isPaid));

    for (const url of known) {
      await handlePaymentEvent(shop, { about: 'checkout', checkoutId: sessionOf(url) });
    }
    const orders = await readOrders(here.db, [a, b, tab]);
    const isFirstPaid = await stripe.isPaid(checkoutOfA);
    // Keeps its lists short, which each step reads.
    await stripe.forgetAll();
    return {
      wasReached: interrupted.wasReached(),
      paid: paid.filter(Boolean).length,
      funded: orders.filter(({ state }) => state === 'funded').length,
      isFirstPaid,
    };
  }

  async function expectOnePaid(story: (typeof STORIES)[number], endings: typeof ENDINGS) {
    const opened = await open();
    for (const ending of endings) {
      for (let at = 0, isOver = false; !isOver; at += 1) {
        const { wasReached, ...end } = await play(opened, { ...story, ...ending, at });
        const isFirstPaid = story.paying === 'before B' || end.isFirstPaid;
        expect({ ...ending, at, ...end }).toEqual({
          ...ending,
          at,
          paid: 1,
          funded: 1,
          isFirstPaid,
        });
        isOver = !wasReached;
      }
    }
  }

  // A story takes seconds: each day has one ending of each, SQLite another than PostgreSQL.
  test.each(STORIES)('is the only one paid: A is $backup and paid $paying', async (story) => {
    const endings = endingsOf(story);
    const turn = STORIES.indexOf(story) + (name === 'SQLite' ? 0 : 2);
    await expectOnePaid(story, endings.slice(turn % endings.length).slice(0, 1));
  });

  test.each(STORIES)(
    'is the only one paid in the end, however it ends: A is $backup and paid $paying',
    { tags: ['nightly'] },
    (story) => expectOnePaid(story, endingsOf(story)),
  );

  test('is not placed while a bank pays the first, which is not shown as expired', async () => {
    const { place, shop, put, stripe, ada, first, other } = await open();
    const [a, b] = [newId(), newId()];
    const checkoutOfA = (await put(a, first)) ?? '';
    await stripe.payByBank(checkoutOfA);
    for (const sql of BACKUPS['placed, without its checkout'](a)) await place.run(sql);
    expect(await put(b, { ...other, replaces: a })).toBeUndefined();
    expect((await ada.read(a)).body).toMatchObject({ state: 'placed', payment: 'processing' });

    await stripe.bankAnswers(checkoutOfA, 'succeeded');
    expect(await confirmOrder(shop, a)).toMatchObject({ order: { state: 'funded' } });
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('that is unknown here and at Stripe, whose delayed request then opens no checkout', async () => {
    const { shop, put, stripe, ada, first, other } = await open();
    const [a, b] = [newId(), newId()];
    const checkoutOfB = await put(b, { ...other, replaces: a });
    expect(await put(a, first)).toBeUndefined();
    const { status, body } = await ada.read(a);
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'expired', items: [] } });
    expect((await stripe.openSessions()).map(({ id }) => id)).toEqual([
      sessionOf(checkoutOfB ?? ''),
    ]);
    // Nobody has ordered anything with the id that was taken.
    expect((await findOrders(shop, {})).orders.map(({ id }) => id)).toEqual([b]);
  });

  test('whose request arrives at the same moment leaves one open checkout', async () => {
    const { put, stripe, first, other } = await open();
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [newId(), newId()];
      const [, checkoutOfB] = await Promise.all([put(a, first), put(b, { ...other, replaces: a })]);
      const opened = await stripe.openSessions();
      expect(opened.map(({ id }) => id)).toEqual([sessionOf(checkoutOfB ?? '')]);
      await payByCard(checkoutOfB ?? '');
    }
  });
});
