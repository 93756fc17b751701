import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { addDays } from '#domain/calendar/days.ts';
import { vatIn } from '#domain/ledger/vat.ts';
import { dueNow, toGiveBack } from '#domain/orders/order.ts';
import { withPositions } from '#domain/orders/positions.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { editCalendar } from '#test/edit-calendar.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { BY, openOrderShop, signalPayment } from '#test/order-shop.ts';
import { sampleCharge } from '#test/samples.ts';
import { addByCustomer } from './add-by-customer.ts';
import { addByStaff } from './add-by-staff.ts';
import { fundAddition } from './additions.ts';
import { anonymiseOrder } from './anonymise.ts';
import { payAtCounter, unpayAtCounter } from './at-counter.ts';
import { listCollections } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { changeText } from './change-text.ts';
import { confirmOrder } from './checkout.ts';
import { customerOrder } from './customer-order.ts';
import { dayLoads } from './days.ts';
import { findOrders } from './find-orders.ts';
import { openIncidents } from './incidents.ts';
import { monthReport } from './ledger.ts';
import { moveOrder } from './move.ts';
import { makePayLink, openPayment, orderToPay } from './pay-link.ts';
import { takePhoneOrder } from './phone.ts';
import { lastEvent, lastPrint, recordPrint } from './printed-sheets.ts';
import { refundOrder, requestRefund } from './refund.ts';
import { keepRest, oweRest, takeOff } from './take-off.ts';
import { setFulfilment } from './tick-off.ts';

const CAKE = 'berry-drip-cake';
const HOUR = 60 * 60;

describe.each(bothDatabases)('taking something off an order on $name', ({ stocked }) => {
  async function open(place: TestDatabase) {
    const opened = await openOrderShop(place);
    const { shop, visitor, candles } = opened;
    return {
      ...opened,
      /** Of a box of candles. */
      price: opened.candlesPrice,
      /** A cake and two boxes of candles. */
      buy: () => opened.buy(CAKE, candles, candles),
      /** The same on the phone. */
      async agree(deposit: number | null = null) {
        const wanted = await visitor.phoneRequestFor(CAKE, candles);
        const id = randomUUID();
        const terms = deposit === null ? {} : { deposit: { amount: deposit, restBy: null } };
        const options = { by: BY, evenIfClosed: false, isPaid: false };
        const result = await takePhoneOrder(shop, { ...wanted, id, ...terms }, options);
        if (!result.ok) throw new Error(`Not taken: ${result.reason}.`);
        return { id, link: (await makePayLink(shop, id, { by: BY })) ?? '' };
      },
      /** What the form of staff sends. */
      form: async (orderId: string, ...positions: number[]) => ({
        ...(await opened.form(orderId)),
        positions,
      }),
      undo: (id: string, kind = 'taken-off') => opened.undo(id, kind),
      finds: async (text: string) => (await findOrders(shop, { text })).orders.length,
    };
  }

  test('leaves the order, its sheet and its books without it, and its money goes back once', async () => {
    const opened = await open(await stocked());
    const { shop, shops, read, stripe, price, form, finds } = opened;
    const { id, token, day, checkoutUrl } = await opened.buy();
    await opened.emails();
    await recordPrint(shop, day, await lastEvent(shop));
    const { total } = await read(id);
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    const refund = { ...(await opened.form(id)), amount: price };
    // Sent twice, and a form of another screen.
    const results = await Promise.all([
      refundOrder(shop, refund),
      refundOrder(shops[1] ?? shop, refund),
    ]);
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await refundOrder(shop, { ...refund, id: randomUUID() })).toMatchObject({
      ok: false,
      reason: 'stale',
    });
    expect((await stripe.refundsOf(checkoutUrl)).map(({ amount }) => amount)).toEqual([price]);

    const { order, items, state, trail } = await read(id);
    expect(state).toBe('paid');
    expect(order).toMatchObject({ total: total - price, paid: total, surplus: price });
    expect(toGiveBack(order)).toBe(0);
    expect(items).toHaveLength(2);
    const [collection] = await listCollections(shop, { from: day, to: day });
    expect(collection).toMatchObject({ positions: [0, 2], items: [{}, {}] });
    expect(trail.filter(({ kind }) => kind === 'taken-off')).toHaveLength(1);
    expect(await lastPrint(shop, day)).toMatchObject({
      changed: [id],
      gone: [{ isTakenOff: true, items: [{ isAddOn: true }] }],
    });
    expect(
      (await monthReport(shop)).entries.map(({ kind, parts }) => [kind, parts]),
    ).toContainEqual(['refund', [{ rate: 20, gross: -price, vat: -vatIn(price, 20) }]]);
    expect(await customerOrder(shop, token)).toMatchObject({
      total: total - price,
      refunded: 0,
      toGiveBack: 0,
    });
    expect((await confirmOrder(shop, id))?.order).toMatchObject({ total: total - price });
    const news = (await opened.emails()).find(({ subject }) => subject.startsWith('Taken off'));
    expect(news?.subject).toContain('Candles');
    expect(news?.text).toMatch(/Paid back: £\d/);
    // The money is gone.
    expect(await opened.undo(id)).toBe(false);
    expect(await finds('candles')).toBe(1);
    expect(await takeOff(shop, await form(id, 2))).toBe('taken-off');
    expect(await finds('candles')).toBe(0);
    expect((await offeredRefund(shop, id))?.suggested).toBe(total - price);
    expect(await cancelOrder(shop, { orderId: id, by: BY })).toBe('cancelled');
    await anonymiseOrder(shop.db, id);
    expect((await read(id)).order.takenOff).toBeUndefined();
  });

  test('is to be given back until somebody does it, and can be put back until the customer knows', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, read, price, form, undo, incidents } = opened;
    const { id, day } = await opened.buy();
    const [cake] = (await read(id)).items;
    const extra = { ...(await opened.visitor.phoneRequestFor(CAKE)), id: randomUUID(), by: BY };
    const items = extra.items.map((item) => ({ ...item, day }));
    const added = { id: extra.id, orderId: id, by: BY, day, items };
    expect(await addByStaff(shop, added, false)).toMatchObject({ ok: true });
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
    await editCalendar(place.where, (calendar) => {
      calendar.capacity = Array(7).fill(100);
    });
    await place.run('update content_version set version = version + 1');
    const units = async () => (await dayLoads(shop, day, day)).get(day)?.units ?? 0;
    const before = await read(id);
    const full = await units();
    expect(full).toBeGreaterThan(0);

    const sent = await form(id, 1, 3);
    const twice = await Promise.all(shops.map((each) => takeOff(each, sent)));
    expect(twice.sort()).toEqual(['taken-off', 'unchanged']);
    expect(await takeOff(shop, { ...sent, positions: [2] })).toBe('changed');
    expect(await takeOff(shop, { ...sent, id: randomUUID() })).toBe('changed');
    expect(await units()).toBe(full - (cake?.units ?? 0));
    const { order } = await read(id);
    const back = price + (cake?.price ?? 0);
    expect([order.total, toGiveBack(order)]).toEqual([before.total - back, back]);
    expect(await incidents()).toEqual(['to-give-back']);
    expect(await unpayAtCounter(shop, id, BY)).toBe(false);

    expect(await undo(id)).toBe(true);
    expect(await undo(id)).toBe(true);
    expect((await read(id)).order).toEqual(before.order);
    expect(await units()).toBe(full);
    expect(await incidents()).toEqual([]);
    const subjects = async () => (await opened.emails()).map(({ subject }) => subject);
    expect((await subjects()).filter((subject) => subject.startsWith('Taken'))).toEqual([]);

    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    const told = (await opened.emails()).find(({ subject }) => subject.startsWith('Taken off'));
    expect(told?.text).toContain('comes back to you');
    expect(await undo(id)).toBe(false);
    expect(await incidents()).toEqual(['to-give-back']);
    const refund = { ...(await opened.form(id)), amount: price };
    expect(await refundOrder(shop, refund)).toMatchObject({ ok: true });
    expect(await incidents()).toEqual([]);
    expect(toGiveBack((await read(id)).order)).toBe(0);
  });

  test('is not to be given back any more once the owner has decided how much goes back', async () => {
    const opened = await open(await stocked());
    const { shop, read, price, form, incidents } = opened;
    const { id, token } = await opened.buy();
    await opened.emails();
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    const less = { ...(await opened.form(id)), amount: price - 100 };
    expect(await refundOrder(shop, less)).toMatchObject({ ok: true });
    expect(toGiveBack((await read(id)).order)).toBe(100);
    expect(await incidents()).toEqual(['to-give-back']);
    expect(await keepRest(shop, { orderId: id, by: BY })).toBe(true);
    expect(await keepRest(shop, { orderId: id, by: BY })).toBe(false);
    expect(await incidents()).toEqual([]);
    expect(await customerOrder(shop, token)).toMatchObject({ toGiveBack: 0 });
    const told = (await opened.emails()).find(({ subject }) => subject.startsWith('Taken off'));
    expect(told?.text).not.toContain('comes back to you');
    // Done by mistake.
    expect(await opened.undo(id, 'rest-kept')).toBe(true);
    expect(await opened.undo(id, 'rest-kept')).toBe(true);
    expect(toGiveBack((await read(id)).order)).toBe(100);
    expect(await keepRest(shop, { orderId: id, by: BY })).toBe(true);

    // What the owner has kept stays theirs.
    expect(await takeOff(shop, await form(id, 2))).toBe('taken-off');
    expect(toGiveBack((await read(id)).order)).toBe(price);
    expect(await keepRest(shop, { orderId: id, by: BY })).toBe(true);
    expect(await opened.undo(id)).toBe(false);
    const kept = (await read(id)).trail.filter((event) => event.kind === 'rest-kept');
    const owe = kept
      .toReversed()
      .map((event) => () => oweRest(shop, { orderId: id, event, by: BY }));
    // An older one was decided anew.
    expect([await owe[0]?.(), await owe[1]?.()]).toEqual([true, false]);
    expect(toGiveBack((await read(id)).order)).toBe(price);
  });

  test('and put back keeps a refund of it from being made, which was typed meanwhile', async () => {
    const opened = await open(await stocked());
    const { shop, price, form, undo, stripe } = opened;
    const { id, checkoutUrl } = await opened.buy();
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    const refund = { ...(await opened.form(id)), amount: price };
    expect(await undo(id)).toBe(true);
    expect(await refundOrder(shop, refund)).toEqual({
      ok: false,
      reason: 'stale',
    });
    expect(await stripe.refundsOf(checkoutUrl)).toEqual([]);
  });

  test('is said again when the form is sent again, though the customer pays something by then', async () => {
    const opened = await open(await stocked());
    const { shop, price, form, stripe, visitor, candles } = opened;
    const { id, token, day } = await opened.buy();
    const taking = await form(id, 1);
    expect(await takeOff(shop, taking)).toBe('taken-off');
    const { items } = await visitor.requestFor(candles);
    const asked = {
      id: randomUUID(),
      day,
      items: items.map(({ day: _, time: __, ...item }) => item),
      options: [],
    };
    const page = await addByCustomer(shop, token, asked);
    if (!page.ok || !page.checkoutUrl) throw new Error('No card page.');
    await stripe.payByBank(page.checkoutUrl);
    expect(await takeOff(shop, await form(id, 0))).toBe('processing');
    expect(await takeOff(shop, taking)).toBe('unchanged');
    // Begun after the form of a cancellation had ended what could be paid.
    const request = { ...(await opened.form(id)), amount: price, cancels: true };
    expect(await requestRefund(shop, request)).toBe('unavailable');
  });

  test('of an order that is not paid lets it owe less, and ends what asked for more', async () => {
    const opened = await open(await stocked());
    const { shop, read, stripe, price, form } = opened;
    const { id, link } = await opened.agree();
    const { total, number } = await read(id);
    const shown = { number, due: total, left: total };
    const page = await openPayment(shop, link, shown);
    if (!page.ok) throw new Error(page.reason);
    // The customer is at the card page, and another presses what was shown before.
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    expect(await payByCard(page.checkoutUrl)).toBeNull();
    expect(await openPayment(shop, link, shown)).toEqual({ ok: false, reason: 'other-amount' });
    expect(await orderToPay(shop, link)).toMatchObject({ total: total - price });
    const { order, state } = await read(id);
    expect([state, dueNow(order), order.surplus]).toEqual(['agreed', total - price, 0]);
    expect(await openIncidents(shop)).toEqual([]);
    expect(await opened.undo(id)).toBe(true);
    expect(dueNow((await read(id)).order)).toBe(total);

    // A deposit that is more than what is left.
    const cake = total - price;
    const other = await opened.agree(price + 100);
    expect(await takeOff(shop, await form(other.id, 0))).toBe('taken-off');
    expect((await read(other.id)).order).toMatchObject({ deposit: null, total: price });
    expect(await opened.undo(other.id)).toBe(true);
    const again = (await read(other.id)).order;
    expect([again.deposit, dueNow(again)]).toEqual([price + 100, price + 100]);
    // Once it is paid, it pays for all, and the rest of it comes back.
    const deposit = await openPayment(shop, other.link);
    if (!deposit.ok) throw new Error(deposit.reason);
    await payByCard(deposit.checkoutUrl);
    await signalPayment(shop, deposit.checkoutUrl);
    expect(await takeOff(shop, await form(other.id, 0))).toBe('taken-off');
    const paid = await read(other.id);
    expect(['funded', 'paid']).toContain(paid.state);
    expect([toGiveBack(paid.order), dueNow(paid.order)]).toEqual([100, 0]);
    // What is added later is paid in full, whatever is still to be given back.
    const [line] = (await opened.visitor.phoneRequestFor(CAKE)).items;
    const day = paid.items[0]?.day ?? todayAt(shop);
    const items = line ? [{ ...line, day }] : [];
    const addition = { id: randomUUID(), orderId: other.id, day, items, by: BY };
    expect(await addByStaff(shop, addition, false)).toMatchObject({ ok: true });
    expect(dueNow((await read(other.id)).order)).toBe(cake);

    // While a bank pays, nobody knows.
    const slow = await opened.agree();
    const bank = await openPayment(shop, slow.link);
    if (!bank.ok) throw new Error(bank.reason);
    await stripe.payByBank(bank.checkoutUrl);
    expect(await takeOff(shop, await form(slow.id, 1))).toBe('processing');
    await stripe.bankAnswers(bank.checkoutUrl, 'succeeded');
    expect(await takeOff(shop, await form(slow.id, 1))).toBe('paid');
    expect(await takeOff(shop, await form(slow.id, 1))).toBe('taken-off');
    expect(toGiveBack((await read(slow.id)).order)).toBe(price);
  });

  test('a rest of less than Stripe takes opens no card page, and is paid at the counter', async () => {
    const opened = await open(await stocked());
    const { shop, read, form } = opened;
    const [cake] = (await opened.visitor.phoneRequestFor(CAKE)).items;
    const { id, link } = await opened.agree((cake?.price ?? 0) - 20);
    const deposit = await openPayment(shop, link);
    if (!deposit.ok) throw new Error(deposit.reason);
    await payByCard(deposit.checkoutUrl);
    await signalPayment(shop, deposit.checkoutUrl);
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    expect(dueNow((await read(id)).order)).toBe(20);
    expect(await openPayment(shop, link)).toEqual({ ok: false, reason: 'too-little' });
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
  });

  test('ends what its customer was adding, and late money for what is gone is an incident', async () => {
    const opened = await open(await stocked());
    const { shop, read, form, candles, visitor, stripe, incidents } = opened;
    const { id, token, day } = await opened.buy();
    const { items } = await visitor.requestFor(candles);
    const asked = {
      id: randomUUID(),
      day,
      items: items.map(({ day: _, time: __, ...item }) => item),
      options: [],
    };
    const page = await addByCustomer(shop, token, asked);
    if (!page.ok || !page.checkoutUrl) throw new Error('No card page.');
    expect(await takeOff(shop, await form(id, 0))).toBe('taken-off');
    expect(await stripe.openSessions()).toEqual([]);
    expect(await payByCard(page.checkoutUrl)).toBeNull();
    expect((await read(id)).items).toHaveLength(2);
    expect(await incidents()).toEqual(['to-give-back']);

    // Money that has come all the same, for an option of what is gone.
    const option = { groupId: 'topping', choiceId: 'gold', group: 'Topping', name: 'gold' };
    const line = {
      position: 0,
      options: [{ ...option, price: 400, api: 'price_1' }],
      units: 0,
      allergens: [],
    };
    const { total } = await read(id);
    const charge = sampleCharge({ id: 'cs_late', amount: 400, at: shop.clock.now() });
    await fundAddition(shop, id, { id: randomUUID(), position: 1, lines: [line] }, charge);
    expect(await read(id)).toMatchObject({ total: total + 400 });
    expect((await incidents()).sort()).toEqual(['late-payment', 'to-give-back']);
  });

  test('is refused for the last item, a day that is ticked off or over, and what has changed', async () => {
    const opened = await open(await stocked());
    const { shop, read, form, pass } = opened;
    const { id, day } = await opened.buy();
    const other = await opened.buy();
    const nobodys = { ...(await form(id, 0)), orderId: randomUUID() };
    expect(await takeOff(shop, nobodys)).toBe('unknown');
    expect(await takeOff(shop, await form(id, 0, 1, 2))).toBe('last');
    expect(await takeOff(shop, await form(id, 7))).toBe('changed');
    expect(await takeOff(shop, await form(id))).toBe('changed');
    const tick = { orderId: id, day, by: BY } as const;
    await setFulfilment(shop, { ...tick, from: 'to-make', fulfilment: 'ready' });
    expect(await takeOff(shop, await form(id, 1))).toBe('ticked-off');
    await setFulfilment(shop, { ...tick, from: 'ready', fulfilment: 'to-make' });

    // On its day the terms keep the price: the owner decides.
    while (todayAt(shop) < day) pass(HOUR);
    expect(await takeOff(shop, await form(id, 1))).toBe('taken-off');
    expect(toGiveBack((await read(id)).order)).toBe(0);
    expect(await openIncidents(shop)).toEqual([]);
    expect(await offeredRefund(shop, id)).toMatchObject({ promised: 0 });
    while (todayAt(shop) <= other.day) pass(HOUR);
    expect(await takeOff(shop, await form(other.id, 1))).toBe('past');
    expect(await cancelOrder(shop, { orderId: other.id, by: BY })).toBe('cancelled');
    expect(await takeOff(shop, await form(other.id, 1))).toBe('unknown');
  });

  test('leaves the positions of the others, which words, moves and additions name', async () => {
    const opened = await open(await stocked());
    const { shop, read, form, visitor } = opened;
    const { id, day } = await opened.buy();
    const [line] = (await visitor.phoneRequestFor(CAKE)).items;
    const add = () =>
      addByStaff(
        shop,
        { id: randomUUID(), orderId: id, day, items: line ? [{ ...line, day }] : [], by: BY },
        false,
      );
    const positions = async () =>
      withPositions((await read(id)).items).map((each) => each.position);
    expect(await add()).toMatchObject({ ok: true });
    expect(await takeOff(shop, await form(id, 1, 3))).toBe('taken-off');
    expect(await positions()).toEqual([0, 2]);
    // A new item is none of the old ones.
    expect(await add()).toMatchObject({ ok: true });
    expect(await positions()).toEqual([0, 2, 4]);
    const version = versionOf((await read(id)).trail);
    const words = { orderId: id, position: 4, to: 'Hello', version, by: BY };
    expect(await changeText(shop, words)).toBe('changed');
    expect((await read(id)).items.map(({ message }) => message)).toEqual(['', '', 'Hello']);
    const to = addDays(day, 7);
    const move = { orderId: id, from: day, to, positions: [4], by: BY };
    expect(await moveOrder(shop, move, true)).toMatchObject({ ok: true });
    expect((await read(id)).items.map((item) => item.day)).toEqual([day, day, to]);
    expect(await opened.undo(id, 'moved')).toBe(true);
    expect((await read(id)).items.map((item) => item.day)).toEqual([day, day, day]);
    expect(await opened.undo(id, 'text-changed')).toBe(true);
    expect((await read(id)).items.map(({ message }) => message)).toEqual(['', '', '']);
    // With its move, and all of a day.
    expect(await moveOrder(shop, move, true)).toMatchObject({ ok: true });
    const moved = (await read(id)).order;
    expect(await takeOff(shop, await form(id, 4))).toBe('taken-off');
    expect(await listCollections(shop, { from: to, to })).toEqual([]);
    expect(await opened.undo(id)).toBe(true);
    expect((await read(id)).order).toEqual(moved);
    // Nothing is left of the day, so nobody is reminded of it.
    expect(await takeOff(shop, await form(id, 4))).toBe('taken-off');
    await opened.place.run(`update emails set not_before = ''`);
    await opened.emails();
    const dropped = (await read(id)).trail.flatMap(({ kind, facts }) =>
      kind === 'email-dropped' ? [facts] : [],
    );
    expect(dropped).toContainEqual({ email: `reminder ${to}`, reason: 'taken off' });
  });
});
