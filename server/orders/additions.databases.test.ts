import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addDays, dayInWords, WEEKDAYS } from '#domain/calendar/days.ts';
import type { OptionChoice } from '#domain/catalogue/catalogue.ts';
import { vatIn } from '#domain/ledger/vat.ts';
import { sumPence } from '#domain/money.ts';
import { linesInWords } from '#domain/orders/addition.ts';
import { collectionDays, dueNow, leftToPay, toGiveBack } from '#domain/orders/order.ts';
import { withPositions } from '#domain/orders/positions.ts';
import { syncPrices } from '#server/content/sync-prices.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { editCake, findCake } from '#test/edit-cake.ts';
import { editCalendar } from '#test/edit-calendar.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { BY, openOrderShop, signalPayment } from '#test/order-shop.ts';
import { sessionOf } from '#test/practice-control.ts';
import { sampleOptions } from '#test/samples.ts';
import { addByCustomer, dropAddition, payForAddition } from './add-by-customer.ts';
import { addByStaff } from './add-by-staff.ts';
import { payAtCounter } from './at-counter.ts';
import { listCollections } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { type AdditionRequest, checkAddition } from './check-addition.ts';
import { confirmOrder } from './checkout.ts';
import { customerOrder } from './customer-order.ts';
import { dayLoads } from './days.ts';
import { openIncidents } from './incidents.ts';
import { monthReport, paymentsOf } from './ledger.ts';
import { moveOrder } from './move.ts';
import { makePayLink, openPayment, orderToPay } from './pay-link.ts';
import { lastEvent, lastPrint, recordPrint } from './printed-sheets.ts';
import { reconcile } from './reconcile.ts';
import { recoverOrders } from './recover.ts';
import { finishRefunds, refundOrder } from './refund.ts';
import { takeOff } from './take-off.ts';
import { markSeen, setFulfilment } from './tick-off.ts';

const CAKE = 'berry-drip-cake';
const HOUR = 60 * 60;

describe.each(bothDatabases)('adding to an order on $name', ({ stocked }) => {
  async function open(place: TestDatabase) {
    const opened = await openOrderShop(place);
    const { shop, visitor } = opened;
    return {
      ...opened,
      buy: () => opened.buy(CAKE),
      /** What the page sends for another of these cakes on the day. */
      async asked(day: string, ...cakeIds: string[]): Promise<AdditionRequest> {
        const { items } = await visitor.requestFor(...cakeIds);
        return {
          id: randomUUID(),
          day: z.custom<AdditionRequest['day']>().parse(day),
          items: items.map(({ day: _, time: __, ...item }) => item),
          options: [],
        };
      },
      /** What staff send for it. */
      async typed(day: string, ...cakeIds: string[]) {
        const { items } = await visitor.phoneRequestFor(...cakeIds);
        return {
          id: randomUUID(),
          day: z.custom<AdditionRequest['day']>().parse(day),
          items: items.map((item) => ({ ...item, day: z.custom<typeof item.day>().parse(day) })),
          by: BY,
        };
      },
      async add(token: string, request: AdditionRequest, on: Shop = shop) {
        const result = await addByCustomer(on, token, request);
        if (!result.ok) return result.reason === 'invalid' ? result.text : result.reason;
        return result.checkoutUrl ?? 'added';
      },
    };
  }

  test('by staff asks for no collection time: that of the order counts', async () => {
    const place = await stocked();
    const { shop, read, candles, ...opened } = await open(place);
    const { id: orderId, day } = await opened.buy();
    const addition = { ...(await opened.typed(day, candles)), orderId, day };
    await editCalendar(place.where, (calendar) => {
      calendar.times = [{ time: '10:00-12:00', most: null, weekdays: WEEKDAYS }];
    });
    await place.run('update content_version set version = version + 1');
    expect(await addByStaff(shop, addition, false)).toEqual({ ok: true, isChanged: true });
    expect((await read(orderId)).items.map(({ time }) => time)).toEqual([undefined, undefined]);
  });

  test('is a part of the order when it is paid, once, and not before', async () => {
    const opened = await open(await stocked());
    const { shop, shops, read, stripe, candles, emails, add } = opened;
    const { id, token, day, checkoutUrl } = await opened.buy();
    await emails();
    await recordPrint(shop, day, await lastEvent(shop));
    const before = (await read(id)).order;
    const request = await opened.asked(day, candles, candles);
    const url = await add(token, request);
    const session = await stripe.session(sessionOf(url));
    expect(session).toMatchObject({ client_reference_id: id, status: 'open' });
    // Sent again, and on another server.
    expect(await add(token, request, shops[1])).toBe(url);
    expect(await payForAddition(shop, token)).toEqual({ ok: true, checkoutUrl: url });
    expect((await read(id)).order).toEqual(before);
    const [collection] = await listCollections(shop, { from: day, to: day });
    expect(collection?.items).toHaveLength(1);
    expect(await customerOrder(shop, token)).toMatchObject({
      total: before.total,
      adding: { day, amount: session.amount_total, isProcessing: false },
    });
    expect((await lastPrint(shop, day))?.changed).toEqual([]);

    expect(await payByCard(url)).not.toBeNull();
    // In whichever order they come, and again.
    await Promise.all([confirmOrder(shop, id), ...shops.map((each) => signalPayment(each, url))]);
    await signalPayment(shop, checkoutUrl);
    await recoverOrders(shop);
    await reconcile(shop, 0);
    const amount = session.amount_total ?? 0;
    const { order, state, news, trail } = await read(id);
    expect(state).toBe('paid');
    expect(order).toMatchObject({ total: before.total + amount, paid: before.total + amount });
    expect(order.items).toHaveLength(3);
    expect(order.items.slice(1)).toMatchObject([
      { cakeId: candles, day, isAddOn: true },
      { cakeId: candles, day },
    ]);
    expect(new Set((await opened.ledger(id)).map(String))).toEqual(
      new Set([`charge,${before.total}`, `charge,${amount}`]),
    );
    expect((await monthReport(shop)).entries.map(({ parts }) => parts)).toEqual([
      [{ rate: 20, gross: amount, vat: 2 * vatIn(amount / 2, 20) }],
      [{ rate: 0, gross: before.total, vat: 0 }],
    ]);
    expect(await add(token, request)).toBe('added');
    expect(await customerOrder(shop, token)).toMatchObject({ adding: undefined });
    expect((await lastPrint(shop, day))?.changed).toEqual([id]);
    expect(news).toMatchObject({ changes: [{ what: 'added', positions: [1, 2], optionsOf: [] }] });
    await markSeen(shop, { orderId: id, event: news?.event ?? 0, by: BY });
    expect((await read(id)).news).toBeUndefined();
    expect(trail.filter(({ kind }) => kind === 'added')).toHaveLength(1);
    const sent = await emails();
    const texts = sent.map((each) => [each.subject, each.orderText, each.text].join('\n'));
    expect(texts.filter((text) => text.includes('The customer has added'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Added to your order'))).toHaveLength(1);

    // What it was paid with goes back first.
    const refund = { ...(await opened.form(id)), amount: amount + 100 };
    expect(await refundOrder(shop, refund)).toEqual({ ok: true, is: 'made' });
    const back = async (of: string) => (await stripe.refundsOf(of)).map((each) => each.amount);
    expect(await back(checkoutUrl)).toEqual([100]);
    expect(await back(url)).toEqual([amount]);
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('leaves the order as it was if it is not paid', async () => {
    const opened = await open(await stocked());
    const { shop, shops, read, stripe, candles, add, asked } = opened;
    const { id, token, day } = await opened.buy();
    const before = (await read(id)).order;
    const first = await asked(day, candles);
    const url = await add(token, first);
    // Two tabs with other wishes: the last can be paid, and only that.
    const [one, other] = [await asked(day, candles), await asked(day, candles, candles)];
    const urls = await Promise.all([add(token, one, shops[0]), add(token, other, shops[1])]);
    const open_ = (await stripe.openSessions()).map((each) => each.id);
    expect(open_).toHaveLength(1);
    expect(urls.filter((each) => open_.includes(sessionOf(each)))).toHaveLength(1);
    expect(await payByCard(url)).toBeNull();
    expect(await add(token, first)).toContain('time to pay');
    expect(await dropAddition(shop, token)).toEqual({ ok: true });
    expect(await dropAddition(shop, token)).toEqual({ ok: true });
    expect(await stripe.openSessions()).toEqual([]);
    expect(await customerOrder(shop, token)).toMatchObject({ adding: undefined });

    // A bank that takes days, and does not pay.
    const slow = await add(token, await asked(day, candles));
    await stripe.payByBank(slow);
    await signalPayment(shop, slow);
    expect(await customerOrder(shop, token)).toMatchObject({ adding: { isProcessing: true } });
    expect(await add(token, await asked(day, candles))).toContain('Your bank is still paying');
    expect(await cancelOrder(shop, { orderId: id, by: BY })).toBe('processing');
    await stripe.bankAnswers(slow, 'failed');
    await signalPayment(shop, slow);
    expect((await read(id)).order).toEqual(before);
    // A server stopped before it had stored the checkout, whose address nobody has. If it is paid all the same, that counts.
    const lost = await add(token, await asked(day, candles));
    await opened.place.run('update additions set checkout_id = null');
    expect(await payByCard(lost)).not.toBeNull();
    opened.pass(2 * HOUR);
    await reconcile(shop, 0);
    expect(await customerOrder(shop, token)).toMatchObject({ adding: undefined });
    expect((await read(id)).order).toEqual(before);
    await signalPayment(shop, lost);
    expect((await read(id)).order.items).toHaveLength(2);
    expect((await read(id)).trail.filter(({ kind }) => kind === 'addition-ended')).toHaveLength(5);
    // Of all that has ended, the customer knows but what the bank refused.
    const told = (await opened.emails()).filter(({ subject }) => subject?.startsWith('Not added'));
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('it is not added')]);
  });

  test('follows the rules: candles until the day before, cakes by their notice', async () => {
    const opened = await open(await stocked());
    const { shop, candles, asked, pass } = opened;
    const { id, token, day } = await opened.buy();
    const check = async (request: AdditionRequest) => {
      const result = await checkAddition(shop, token, request);
      return result.ok ? linesInWords(result.addition.lines) : result;
    };
    const [cake, touch] = [await asked(day, CAKE), await asked(day, candles)];
    expect(await check(cake)).toContain('Berry');
    const [item] = cake.items;
    const forged = { ...cake, items: [{ ...item, api: 'price_forged' }] };
    expect(await check(forged as AdditionRequest)).toMatchObject({ reason: 'invalid' });
    expect(await check({ ...cake, items: [] })).toMatchObject({ reason: 'invalid' });
    expect(await check({ ...cake, day: addDays(day, 1) })).toMatchObject({ reason: 'conflict' });
    expect(await checkAddition(shop, secrets.urlToken(), cake)).toEqual({
      ok: false,
      reason: 'unknown',
    });
    const tick = { orderId: id, day, by: BY } as const;
    await setFulfilment(shop, { ...tick, from: 'to-make', fulfilment: 'ready' });
    expect(await check(touch)).toEqual({ ok: false, reason: 'fixed', why: 'ticked-off' });
    await setFulfilment(shop, { ...tick, from: 'ready', fulfilment: 'to-make' });
    // Days on which the clocks change have 23 or 25 hours.
    while (todayAt(shop) < addDays(day, -1)) pass(HOUR);
    expect(await check(cake)).toMatchObject({ reason: 'invalid' });
    expect(await check(touch)).toContain('andles');
    while (todayAt(shop) < day) pass(HOUR);
    expect(await check(touch)).toEqual({ ok: false, reason: 'fixed', why: 'too-late' });
  });

  test('holds the last place of a day for one of two customers', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, asked, add, stripe } = opened;
    const [ada, ben] = [await opened.buy(), await opened.buy()];
    const taken = (await dayLoads(shop, ada.day, ada.day)).get(ada.day)?.units ?? 0;
    expect(taken).toBe(0);
    const { units } = (await opened.read(ada.id)).items[0] ?? { units: 0 };
    await editCalendar(place.where, (calendar) => {
      calendar.capacity = Array(7).fill(3 * units);
    });
    await place.run('update content_version set version = version + 1');
    const results = await Promise.all([
      add(ada.token, await asked(ada.day, CAKE), shops[0]),
      add(ben.token, await asked(ben.day, CAKE), shops[1]),
    ]);
    const urls = results.filter((each) => each.startsWith('http'));
    expect(urls).toHaveLength(1);
    expect(results.some((each) => each.includes('fully booked'))).toBe(true);
    expect((await dayLoads(shop, ada.day, ada.day)).get(ada.day)).toMatchObject({
      units: 3 * units,
    });
    const [url = ''] = urls;
    // Moved meanwhile: it is collected with what it was added to.
    const mover = results[0] === url ? ada : ben;
    const to = addDays(ada.day, 7);
    expect(
      await moveOrder(shop, { orderId: mover.id, from: mover.day, to, by: BY }, true),
    ).toMatchObject({ ok: true });
    expect((await dayLoads(shop, to, to)).get(to)).toMatchObject({ units: 2 * units });
    await payByCard(url);
    await signalPayment(shop, url);
    expect(collectionDays((await opened.read(mover.id)).items)).toEqual([to]);
    expect((await dayLoads(shop, to, to)).get(to)).toMatchObject({ units: 2 * units });
    expect(await stripe.openSessions()).toEqual([]);
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('adds options to a cake of the order, with their allergens', async () => {
    const opened = await open(await stocked());
    const { shop, add, read, stripe } = opened;
    await editCake(shop, CAKE, (content) => ({
      ...content,
      options: sampleOptions().map((group) => ({ ...group, choices: group.choices.map(unpriced) })),
    }));
    await syncPrices(shop);
    const { id, token, day } = await opened.buy();
    const before = (await read(id)).order;
    const cake = await findCake(shop, CAKE);
    const apiOf = (choice: string) =>
      cake?.options?.flatMap(({ choices }) => choices).find((each) => each.id === choice)?.api ??
      null;
    const item = before.items[0];
    const wanted = {
      id: randomUUID(),
      day,
      items: [],
      options: [
        {
          position: 0,
          options: [
            { group: 'number', choice: 'number', text: '7', api: apiOf('number') },
            { group: 'topping', choice: 'praline', api: null },
          ],
          allergens: [...(item?.allergens ?? []), 'Nuts (hazelnuts)'],
          mayContain: [...(item?.mayContain ?? []), 'Nuts (almonds)'],
        },
      ],
    };
    // Nobody has seen the nuts.
    const [first] = wanted.options;
    if (!first) throw new Error('There are options.');
    const unseen = { ...wanted, options: [{ ...first, allergens: item?.allergens ?? [] }] };
    expect(await add(token, unseen)).toContain('What it contains has changed');
    const sponge = { group: 'sponge', choice: 'lemon', api: apiOf('lemon') };
    const other = { ...wanted, options: [{ ...first, options: [sponge] }] };
    expect(await add(token, other)).toContain('not sold any more');
    const url = await add(token, wanted);
    expect(await stripe.session(sessionOf(url))).toMatchObject({ amount_total: 400 });
    await payByCard(url);
    await signalPayment(shop, url);
    const { order, items, news } = await read(id);
    expect(order.total).toBe(before.total + 400);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ price: (item?.price ?? 0) + 400 });
    expect(items[0]?.options?.map(({ groupId, text }) => [groupId, text])).toEqual([
      ['sponge', undefined],
      ['topping', undefined],
      ['number', '7'],
    ]);
    expect(items[0]?.allergens).toContain('Nuts (hazelnuts)');
    expect(items[0]?.mayContain).toContain('Nuts (almonds)');
    const { entries } = await monthReport(shop);
    expect(entries[0]?.parts).toEqual([{ rate: 20, gross: 400, vat: vatIn(400, 20) }]);
    expect(news).toMatchObject({ changes: [{ what: 'added', positions: [0], optionsOf: [0] }] });
    expect(await add(token, { ...wanted, id: randomUUID() })).toContain('has this already');
  });

  test('by staff is e-mailed if it stays, whatever is undone beside it, and not once it was taken off', async () => {
    const opened = await open(await stocked());
    const { shop, read, typed, candles, emails } = opened;
    const { id, day } = await opened.buy();
    await emails();
    const add = async () => {
      const addition = { ...(await typed(day, candles)), orderId: id };
      expect(await addByStaff(shop, addition, false)).toMatchObject({ ok: true });
    };
    const sent = async (words: string) =>
      (await emails()).filter(({ subject }) => subject?.startsWith(words)).length;
    // The second was a slip.
    await add();
    await add();
    expect(await opened.undo(id, 'added')).toBe(true);
    expect([await sent('Added to'), await sent('Taken off')]).toEqual([1, 0]);

    await add();
    const positions = withPositions((await read(id)).items)
      .map(({ position }) => position)
      .slice(-1);
    expect(await takeOff(shop, { ...(await opened.form(id)), positions })).toBe('taken-off');
    expect([await sent('Added to'), await sent('Taken off')]).toEqual([1, 1]);
  });

  test('by staff counts at once, and its rest is paid by the link or at the counter', async () => {
    const opened = await open(await stocked());
    const { shop, read, typed, candles, stripe, emails, buy } = opened;
    const { id, day } = await buy();
    const { total } = await read(id);
    await emails();
    const addition = { ...(await typed(day, candles)), orderId: id };
    const amount = sumPence(addition.items.map(({ price }) => price));
    const twice = await Promise.all([
      addByStaff(shop, addition, false),
      addByStaff(opened.shops[1] ?? shop, addition, false),
    ]);
    expect(twice.map((each) => each.ok && each.isChanged).sort()).toEqual([false, true]);
    expect(await read(id)).toMatchObject({ state: 'agreed', total: total + amount, paid: total });
    // Taken back before the customer is told.
    const undo = () => opened.undo(id, 'added');
    expect(await undo()).toBe(true);
    expect(await undo()).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'paid', total, paid: total });
    expect((await read(id)).items).toHaveLength(1);
    expect((await emails()).filter(({ subject }) => subject.startsWith('Added'))).toEqual([]);

    // Or afterwards: then the customer is told that, too.
    const known = { ...(await typed(day, candles)), orderId: id };
    expect(await addByStaff(shop, known, false)).toMatchObject({ ok: true });
    const sent = async (words: string) =>
      (await emails()).filter(({ subject }) => subject.startsWith(words)).length;
    expect([await sent('Added to'), await sent('Taken off')]).toEqual([1, 0]);
    expect(await undo()).toBe(true);
    expect([await sent('Added to'), await sent('Taken off')]).toEqual([1, 1]);
    expect(await read(id)).toMatchObject({ state: 'paid', total, paid: total });

    const again = { ...(await typed(day, candles)), orderId: id };
    expect(await addByStaff(shop, again, false)).toEqual({ ok: true, isChanged: true });
    const texts = (await emails()).map(({ text }) => text);
    const links = texts.flatMap((text) => /\/pay\/(\w+)/.exec(text)?.[1] ?? []);
    const [link = ''] = links;
    expect(await orderToPay(shop, link)).toMatchObject({
      parts: { deposit: null, paid: total },
      total: total + amount,
    });
    const { number } = await read(id);
    const shown = { number, due: amount, left: amount };
    const paid = await openPayment(shop, link, shown);
    if (!paid.ok) throw new Error(paid.reason);
    expect(await stripe.session(sessionOf(paid.checkoutUrl))).toMatchObject({
      amount_total: amount,
    });
    // While it may be paid, something else ends it: another amount is to pay.
    const third = { ...(await typed(day, candles)), orderId: id };
    expect(await addByStaff(shop, third, false)).toEqual({ ok: true, isChanged: true });
    expect(await payByCard(paid.checkoutUrl)).toBeNull();
    expect(await openPayment(shop, link, shown)).toEqual({ ok: false, reason: 'other-amount' });
    const rest = await openPayment(shop, link, { number, due: 2 * amount, left: 2 * amount });
    if (!rest.ok) throw new Error(rest.reason);
    await payByCard(rest.checkoutUrl);
    await signalPayment(shop, rest.checkoutUrl);
    expect(await read(id)).toMatchObject({ state: 'funded', paid: total + 2 * amount });
    expect(await undo()).toBe(false);

    const other = await buy();
    const last = { ...(await typed(day, candles)), orderId: other.id };
    expect(await addByStaff(shop, last, false)).toMatchObject({ ok: true });
    expect(dueNow((await read(other.id)).order)).toBe(amount);
    expect(await payAtCounter(shop, other.id, BY, { amount, left: amount })).toBe('paid');
    expect(await read(other.id)).toMatchObject({ state: 'paid' });
    expect(
      await addByStaff(shop, { ...last, day: addDays(day, 1), id: randomUUID() }, false),
    ).toEqual({ ok: false, reason: 'gone' });
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('comes back from Stripe after an older backup, and ends when the order is cancelled', async () => {
    const opened = await open(await stocked());
    const { shop, read, candles, add, asked, stripe, place } = opened;
    const { id, token, day } = await opened.buy();
    const url = await add(token, await asked(day, candles));
    await payByCard(url);
    // The backup has neither the addition nor its trail.
    await place.run('delete from additions');
    await place.run(`delete from order_events where kind like 'addition-%'`);
    await recoverOrders(shop);
    await recoverOrders(shop);
    const { order } = await read(id);
    expect(order.items).toHaveLength(2);
    expect(order.paid).toBe(order.total);
    // Not even the order.
    for (const table of ['ledger', 'order_events', 'order_items', 'customer_links', 'emails']) {
      await place.run(`delete from ${table}`);
    }
    await place.run('delete from orders');
    await recoverOrders(shop);
    expect((await read(id)).order).toMatchObject({ total: order.total, paid: order.total });
    expect(await openIncidents(shop)).toEqual([]);

    const other = await opened.buy();
    const late = await add(other.token, await asked(day, candles));
    expect(await cancelOrder(shop, { orderId: other.id, by: BY })).toBe('cancelled');
    expect(await stripe.openSessions()).toEqual([]);
    expect(await payByCard(late)).toBeNull();
    expect(await add(other.token, await asked(day, candles))).toBe('fixed');
    await signalPayment(shop, late);
    expect((await read(other.id)).order.items).toHaveLength(1);
    expect(dayInWords(day)).not.toBe('');
  });

  const STEPS = [
    'add candles',
    'add two candles',
    'send the form again',
    'open the card page again',
    'take it off',
    'pay by card',
    'pay by bank',
    'bank pays',
    'bank refuses',
    'signals at once',
    'thank-you page',
    'add by staff',
    'undo what staff added',
    'take candles off',
    'take off on two servers',
    'take off and refund',
    'put it back',
    'open the pay link',
    'pay the link',
    'pay at the counter',
    'refund',
    'refund at Stripe',
    'cancel',
    'lose it to a backup',
    'recover',
    'an hour passes',
  ] as const;
  const USUAL = ['add candles', 'pay by card', 'signals at once'] as const;

  test('keeps the ledger equal to Stripe’s, and the order to what was paid', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, read, stripe, candles, add, asked, pass, typed } = opened;
    const { units } = (await read((await opened.buy()).id)).items[0] ?? { units: 0 };
    expect(units).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS, ...USUAL, ...USUAL), { minLength: 4, maxLength: 14 }),
        async (steps) => {
          const { id, token, day, checkoutUrl } = await opened.buy();
          const payLink = async () => (await makePayLink(shop, id, { by: BY })) ?? '';
          let request = await asked(day, candles);
          /** Card pages of additions, and of the pay link. */
          const urls: string[] = [];
          const linkUrls: string[] = [];
          const keep = (list: string[], url: string) => {
            if (url.startsWith('http') && !list.includes(url)) list.push(url);
          };
          const last = () => urls.at(-1) ?? '';
          const ifPossible = (work: Promise<unknown>) => work.catch(() => undefined);
          const candlesToTake = async () => {
            const form = await opened.form(id);
            const { items } = await read(id);
            const last = withPositions(items).findLast(({ cakeId }) => cakeId === candles);
            return { ...form, positions: last ? [last.position] : [99] };
          };
          const begin = async (...ids: string[]) => {
            request = await asked(day, ...ids);
            keep(urls, await add(token, request));
          };
          const run: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
            'add candles': () => begin(candles),
            'add two candles': () => begin(candles, candles),
            'send the form again': async () =>
              Promise.all(shops.map(async (each) => keep(urls, await add(token, request, each)))),
            'open the card page again': () => payForAddition(shop, token),
            'take it off': () => dropAddition(shop, token),
            'pay by card': async () => last() && payByCard(last()),
            'pay by bank': async () => last() && ifPossible(stripe.payByBank(last())),
            'bank pays': async () => last() && ifPossible(stripe.bankAnswers(last(), 'succeeded')),
            'bank refuses': async () => last() && ifPossible(stripe.bankAnswers(last(), 'failed')),
            'signals at once': () =>
              Promise.all(urls.flatMap((url) => shops.map((each) => signalPayment(each, url)))),
            'thank-you page': () => confirmOrder(shop, id),
            'add by staff': async () =>
              addByStaff(shop, { ...(await typed(day, CAKE)), orderId: id }, false),
            'undo what staff added': () => opened.undo(id, 'added'),
            'take candles off': async () => takeOff(shop, await candlesToTake()),
            async 'take off on two servers'() {
              const [one, other] = [await candlesToTake(), await candlesToTake()];
              const results = await Promise.all([
                takeOff(shop, one),
                takeOff(shops[1] ?? shop, { ...other, positions: one.positions }),
              ]);
              expect(results.filter((result) => result === 'taken-off').length).toBeLessThan(2);
            },
            async 'take off and refund'() {
              await takeOff(shop, await candlesToTake());
              const amount = toGiveBack((await read(id)).order);
              if (amount > 0) await refundOrder(shop, { ...(await opened.form(id)), amount });
            },
            'put it back': () => opened.undo(id, 'taken-off'),
            async 'open the pay link'() {
              const result = await openPayment(shop, await payLink());
              if (result.ok) keep(linkUrls, result.checkoutUrl);
            },
            'pay the link': async () => linkUrls.length > 0 && payByCard(linkUrls.at(-1) ?? ''),
            'pay at the counter': () => payAtCounter(shop, id, BY),
            refund: async () => refundOrder(shop, { ...(await opened.form(id)), amount: 70 }),
            'refund at Stripe': async () =>
              last() && ifPossible(stripe.refund(last(), { amount: 10 })),
            cancel: () => cancelOrder(shop, { orderId: id, by: BY }),
            // Before its payment was known.
            'lose it to a backup': () =>
              place.run(`delete from additions where order_id = '${id}'`),
            recover: () => recoverOrders(shop),
            'an hour passes': async () => pass(2 * HOUR),
          };
          for (const step of steps) await run[step]();
          // At last everything is heard of.
          await reconcile(shop, 0);
          await finishRefunds(shop);
          await recoverOrders(shop);
          const { order, items } = await read(id);
          expect(order.total).toBe(sumPence(items.map(({ price }) => price)));
          const entries = await opened.ledger(id);
          const sumOf = (is: (kind: string) => boolean) =>
            sumPence(entries.flatMap(([kind, amount]) => (is(kind) ? amount : [])));
          let atStripe = 0;
          let paidCandles = 0;
          for (const each of [checkoutUrl, ...urls, ...linkUrls]) {
            if (!(await stripe.isPaid(each))) continue;
            atStripe += await stripe.moved(each);
            const { amount_total } = await stripe.session(sessionOf(each));
            if (urls.includes(each)) paidCandles += amount_total ?? 0;
          }
          expect(sumOf((kind) => !kind.startsWith('cash'))).toBe(atStripe);
          expect(order.paid).toBe(sumOf((kind) => kind === 'charge' || kind === 'cash'));
          expect(order.paid).toBe(
            sumPence((await paymentsOf(shop.db, id)).map((each) => each.amount)),
          );
          const everOrdered = [...items, ...(order.takenOff ?? []).map(({ item }) => item)];
          const everCandles = everOrdered.filter(({ cakeId }) => cakeId === candles);
          expect(sumPence(everCandles.map(({ price }) => price))).toBe(paidCandles);
          expect(['funded', 'paid'].includes(order.state)).toBe(leftToPay(order) === 0);
          expect(toGiveBack(order)).toBeLessThanOrEqual(order.surplus);
          const { most = 0 } = (await offeredRefund(shop, id)) ?? {};
          expect(most).toBeLessThanOrEqual(sumOf(() => true));
          const incidents = await opened.incidents();
          expect(incidents.filter((kind) => kind.startsWith('payment-'))).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });
});

function unpriced({ api: _, ...choice }: OptionChoice) {
  // The topper is a toy.
  return { ...choice, ...(choice.id === 'number' && { vat: 'standard' as const }) };
}
