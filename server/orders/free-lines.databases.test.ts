import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { currentChoices } from '#app/buy/thank-you/order-again.tsx';
import { londonDay } from '#domain/calendar/days.ts';
import { vatIn } from '#domain/ledger/vat.ts';
import { publicView } from '#domain/orders/public-order.ts';
import { calendarVersion, setWeekCapacity } from '#server/content/calendar.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { todayAt } from '#server/shop.ts';
import { orderMetadata, readOrderMetadata } from '#server/stripe/order-metadata.ts';
import { describeDailyOnSqlite, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { sampleFreeLine, sampleItem, sampleOrder } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';
import { anonymiseOrder } from './anonymise.ts';
import { bookedOrder } from './book.ts';
import { confirmOrder } from './checkout.ts';
import { monthReport } from './ledger.ts';
import { makePayLink, openPayment } from './pay-link.ts';
import { PhoneOrderRequest, takePhoneOrder } from './phone.ts';

const CAKE = 'berry-drip-cake';
const BY = 'anna';
const UNPAID = { by: BY, evenIfClosed: false, isPaid: false };

describeDailyOnSqlite('free lines of an order on the phone', ({ stocked }) => {
  async function open(place: TestDatabase, servers = 1) {
    const testShop = await openTestShop({ where: place.where, servers, jobs: false });
    const visitor = customer(testShop);
    const asked = await visitor.phoneRequestFor(CAKE);
    const [cake] = asked.items;
    if (!cake) throw new Error('It has no item.');
    const free = {
      cakeId: null,
      title: 'Rocket cake, 10 in',
      price: 9500,
      kind: 'cake',
      units: 3,
      message: 'Max is 5',
      day: cake.day,
      allergens: ['Eggs', 'Dairy (milk)'],
      mayContain: ['Nuts (almonds)'],
    };
    const form = (items: object[]) =>
      PhoneOrderRequest.parse({ ...asked, id: randomUUID(), email: 'max@example.org', items });
    return { ...testShop, visitor, cake, free, form };
  }

  test('are booked, charged and shown beside a cake for an agreed price', async () => {
    const place = await stocked();
    const { shop, mail, cake, free, form } = await open(place);
    const hire = { ...free, title: 'Cake stand', kind: 'personal-touch', price: 1200, units: 0 };
    const biscuits = { ...free, title: 'Chocolate biscuits', vat: 'standard', price: 800 };
    const agreed = { ...cake, price: 2000 };
    const result = await takePhoneOrder(shop, form([agreed, free, hire, biscuits]), UNPAID);
    if (!result.ok) throw new Error(`Not taken: ${result.reason}.`);
    const { id } = result;
    const total = 2000 + 9500 + 1200 + 800;
    expect(await bookedOrder(shop, id)).toMatchObject({ state: 'agreed', total });
    const token = (await makePayLink(shop, id, { by: BY })) ?? '';
    const opened = await openPayment(shop, token);
    const url = opened.ok ? opened.checkoutUrl : opened.reason;
    const cardPage = await (await fetch(url)).text();
    for (const words of ['Rocket cake, 10 in', '£95', 'Cake stand', '£12', '£20', '£135']) {
      expect(cardPage).toContain(words);
    }
    expect(await payByCard(url)).not.toBeNull();
    expect(await confirmOrder(shop, id)).toMatchObject({ order: { state: 'funded', total } });
    const { entries } = await monthReport(shop, londonDay(shop.clock.now()).slice(0, 7));
    expect(entries).toMatchObject([{ gross: total, vat: vatIn(1200, 20) + vatIn(800, 20) }]);

    await place.run(`update emails set not_before = ''`);
    await deliverEmails(shop);
    const texts = (await readInbox(mail)).map((email) => Object.values(email).join('\n'));
    // To the customer, before and after it is paid, and to the cafe.
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toContain('Rocket cake, 10 in');
      expect(text).toMatch(/Contains: Eggs, Dairy \(milk\)/);
      expect(text).toMatch(/May contain: Nuts \(almonds\)/);
    }

    await anonymiseOrder(shop.db, id);
    const kept = (await bookedOrder(shop, id))?.order?.items.map(({ title }) => title);
    expect(kept).toEqual(['Berry Drip Cake', ...Array(3).fill('Made as agreed')]);
  });

  test('are taken once, from whichever server, and not again with other words', async () => {
    const { shop, shops, free, form } = await open(await stocked(), 2);
    const request = form([free]);
    const taken = await Promise.all(
      Array.from({ length: 4 }, (_, n) => takePhoneOrder(shops[n % 2] ?? shop, request, UNPAID)),
    );
    expect(taken).toEqual(Array(4).fill({ ok: true, id: request.id }));
    const changes = [
      { title: 'Moon cake' },
      { price: 9400 },
      { units: 2 },
      { kind: 'personal-touch' },
      { vat: 'standard' },
      { allergens: ['Eggs'] },
      { mayContain: [] },
      { message: '' },
    ];
    for (const change of changes) {
      const { items } = form([{ ...free, ...change }]);
      const result = await takePhoneOrder(shop, { ...request, items }, UNPAID);
      expect(result).toEqual({ ok: false, reason: 'other-content' });
    }
  });

  test('count against a full day, and follow the shop’s days', async () => {
    const { shop, free, form } = await open(await stocked());
    const today = todayAt(shop);
    const kinds = async (request: PhoneOrderRequest) => {
      const result = await takePhoneOrder(shop, request, UNPAID);
      return !result.ok && result.reason === 'changed' ? result.differences : result;
    };
    expect(await kinds(form([{ ...free, day: today }]))).toMatchObject([
      { kind: 'day', reason: 'too-soon' },
    ]);
    const week = Array(7).fill('2');
    await setWeekCapacity(shop, week, { by: BY, version: await calendarVersion(shop) });
    expect(await kinds(form([free]))).toMatchObject([{ kind: 'day', left: 2 }]);
    expect(await kinds(form([{ ...free, units: 2 }]))).toMatchObject({ ok: true });
  });

  test('cannot be sent, nor a price, over the public API', async () => {
    const { visitor, cake, free } = await open(await stocked());
    const request = await visitor.requestFor(CAKE);
    for (const item of [free, cake, { ...request.items[0], cakeId: null }]) {
      expect(await visitor.place({ ...request, items: [item] })).toMatchObject({ status: 422 });
    }
  });

  test('are left out when the customer orders again, who is told so', async () => {
    const { shop, free, form } = await open(await stocked());
    const result = await takePhoneOrder(shop, form([free]), UNPAID);
    const order = result.ok ? (await bookedOrder(shop, result.id))?.order : undefined;
    if (!order) throw new Error('It is not in the book.');
    expect(await currentChoices(publicView(order), free.day)).toEqual({
      cakes: [],
      choices: [],
      changes: ['Please ring us for this one, which we make as agreed: Rocket cake, 10 in.'],
    });
  });
});

test('free lines come back from Stripe after an older backup', () => {
  const order = sampleOrder({ items: [sampleItem(), sampleFreeLine()], total: 4800 + 9500 });
  expect(readOrderMetadata(order.id, orderMetadata(order))).toEqual(order);
});

test('an order on the phone comes to an amount that Stripe takes', () => {
  const { items } = PhoneOrderRequest.shape;
  const of = (...prices: number[]) =>
    items.safeParse(
      prices.map((price) => ({
        cakeId: null,
        title: 'Crumbs',
        price,
        kind: 'cake',
        units: 0,
        message: '',
        day: '2026-12-05',
        allergens: [],
      })),
    ).success;
  expect([of(29), of(29, 1), of(10_000_000), of(10_000_000, 1), of(0), of(-5, 100)]).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
