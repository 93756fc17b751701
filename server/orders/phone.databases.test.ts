import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { versionOf } from '#domain/book/trail.ts';
import { addDays } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import type { Allergen } from '#domain/catalogue/catalogue.ts';
import { writeCsv } from '#domain/csv.ts';
import { monthTable } from '#domain/ledger/month.ts';
import { CUSTOMER_FIELDS } from '#domain/orders/customer-details.ts';
import { isToPay } from '#domain/orders/order.ts';
import { calendarVersion, pauseOrders, setWeekCapacity } from '#server/content/calendar.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { resendEmail } from '#server/emails/resend.ts';
import { bookedOrder, handedOverUnpaid, listCollections } from '#server/orders/book.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { customer } from '#test/customer.ts';
import { catalogueOf, changePrice, editCake, findCake } from '#test/edit-cake.ts';
import { readInbox } from '#test/inbox.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { cardPageOf, readBooked } from '#test/order-shop.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { queryDatabase } from '#test/query-database.ts';
import { openTestShop, runningClock } from '#test/test-shop.ts';
import { payAtCounter, takeBackCounterRefund, unpayAtCounter } from './at-counter.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { confirmOrder } from './checkout.ts';
import { changedAllergens } from './current-allergens.ts';
import { anonymiseCustomer } from './customer-records.ts';
import { dayLoads } from './days.ts';
import { closeIncident, openIncidents } from './incidents.ts';
import { monthReport } from './ledger.ts';
import { moveOrder } from './move.ts';
import { makePayLink, openPayment, orderToPay } from './pay-link.ts';
import { PhoneOrderRequest, takePhoneOrder } from './phone.ts';
import { reconcile } from './reconcile.ts';
import { recoverOrders } from './recover.ts';
import { refundOrder } from './refund.ts';

const DAY_SECONDS = 24 * 60 * 60;
const BY = 'anna';
const UNPAID = { by: BY, evenIfClosed: false, isPaid: false };
const Sessions = z.object({ data: z.array(z.object({ id: z.string(), url: z.string() })) });
const CAKE = 'berry-drip-cake';

test('an order on the phone asks about an address that cannot work', () => {
  const { email } = PhoneOrderRequest.shape;
  const { max } = CUSTOMER_FIELDS.email;
  for (const typed of ['zoe@gmial', 'käse@example.org', `${'z'.repeat(max)}@example.org`]) {
    const problems = email.safeParse(typed).error?.issues.map(({ message }) => message);
    expect(new Set(problems)).toEqual(
      new Set(['This address cannot work. Is there a slip in it?']),
    );
  }
  for (const fine of ['', 'zoe@bäckerei.example']) expect(email.parse(fine)).toBe(fine);
});

describe.each(bothDatabases)('an order on the phone on $name', ({ stocked }) => {
  async function open(place: TestDatabase, servers = 1) {
    const { clock, pass } = runningClock();
    const testShop = await openTestShop({ where: place.where, servers, jobs: false, clock });
    const { shop, stripe, mail } = testShop;
    const visitor = customer(testShop);
    const request = async (changes: Partial<PhoneOrderRequest> = {}) => ({
      id: randomUUID(),
      ...(await visitor.phoneRequestFor(CAKE)),
      ...changes,
    });
    /** @returns the id of an order that is not paid, and the token of its link. */
    const agree = async (changes: Partial<PhoneOrderRequest> = {}) => {
      const result = await takePhoneOrder(shop, await request(changes), UNPAID);
      if (!result.ok) throw new Error(`Not taken: ${result.reason}.`);
      return { id: result.id, token: (await makePayLink(shop, result.id, { by: BY })) ?? '' };
    };
    const openSessions = async () => {
      const headers = { Authorization: 'Bearer sk_test_practice' };
      const answer = await fetch(`${stripe}/v1/checkout/sessions?status=open`, { headers });
      return Sessions.parse(await answer.json()).data;
    };
    const emails = async () => {
      await deliverEmails(shop);
      return (await readInbox(mail)).filter(({ to_email }) => to_email);
    };
    return { ...testShop, visitor, request, agree, openSessions, emails, pass };
  }

  /** Makes e-mails due that wait for Undo. */
  const endUndo = (place: TestDatabase) => place.run(`update emails set not_before = ''`);

  const versionNow = async (shop: Shop, id: string) =>
    versionOf((await readBooked(shop, id)).trail);
  /** The form of a refund, as its screen is now. */
  const refundForm = async (shop: Shop, orderId: string) => {
    const version = await versionNow(shop, orderId);
    return { id: randomUUID(), orderId, amount: 1050, version, by: BY };
  };

  test('is not paid by its link while its cake has other allergens than were agreed', async () => {
    const place = await stocked();
    const { shop, agree, openSessions } = await open(place);
    const { id, token } = await agree();
    expect(await cardPageOf(shop, token)).toMatch(/^http/);
    const items = (await bookedOrder(shop, id))?.order?.items ?? [];
    expect(await changedAllergens(shop, items)).toEqual([]);
    const before = (await catalogueOf(shop)).entry(CAKE)?.cake.allergens ?? [];
    const change = (allergens: Allergen[]) =>
      editCake(shop, CAKE, (content) => ({ ...content, allergens }));
    await change(['Nuts']);
    const changed = [{ title: 'Berry Drip Cake 6 in', allergens: ['Nuts'], mayContain: [] }];
    expect(await openPayment(shop, token)).toEqual({ ok: false, reason: 'changed', changed });
    // For the owner's screen, before the link is sent.
    expect(await changedAllergens(shop, items)).toEqual(changed);
    expect(await openSessions()).toEqual([]);
    await change(before);
    expect(await cardPageOf(shop, token)).toMatch(/^http/);
  });

  test('is in the book before it is paid, by its link after three days and for the agreed price', async () => {
    const place = await stocked();
    const { shop, agree, openSessions, pass } = await open(place);
    const { id, token } = await agree();
    const { state, total, days } = await readBooked(shop, id);
    expect(state).toBe('agreed');
    const [day] = days.map((each) => each.day);
    if (!day) throw new Error('It has no day.');
    const ofDay = async () =>
      (await listCollections(shop, { from: day, to: day })).map((each) => [
        each.orderId,
        each.state,
      ]);
    expect(await ofDay()).toEqual([[id, 'agreed']]);
    const unpaid = async () =>
      (await findOrders(shop, { show: 'unpaid' })).orders.map((each) => each.id);
    expect(await unpaid()).toEqual([id]);
    expect((await findOrders(shop, { show: 'to-make' })).orders.map((each) => each.id)).toEqual([
      id,
    ]);
    const tick = { orderId: id, day, by: BY } as const;
    expect(await setFulfilment(shop, { ...tick, from: 'to-make', fulfilment: 'ready' })).toBe(
      'changed',
    );
    expect(await setFulfilment(shop, { ...tick, from: 'ready', fulfilment: 'to-make' })).toBe(
      'changed',
    );

    // Scanners open links: nothing changes, and nothing is opened at Stripe.
    const before = await place.dump();
    for (const typed of [token, token, token.toUpperCase()]) {
      expect(await orderToPay(shop, typed)).toMatchObject({ id, total, state: 'placed' });
    }
    for (const guess of ['', 'x', token.slice(1), `${token}0`, '0'.repeat(26), `%${token}`]) {
      expect(await orderToPay(shop, guess)).toBeUndefined();
      expect(await openPayment(shop, guess)).toEqual({ ok: false, reason: 'unknown' });
    }
    expect(await place.dump()).toBe(before);
    expect(before).not.toContain(token);
    expect(await openSessions()).toEqual([]);

    const first = await cardPageOf(shop, token);
    expect(await cardPageOf(shop, token)).toBe(first);
    expect(await openSessions()).toMatchObject([{ url: first }]);

    pass(3 * DAY_SECONDS);
    const size = (await findCake(shop, CAKE))?.sizes[0];
    await changePrice(shop, { cake: CAKE, size: size?.size ?? '', price: total + 500 });
    const second = await cardPageOf(shop, token);
    expect(second).not.toBe(first);
    expect(await payByCard(first)).toBeNull();
    expect(await openSessions()).toMatchObject([{ url: second }]);
    expect(await payByCard(second)).toContain(`/thank-you-page/${id}`);
    expect(await confirmOrder(shop, id)).toMatchObject({ order: { id, state: 'funded', total } });

    expect(await openPayment(shop, token)).toEqual({ ok: false, reason: 'paid' });
    expect(await orderToPay(shop, token)).toMatchObject({ state: 'funded' });
    expect(await payAtCounter(shop, id, BY)).toBe('unchanged');
    expect(await unpaid()).toEqual([]);
    expect(await ofDay()).toEqual([[id, 'funded']]);
    expect((await monthReport(shop)).total).toMatchObject({ taken: total, cash: 0, payments: 1 });
    expect((await readBooked(shop, id)).trail.map(({ kind }) => kind)).toEqual([
      'agreed',
      'pay-link-made',
      'fulfilment',
      'fulfilment',
      'checkout-opened',
      'expired',
      'checkout-opened',
      'funded',
    ]);
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('has one checkout however many open it at the same moment, on two servers', async () => {
    const { shops, agree, openSessions, pass, shop } = await open(await stocked(), 2);
    const { token } = await agree();
    for (let round = 0; round < 3; round += 1) {
      const urls = await Promise.all(
        Array.from({ length: 6 }, (_, n) => cardPageOf(shops[n % 2] ?? shop, token)),
      );
      expect(new Set(urls).size).toBe(1);
      expect(await openSessions()).toMatchObject([{ url: urls[0] }]);
      // Overdue at Stripe.
      pass(2 * 60 * 60);
    }
  });

  test('is paid by card or at the counter, never both', async () => {
    const { shops, shop, agree, openSessions } = await open(await stocked(), 2);
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await agree();
      if (round % 2 === 0) await cardPageOf(shop, token);
      const [atCounter, url] = await Promise.all([
        payAtCounter(shops[0] ?? shop, id, BY),
        cardPageOf(shops[1] ?? shop, token),
      ]);
      const isPaid = (await readBooked(shop, id)).state === 'paid';
      expect([round, isPaid]).toEqual([round, atCounter === 'paid']);
      if (isPaid) {
        expect(await openSessions()).toEqual([]);
        if (url.startsWith('http')) expect(await payByCard(url)).toBeNull();
      } else expect(await payAtCounter(shop, id, BY)).toBe('paid');
    }
    const { total } = await monthReport(shop);
    expect([total.taken, total.payments]).toEqual([0, 6]);
  });

  test('is paid at the counter, which is in the month’s money and can be taken back', async () => {
    const { shop, agree, openSessions } = await open(await stocked());
    const { id, token } = await agree();
    const { total, number } = await readBooked(shop, id);
    const url = await cardPageOf(shop, token);
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
    expect(await payAtCounter(shop, id, BY)).toBe('unchanged');
    expect(await openSessions()).toEqual([]);
    expect(await payByCard(url)).toBeNull();
    expect(await openPayment(shop, token)).toEqual({ ok: false, reason: 'paid' });
    const sums = async () => (await monthReport(shop)).total;
    expect(await sums()).toMatchObject({ cash: total, kept: total, taken: 0, payments: 1 });
    const csv = async () => writeCsv(monthTable(await monthReport(shop), () => '12:00'));
    expect(await csv()).toContain(`,Paid at the counter,${number},${total / 100}.00,`);

    expect(await unpayAtCounter(shop, id, BY)).toBe(true);
    expect(await unpayAtCounter(shop, id, BY)).toBe(false);
    expect((await readBooked(shop, id)).state).toBe('agreed');
    expect(await sums()).toMatchObject({ cash: 0, kept: 0, payments: 0 });
    expect(await csv()).toContain(`,Entered by mistake,${number},-${total / 100}.00,`);

    // It can be paid again, in either way.
    expect(await payByCard(await cardPageOf(shop, token))).not.toBeNull();
    expect(await payAtCounter(shop, id, BY)).toBe('unchanged');
    expect(await sums()).toMatchObject({ cash: 0, taken: total, kept: total, payments: 1 });
    expect(await unpayAtCounter(shop, id, BY)).toBe(false);
  });

  test('has what is given back at the counter in its history, the month and an e-mail', async () => {
    const place = await stocked();
    const { shop, shops, agree, emails } = await open(place, 2);
    const { id } = await agree({ email: 'grace@example.org' });
    const { total, number } = await readBooked(shop, id);
    expect(await offeredRefund(shop, id)).toBeUndefined();
    await payAtCounter(shop, id, BY);
    expect(await offeredRefund(shop, id)).toMatchObject({
      payments: [{ isAtCounter: true }],
      most: total,
    });
    const given = await refundForm(shop, id);
    // The form is sent twice, and another one from a stale screen.
    const results = await Promise.all(shops.map((each) => refundOrder(each, given)));
    expect(results).toEqual(Array(2).fill({ ok: true, is: 'given' }));
    const later = { ...given, id: randomUUID() };
    expect(await refundOrder(shop, later)).toEqual({ ok: false, reason: 'stale' });
    const tooMuch = { ...later, version: await versionNow(shop, id), amount: total - 1049 };
    expect(await refundOrder(shop, tooMuch)).toEqual({ ok: false, reason: 'too-much' });

    expect(await readBooked(shop, id)).toMatchObject({ refunded: 1050, state: 'paid' });
    const month = await monthReport(shop);
    expect(month.total).toMatchObject({ cash: total, refunded: 1050, kept: total - 1050 });
    expect(month.unreadable).toEqual([]);
    expect(writeCsv(monthTable(month, () => '12:00'))).toContain(
      `,Given back at the counter,${number},-10.50,`,
    );
    await endUndo(place);
    expect(JSON.stringify(await emails())).toContain('We have given £10.50 back to you.');
    // It was no mistake.
    expect(await unpayAtCounter(shop, id, BY)).toBe(false);

    const rest = { ...tooMuch, amount: total - 1050, cancels: true };
    expect(await refundOrder(shop, rest)).toMatchObject({ ok: true });
    expect((await readBooked(shop, id)).cancelledAt).not.toBeNull();
    expect(await refundOrder(shop, rest)).toMatchObject({ ok: true });
    expect(await offeredRefund(shop, id)).toMatchObject({ most: 0 });
    expect((await monthReport(shop)).total).toMatchObject({ kept: 0, vat: 0 });
  });

  test('keeps the money that was never given back at the counter', async () => {
    const place = await stocked();
    const { shop, shops, agree, emails } = await open(place, 2);
    const { id } = await agree({ email: 'grace@example.org' });
    const { total, number } = await readBooked(shop, id);
    await payAtCounter(shop, id, BY);
    const given = await refundForm(shop, id);
    await refundOrder(shop, given);
    const [reversal] = (await readBooked(shop, id)).order?.reversals ?? [];
    const mistake = { orderId: id, reversalId: reversal?.id ?? '', by: BY };
    const results = await Promise.all(shops.map((each) => takeBackCounterRefund(each, mistake)));
    expect(results.sort()).toEqual(['taken-back', 'unchanged']);

    expect(await readBooked(shop, id)).toMatchObject({ refunded: 0, state: 'paid' });
    expect(await offeredRefund(shop, id)).toMatchObject({ most: total });
    const month = await monthReport(shop);
    expect(month.total).toMatchObject({ cash: total, refunded: 0, kept: total });
    expect(writeCsv(monthTable(month, () => '12:00'))).toContain(
      `,Not given back after all,${number},10.50,`,
    );
    await endUndo(place);
    expect(JSON.stringify(await emails())).not.toContain('back to you');
    // The payment can be a mistake as well.
    expect(await unpayAtCounter(shop, id, BY)).toBe(true);
    expect((await monthReport(shop)).total).toMatchObject({ cash: 0, kept: 0 });
    await payAtCounter(shop, id, BY);
    // The form that was sent by mistake gives nothing back when it is sent again.
    expect(await refundOrder(shop, given)).toEqual({ ok: false, reason: 'stale' });
    expect(await refundOrder(shop, await refundForm(shop, id))).toMatchObject({ ok: true });
  });

  test('has no refund by card taken back', async () => {
    const { shop, visitor, agree } = await open(await stocked());
    const { id, token } = await agree();
    await payByCard(await cardPageOf(shop, token));
    await visitor.confirm(id);
    await refundOrder(shop, await refundForm(shop, id));
    const [refund] = (await readBooked(shop, id)).order?.reversals ?? [];
    const mistake = { orderId: id, reversalId: refund?.id ?? '', by: BY };
    expect(await takeBackCounterRefund(shop, mistake)).toBe('unknown');
    expect(await readBooked(shop, id)).toMatchObject({ refunded: 1050 });
  });

  test('is made once, however often its form is sent', async () => {
    const { shop, shops, request } = await open(await stocked(), 2);
    const form = await request();
    const already = { ...UNPAID, isPaid: true };
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, n) => takePhoneOrder(shops[n % 2] ?? shop, form, already)),
    );
    expect(results).toEqual(Array(4).fill({ ok: true, id: form.id }));
    expect((await findOrders(shop, {})).orders).toMatchObject([{ id: form.id, state: 'paid' }]);
    const { total } = await readBooked(shop, form.id);
    expect((await monthReport(shop)).total).toMatchObject({ cash: total, payments: 1 });
    const other = await takePhoneOrder(shop, { ...form, name: 'Grace' }, UNPAID);
    expect(other).toEqual({ ok: false, reason: 'other-content' });
    expect((await findOrders(shop, {})).orders).toHaveLength(1);
  });

  test('is judged by the shop’s rules, but the owner may choose a closed day', async () => {
    const { shop, visitor, request } = await open(await stocked());
    const form = await request();
    const [item] = (await visitor.phoneRequestFor(CAKE)).items;
    if (!item) throw new Error('It has no item.');
    const take = (changes: Partial<typeof item>, evenIfClosed = false) =>
      takePhoneOrder(
        shop,
        { ...form, id: randomUUID(), items: [{ ...item, ...changes }] },
        { ...UNPAID, evenIfClosed },
      );
    const kindsOf = (result: Awaited<ReturnType<typeof take>>) =>
      !result.ok && result.reason === 'changed'
        ? result.differences.map(({ kind }) => kind)
        : result;
    const today = todayAt(shop);
    expect(kindsOf(await take({ day: today }))).toEqual(['day']);
    expect(await take({ day: today }, true)).toMatchObject({ ok: true });
    for (const day of [addDays(today, -1), addDays(today, 800)]) {
      expect(kindsOf(await take({ day }, true))).toEqual(['day']);
    }
    expect(kindsOf(await take({ allergens: [] }))).toEqual(['allergens']);
    expect(kindsOf(await take({ api: 'price_of_another_cake' }))).toEqual(['price']);
    expect(kindsOf(await take({ cakeId: 'no-such-cake' }))).toEqual(['gone']);
    expect((await findOrders(shop, {})).orders).toHaveLength(1);
  });

  test('is e-mailed with a link to pay, unless there is no address or nothing to pay', async () => {
    const { shop, agree, emails, origin } = await open(await stocked());
    await agree();
    expect(await emails()).toEqual([]);
    const { id } = await agree({ email: 'ada@example.org' });
    const { number } = await readBooked(shop, id);
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({ to_email: 'ada@example.org' });
    expect(email?.subject).toContain(number);
    const [, token = ''] = new RegExp(`${origin}/pay/([0-9a-z]+)`).exec(email?.html ?? '') ?? [];
    expect(await orderToPay(shop, token)).toMatchObject({ id });

    expect(await resendEmail(shop, { orderId: id, to: 'customer', by: BY })).toBe('just-sent');
    expect(await payByCard(await cardPageOf(shop, token))).not.toBeNull();
    await confirmOrder(shop, id);
    expect((await emails()).map(({ subject }) => subject)).toHaveLength(2);
    expect(
      (await readBooked(shop, id)).emails.map(({ kind }) => kind.split(' ')[0]).sort(),
    ).toEqual(['agreed', 'cafe', 'confirmation', 'reminder']);
  });

  test('paid at the counter before its e-mail goes out, is confirmed; to pay all the same, it is asked for', async () => {
    const place = await stocked();
    const { shop, agree, request, emails } = await open(place);
    const take = async (email: string) => {
      const form = await request({ email });
      await takePhoneOrder(shop, form, { ...UNPAID, isPaid: true });
      return form.id;
    };
    const textsTo = async (email: string) => {
      await place.run(`update emails set not_before = '' where kind in ('agreed', 'confirmation')`);
      const sent = (await emails()).filter(({ to_email }) => to_email === email);
      return sent.map(({ text = '' }) => text);
    };
    const PAID = [expect.stringMatching(/We have your order and your payment.*Paid: £[1-9]/s)];
    const TO_PAY = [expect.stringMatching(/TO PAY\n.*\/pay\//s)];
    await take('ada@example.org');
    expect(await textsTo('ada@example.org')).toEqual(PAID);
    const { id } = await agree({ email: 'grace@example.org' });
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
    expect(await textsTo('grace@example.org')).toEqual(PAID);

    // Entered by mistake.
    expect(await unpayAtCounter(shop, await take('zoe@example.org'), BY)).toBe(true);
    expect(await textsTo('zoe@example.org')).toEqual(TO_PAY);
  });

  test('paid at the counter, gets its confirmation when staff send the e-mail again; the cafe gets none', async () => {
    const { shop, agree, emails } = await open(await stocked());
    const { id } = await agree({ email: 'ada@example.org' });
    expect(await emails()).toHaveLength(1);
    await payAtCounter(shop, id, BY);
    expect(await resendEmail(shop, { orderId: id, to: 'customer', by: BY })).toBe('requeued');
    expect(await resendEmail(shop, { orderId: id, to: 'customer', by: BY })).toBe('just-sent');
    const all = await emails();
    expect(all).toHaveLength(2);
    expect(all.some(({ html }) => html?.includes('We have your order and your payment'))).toBe(
      true,
    );
    expect((await readBooked(shop, id)).trail.map(({ kind }) => kind)).toContain('resent');
    expect(await resendEmail(shop, { orderId: id, to: 'cafe', by: BY })).toBe('no-email');
  });

  test('is moved, and forgotten with its links once its day has passed', async () => {
    const place = await stocked();
    const { shop, agree, pass } = await open(place);
    const { id, token } = await agree({ email: 'ada@example.org' });
    const [{ day } = { day: todayAt(shop) }] = (await readBooked(shop, id)).days;
    const move = { orderId: id, from: day, to: addDays(day, 7), by: BY };
    expect(await moveOrder(shop, move, true)).toEqual({ ok: true, isChanged: true });
    const forget = () => anonymiseCustomer(shop, [id]);
    expect(await forget()).toMatchObject({ kept: [{ id, why: 'to-be-collected' }] });
    expect(await orderToPay(shop, token)).toBeDefined();

    pass(60 * DAY_SECONDS);
    expect(await forget()).toMatchObject({ anonymised: 1, kept: [] });
    expect(await orderToPay(shop, token)).toBeUndefined();
    expect(await makePayLink(shop, id, { by: BY })).toBeUndefined();
    expect((await readBooked(shop, id)).name).toBe('');
    expect(await place.dump()).not.toContain('ada@example.org');
  });

  test('keeps its room of the day with a checkout or without, and takes a full day if the owner wants', async () => {
    const place = await stocked();
    const { shop, request, agree, pass } = await open(place);
    await setWeekCapacity(shop, Array(7).fill('100'), { by: BY, version: 0 });
    const units = async () => {
      const loads = await dayLoads(shop, todayAt(shop), addDays(todayAt(shop), MAX_DAYS_AHEAD));
      return [...loads.values()].reduce((sum, load) => sum + load.units, 0);
    };
    // For one day, also if midnight passes.
    const { items } = await request();
    const { id, token } = await agree({ items });
    const one = await units();
    expect(one).toBeGreaterThan(0);
    await cardPageOf(shop, token);
    // The checkout ends, the order does not.
    pass(2 * 60 * 60);
    await cardPageOf(shop, token);
    expect(await units()).toBe(one);

    const since = await calendarVersion(shop);
    await setWeekCapacity(shop, Array(7).fill(String(one)), { by: BY, version: since });
    const form = await request({ items });
    expect(await takePhoneOrder(shop, form, UNPAID)).toMatchObject({
      reason: 'changed',
      differences: [{ kind: 'day', left: 0 }],
    });
    const anyway = { ...UNPAID, evenIfClosed: true };
    expect(await takePhoneOrder(shop, form, anyway)).toMatchObject({ ok: true });
    expect((await readBooked(shop, form.id)).trail.map(({ kind }) => kind)).toContain('overbooked');
    expect(await units()).toBe(2 * one);
    await cancelOrder(shop, { orderId: id, by: BY });
    expect(await units()).toBe(one);
    expect(
      await payByCard(await cardPageOf(shop, (await makePayLink(shop, form.id, { by: BY })) ?? '')),
    ).not.toBeNull();
    expect(await confirmOrder(shop, form.id)).toMatchObject({ order: { state: 'funded' } });
    expect(await units()).toBe(one);
  });

  test('is shown again for each checkout that Stripe does not know', async () => {
    const { shop, stripe, agree, pass } = await open(await stocked());
    const { forgetAll } = practiceStripe(stripe);
    const { id, token } = await agree();
    for (let checkout = 1; checkout <= 2; checkout += 1) {
      await cardPageOf(shop, token);
      await forgetAll();
      await reconcile(shop, 0);
      const [incident, ...more] = await openIncidents(shop);
      expect(incident).toMatchObject({ kind: 'payment-unsettled', orderId: id });
      expect(more).toEqual([]);
      await closeIncident(shop.db, incident?.key ?? '');
      // It has ended for good, which the link notices.
      pass(26 * 60 * 60);
    }
  });

  test('has few pay links, of which the last works, if its e-mail fails again and again', async () => {
    const place = await stocked();
    const { shop, visitor, agree, emails } = await open(place);
    await agree({ email: 'ada@example.org' });
    const links = async () => (await queryDatabase(place.where, 'select * from pay_links')).length;
    const before = await links();
    const tryAgain = async () => {
      await place.run("update emails set next_attempt_at = '' where kind = 'agreed'");
      return emails();
    };
    await visitor.setPractice('mail', { sending: '403' });
    for (let attempt = 0; attempt < 12; attempt += 1) await tryAgain();
    expect(await links()).toBe(before + 8);
    await visitor.setPractice('mail', { sending: 'works' });
    const [email] = await tryAgain();
    const token = /\/pay\/(\w+)/.exec(JSON.stringify(email))?.[1] ?? '';
    expect(await cardPageOf(shop, token)).toMatch(/^http/);
  });

  test('is cancelled, and cannot be paid any more', async () => {
    const { shop, agree, openSessions } = await open(await stocked());
    const { id, token } = await agree({ email: 'ada@example.org' });
    const url = await cardPageOf(shop, token);
    expect(await cancelOrder(shop, { orderId: id, by: BY })).toBe('cancelled');
    expect(await openSessions()).toEqual([]);
    expect(await payByCard(url)).toBeNull();
    expect(await openPayment(shop, token)).toEqual({ ok: false, reason: 'ended' });
    expect(await orderToPay(shop, token)).toMatchObject({ cancelled: true });
    expect(await payAtCounter(shop, id, BY)).toBe('unknown');
    const { from, to } = { from: todayAt(shop), to: addDays(todayAt(shop), 30) };
    expect(await listCollections(shop, { from, to })).toEqual([]);

    expect(await uncancelOrder(shop, { orderId: id, by: BY })).toBe('uncancelled');
    expect(await listCollections(shop, { from, to })).toHaveLength(1);
    expect(await payByCard(await cardPageOf(shop, token))).not.toBeNull();
  });

  test('that a bank is paying is not to pay, until the bank refuses', async () => {
    const { shop, stripe, agree, pass } = await open(await stocked());
    const { payByBank, bankAnswers } = practiceStripe(stripe);
    const { id, token } = await agree();
    const url = await cardPageOf(shop, token);
    await payByBank(url);
    await confirmOrder(shop, id);
    const [{ day } = { day: todayAt(shop) }] = (await readBooked(shop, id)).days;
    const ofDay = async () => (await listCollections(shop, { from: day, to: day })).map(isToPay);
    expect(await ofDay()).toEqual([false]);
    expect(await payAtCounter(shop, id, BY)).toBe('processing');
    expect(await cancelOrder(shop, { orderId: id, by: BY })).toBe('processing');
    await setFulfilment(shop, {
      orderId: id,
      day,
      by: BY,
      from: 'to-make',
      fulfilment: 'collected',
    });
    pass(DAY_SECONDS * 7);
    expect(await handedOverUnpaid(shop)).toEqual([]);

    await bankAnswers(url, 'failed');
    await confirmOrder(shop, id);
    expect(await ofDay()).toEqual([true]);
    expect(await handedOverUnpaid(shop)).toMatchObject([{ orderId: id }]);
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
  });

  test('whose bank refuses is to pay again, as its customer is e-mailed unless they have begun to', async () => {
    const { shop, stripe, agree, emails } = await open(await stocked());
    const { payByBank, bankAnswers } = practiceStripe(stripe);
    async function refuse(email: string) {
      const { id, token } = await agree({ email });
      await emails();
      const url = await cardPageOf(shop, token);
      await payByBank(url);
      await confirmOrder(shop, id);
      await bankAnswers(url, 'failed');
      await confirmOrder(shop, id);
      return token;
    }
    const toldTo = async (email: string) =>
      (await emails()).filter(
        ({ to_email, subject }) => to_email === email && subject?.startsWith('Not paid'),
      );
    await refuse('ada@example.org');
    const [email, ...more] = await toldTo('ada@example.org');
    expect(more).toEqual([]);
    expect(email?.text).toContain('Your order stays as it is, and is still to pay.');
    const [, link = ''] = /\/pay\/(\w+)/.exec(email?.text ?? '') ?? [];
    expect(await cardPageOf(shop, link)).toMatch(/^http/);

    const token = await refuse('grace@example.org');
    expect(await cardPageOf(shop, token)).toMatch(/^http/);
    expect(await toldTo('grace@example.org')).toEqual([]);
  });

  test('that turns out to be paid is not cancelled before somebody has seen that', async () => {
    const { shop, agree, visitor } = await open(await stocked());
    const { id, token } = await agree();
    // The webhook may arrive before the cancellation.
    await visitor.setPractice('stripe', { webhooks: 'never' });
    await payByCard(await cardPageOf(shop, token));
    const cancellation = { orderId: id, by: BY };
    expect(await cancelOrder(shop, cancellation)).toBe('paid');
    expect(await readBooked(shop, id)).toMatchObject({ state: 'funded', cancelledAt: null });
    expect(await cancelOrder(shop, cancellation)).toBe('cancelled');

    // The webhook has arrived while the screen to cancel, which showed no payment, was open.
    for (const pay of ['by card', 'at the counter'] as const) {
      const other = await agree();
      const version = await versionNow(shop, other.id);
      if (pay === 'by card') {
        await payByCard(await cardPageOf(shop, other.token));
        await confirmOrder(shop, other.id);
      } else expect(await payAtCounter(shop, other.id, BY)).toBe('paid');
      const shown = { orderId: other.id, by: BY, version };
      expect(await cancelOrder(shop, shown)).toBe('paid');
      expect((await readBooked(shop, other.id)).cancelledAt).toBeNull();
      const seen = { ...shown, version: await versionNow(shop, other.id) };
      expect(await cancelOrder(shop, seen)).toBe('cancelled');
      expect(await cancelOrder(shop, shown)).toBe('unchanged');
    }
  });

  test('whose checkout Stripe does not know is paid at the counter or cancelled once that has ended', async () => {
    const { shop, stripe, agree, pass } = await open(await stocked());
    const { forgetAll } = practiceStripe(stripe);
    const [ended, paid, cancelled] = [await agree(), await agree(), await agree()];
    await cardPageOf(shop, ended.token);
    // Cancelling ends the checkout.
    await cancelOrder(shop, { orderId: ended.id, by: BY });
    await uncancelOrder(shop, { orderId: ended.id, by: BY });
    await forgetAll();
    expect(await payAtCounter(shop, ended.id, BY)).toBe('paid');

    for (const { token } of [paid, cancelled]) await cardPageOf(shop, token);
    await forgetAll();
    const cancellation = { orderId: cancelled.id, by: BY };
    // It may be open in another account.
    expect(await payAtCounter(shop, paid.id, BY)).toBe('unavailable');
    expect(await cancelOrder(shop, cancellation)).toBe('unavailable');
    expect(await cardPageOf(shop, paid.token)).toBe('unavailable');

    pass(2 * DAY_SECONDS);
    expect(await payAtCounter(shop, paid.id, BY)).toBe('paid');
    expect(await cancelOrder(shop, cancellation)).toBe('cancelled');
  });

  test('cannot be replaced, resumed or paid over the public API', async () => {
    const { shop, agree, visitor } = await open(await stocked());
    const { id } = await agree();
    const { name, phone, items } = await visitor.requestFor(CAKE);
    const wanted = { name, phone, email: 'eve@example.org', items };
    expect(await visitor.place(wanted, id)).toMatchObject({ status: 409 });
    expect(await visitor.place({ ...wanted, replaces: id })).toMatchObject({ status: 201 });
    expect(await visitor.confirm(id)).toMatchObject({ status: 200 });
    const { state, trail } = await readBooked(shop, id);
    expect([state, trail.map(({ kind }) => kind)]).toEqual(['agreed', ['agreed', 'pay-link-made']]);
  });

  test('when the cafe pauses, checkouts that are open still count', async () => {
    const { shop, agree, visitor } = await open(await stocked());
    const { token } = await agree();
    const placed = await visitor.order(CAKE);
    const url = await cardPageOf(shop, token);
    const until = addDays(todayAt(shop), 60);
    expect(await pauseOrders(shop, { until, words: '' }, { by: BY, version: 0 })).toMatchObject({
      ok: true,
    });
    expect((await visitor.place(await visitor.requestFor(CAKE))).status).toBe(201);
    expect(await payByCard(placed.checkoutUrl)).not.toBeNull();
    expect(await payByCard(url)).not.toBeNull();
    expect(await confirmOrder(shop, placed.id)).toMatchObject({ order: { state: 'funded' } });
    expect(await openPayment(shop, token)).toEqual({ ok: false, reason: 'paid' });
  });

  /** What a backup says of an order whose link was opened after it. */
  const BACKUPS = {
    'from before its link was opened': (id: string, agreedAt: string) =>
      `update orders set checkout_id = null, state = 'agreed', pay_by = '${agreedAt}' where id = '${id}'`,
    'from when an earlier card page had expired': (id: string, agreedAt: string, earlier: string) =>
      `update orders set checkout_id = '${earlier}', state = 'agreed', pay_by = '${agreedAt}' where id = '${id}'`,
  };

  test.each(Object.entries(BACKUPS))(
    'is paid once after a restored backup %s',
    async (_, restore) => {
      const place = await stocked();
      const testShop = await open(place);
      const { shop, agree, openSessions, pass } = testShop;
      const stripe = practiceStripe(testShop.stripe);
      /** @returns an order whose card page is open at Stripe, but not in the restored database. */
      const restored = async () => {
        const { id, token } = await agree();
        const agreedAt = new Date().toISOString();
        const earlier = sessionOf(await cardPageOf(shop, token));
        pass(2 * 60 * 60);
        const url = await cardPageOf(shop, token);
        expect(await stripe.status(url)).toBe('open');
        await place.run(restore(id, agreedAt, earlier));
        return { id, token, url };
      };
      const isOpen = async (url: string) =>
        (await openSessions()).some(({ id }) => id === sessionOf(url));

      const opened = await restored();
      expect(await cardPageOf(shop, opened.token)).toBe(opened.url);

      const paid = await restored();
      await payByCard(paid.url);
      expect(await cardPageOf(shop, paid.token)).toBe('paid');
      expect((await readBooked(shop, paid.id)).state).toBe('funded');

      const atCounter = await restored();
      expect(await payAtCounter(shop, atCounter.id, BY)).toBe('paid');
      expect(await isOpen(atCounter.url)).toBe(false);

      const paidByCard = await restored();
      await payByCard(paidByCard.url);
      expect(await payAtCounter(shop, paidByCard.id, BY)).toBe('unchanged');
      expect((await readBooked(shop, paidByCard.id)).state).toBe('funded');

      const cancelled = await restored();
      expect(await cancelOrder(shop, { orderId: cancelled.id, by: BY })).toBe('cancelled');
      expect(await isOpen(cancelled.url)).toBe(false);

      const recovered = await restored();
      await payByCard(recovered.url);
      await recoverOrders(shop);
      expect((await readBooked(shop, recovered.id)).state).toBe('funded');
      expect((await openIncidents(shop)).map(({ kind }) => kind)).toEqual([]);
    },
  );

  test('is not paid at the counter while Stripe cannot say whether a card page is open', async () => {
    const { shop, agree, request, visitor } = await open(await stocked());
    const { id } = await agree();
    await visitor.setPractice('stripe', { api: 'error-500' });
    expect(await payAtCounter(shop, id, BY)).toBe('unavailable');
    // One that was paid already never had a card page, and nobody is asked to pay it.
    const paid = await request({ email: 'ada@example.org' });
    const taken = await takePhoneOrder(shop, paid, { ...UNPAID, isPaid: true });
    expect(taken).toEqual({ ok: true, id: paid.id });
    const { state, total, paid: amount, emails } = await readBooked(shop, paid.id);
    expect([state, amount]).toEqual(['paid', total]);
    expect(emails.map(({ kind }) => kind.split(' ')[0]).sort()).toEqual([
      'confirmation',
      'reminder',
    ]);
    await visitor.setPractice('stripe', { api: 'normal' });
    expect(await payAtCounter(shop, id, BY)).toBe('paid');
  });
});
