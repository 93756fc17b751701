import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { signedAmount } from '#domain/ledger/ledger.ts';
import { isFunded, type OrderId } from '#domain/orders/order.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { placeRequest } from '#server/requests/place.ts';
import { findRequest } from '#server/requests/rows.ts';
import { todayAt } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { editCalendar } from '#test/edit-calendar.ts';
import { readInbox } from '#test/inbox.ts';
import { BY, openOrderShop, signalPayment } from '#test/order-shop.ts';
import { sessionOf } from '#test/practice-control.ts';
import { replay } from '#test/replay-trail.ts';
import { payAtCounter } from './at-counter.ts';
import { listCollections } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { confirmOrder } from './checkout.ts';
import { anonymiseCustomer } from './customer-records.ts';
import { dayLoads } from './days.ts';
import { findOrders } from './find-orders.ts';
import { openIncidents } from './incidents.ts';
import { entriesBetween, monthReport } from './ledger.ts';
import { makePayLink, openPayment, orderToPay } from './pay-link.ts';
import { takePhoneOrder } from './phone.ts';
import { agreeQuote, lapseQuotes, quotesFor, withdrawQuote } from './quotes.ts';
import { reconcile } from './reconcile.ts';
import { recoverOrders } from './recover.ts';
import { finishRefunds, refundOrder } from './refund.ts';
import { setFulfilment } from './tick-off.ts';

const CAKE = 'berry-drip-cake';
const DAY_SECONDS = 24 * 60 * 60;
/** Of a day. */
const CAPACITY = 2;
const UNITS = 1;
const VALID_DAYS = 2;
/** Than it is valid, also with a day of 25 hours. */
const LONGER_SECONDS = (VALID_DAYS + 1) * DAY_SECONDS + 60 * 60;

interface Terms {
  holdsDay?: boolean;
  deposit?: number;
  day?: Day;
  email?: string;
  message?: string;
  replaces?: OrderId;
  request?: string;
  evenIfFull?: boolean;
}

describe.each(bothDatabases)('a quote on $name', ({ stocked }) => {
  async function open(place: TestDatabase) {
    await editCalendar(place.where, (calendar) => {
      calendar.capacity = Array<number>(7).fill(CAPACITY);
    });
    const opened = await openOrderShop(place);
    const { shop, mail, visitor } = opened;
    const used = new Set<Day>();
    /** A day on which nothing is booked, weeks ahead. */
    async function freeDay() {
      const [day] = nextOpenDays(90, todayAt(shop), await calendarRules(shop)).filter(
        (each) => each >= addDays(todayAt(shop), 21) && !used.has(each),
      );
      if (!day) throw new Error('No day is free.');
      used.add(day);
      return day;
    }
    async function requestFor(day: Day, id: string = randomUUID()) {
      const { items, ...contact } = await visitor.phoneRequestFor(CAKE);
      return { id, ...contact, items: items.map((item) => ({ ...item, day })) };
    }
    async function tryToQuote(terms: Terms = {}, id: string = randomUUID(), on = shop) {
      const { holdsDay = false, deposit, message = '', evenIfFull = false } = terms;
      const request = await requestFor(terms.day ?? (await freeDay()), id);
      return takePhoneOrder(
        on,
        {
          ...request,
          email: terms.email ?? '',
          quote: { validUntil: addDays(todayAt(shop), VALID_DAYS), holdsDay, message },
          ...(deposit && { deposit: { amount: deposit, restBy: null } }),
        },
        {
          ...{ by: BY, evenIfClosed: evenIfFull, isPaid: false },
          replaces: terms.replaces,
          request: terms.request ? { id: terms.request, version: 0 } : undefined,
        },
      );
    }
    async function quote(terms: Terms = {}) {
      const result = await tryToQuote(terms);
      if (!result.ok) throw new Error(`Not quoted: ${result.reason}.`);
      const { id } = result;
      return { id, token: (await makePayLink(shop, id, { by: BY })) ?? '' };
    }
    return {
      ...opened,
      freeDay,
      tryToQuote,
      quote,
      /** Another customer orders on the phone. */
      async order(day: Day) {
        const options = { by: BY, evenIfClosed: false, isPaid: false };
        return takePhoneOrder(shop, await requestFor(day), options);
      },
      async taken(day: Day) {
        return (await dayLoads(shop, day, day)).get(day)?.units ?? 0;
      },
      async inBook(day: Day) {
        return (await listCollections(shop, { from: day, to: day })).map(({ orderId }) => orderId);
      },
      /** Without those that can still be taken back. */
      async emails() {
        for (let round = 0; round < 3; round += 1) await deliverEmails(shop);
        return readInbox(mail);
      },
    };
  }

  test('is in the book once it is paid, and its request is ordered then', async () => {
    const { shop, read, quote, freeDay, inBook, taken, url, emails } = await open(await stocked());
    const day = await freeDay();
    const requestId = randomUUID();
    const placed = await placeRequest(shop, requestId, {
      content: {
        ...{ occasion: 'Birthday', people: 12, day, ideas: 'A rocket.', budget: '' },
        ...{ name: 'Ada Lovelace', email: 'ada@example.org', phone: '' },
      },
      photos: [],
      linkToken: 'abcdefghjkmnpqrstvwxyz2345',
    });
    expect(placed.ok).toBe(true);
    const request = async () => findRequest(shop, { id: requestId });
    const { id, token } = await quote({
      ...{ day, email: 'ada@example.org', message: 'We would love to.', request: requestId },
    });
    const { total, quote: stored } = await read(id);
    expect(stored).toMatchObject({ holdsDay: false, evenIfFull: false });
    expect([await inBook(day), await taken(day)]).toEqual([[], 0]);
    expect(await request()).toMatchObject({ state: 'quoted', messages: [{ kind: 'quoted' }] });
    const seen = await orderToPay(shop, token);
    expect(seen).toMatchObject({ quoted: true, quote: { message: 'We would love to.' } });
    const [, link = ''] =
      /\/pay\/(\w+)/.exec((await emails()).map(({ text }) => text).join('\n')) ?? [];
    expect(await orderToPay(shop, link)).toEqual(seen);
    // Looking at it changes nothing.
    expect(await read(id)).toMatchObject({ state: 'quoted' });
    expect(await cancelOrder(shop, { orderId: id, by: BY })).toBe('unknown');
    expect(await payAtCounter(shop, id, BY)).toBe('unknown');

    const checkout = await url(link);
    expect([await url(token), await taken(day)]).toEqual([checkout, UNITS]);
    expect(await read(id)).toMatchObject({ state: 'accepting' });
    expect(await payByCard(checkout)).not.toBeNull();
    expect((await confirmOrder(shop, id))?.order).toMatchObject({ state: 'funded', total });
    expect(await inBook(day)).toEqual([id]);
    expect(await request()).toMatchObject({
      state: 'ordered',
      messages: [{ kind: 'quoted' }, { kind: 'accepted', author: 'customer' }],
    });
    const subjects = (await emails()).map(({ subject }) => subject);
    expect(subjects.filter((each) => each?.startsWith('Our quote'))).toHaveLength(1);
    expect(subjects.filter((each) => each?.startsWith('Your order'))).toHaveLength(1);
    expect(await url(token)).toBe('paid');
    const { trail } = await read(id);
    expect(replay(trail)).toMatchObject({ state: 'paid', isComplete: true });
  });

  test('is accepted by its deposit, or as staff say', async () => {
    const { shop, read, quote, freeDay, inBook, url } = await open(await stocked());
    const day = await freeDay();
    const { id, token } = await quote({ day, deposit: 2000 });
    await payByCard(await url(token));
    await confirmOrder(shop, id);
    expect(await read(id)).toMatchObject({ state: 'agreed', paid: 2000 });
    expect(await payAtCounter(shop, id, BY)).toBe('paid');

    const other = await quote({ day, email: 'grace@example.org' });
    const checkout = await url(other.token);
    const both = [0, 1].map(() => agreeQuote(shop, { orderId: other.id, by: BY }));
    expect((await Promise.all(both)).sort()).toEqual(['agreed', 'unchanged']);
    // The card page is closed first.
    expect(await payByCard(checkout)).toBeNull();
    expect(await read(other.id)).toMatchObject({ state: 'agreed', paid: 0 });
    const { emails, trail } = await read(other.id);
    expect(emails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agreed', 'quote']));
    expect(replay(trail)).toMatchObject({ state: 'agreed', isComplete: true });
    expect((await inBook(day)).sort()).toEqual([id, other.id].sort());
    // The day is full.
    const third = await quote({ day: await freeDay() });
    expect(await agreeQuote(shop, { orderId: third.id, by: BY })).toBe('agreed');
    expect(await withdrawQuote(shop, { orderId: third.id, by: BY })).toBe('unchanged');
  });

  test('takes its day only if it holds it, and otherwise needs room when it is accepted', async () => {
    const opened = await open(await stocked());
    const { shop, quote, tryToQuote, order, freeDay, taken, url, read } = opened;
    const day = await freeDay();
    const held = await quote({ day, holdsDay: true });
    const loose = await quote({ day });
    expect(await taken(day)).toBe(UNITS);
    // Wanted although it is closed or too soon, which it is not, and there is room.
    const insisted = await quote({ day, evenIfFull: true });
    expect(await order(day)).toMatchObject({ ok: true });
    expect(await order(day)).toMatchObject({ ok: false, reason: 'changed' });
    expect(await url(loose.token)).toBe('quote-full');
    expect(await url(insisted.token)).toBe('quote-full');
    expect(await agreeQuote(shop, { orderId: loose.id, by: BY })).toBe('full');
    expect(await read(loose.id)).toMatchObject({ state: 'quoted' });
    // Staff have seen that it is full.
    expect(await tryToQuote({ day })).toMatchObject({ ok: false, reason: 'changed' });
    const sure = await quote({ day, evenIfFull: true });
    expect(await payByCard(await url(held.token))).not.toBeNull();
    await confirmOrder(shop, held.id);
    expect(await payByCard(await url(sure.token))).not.toBeNull();
    await confirmOrder(shop, sure.id);
    expect(await taken(day)).toBe(CAPACITY + UNITS);
    expect((await openIncidents(shop)).map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['overbooked', sure.id],
    ]);
    const onPhone = await quote({ day, evenIfFull: true });
    expect(await agreeQuote(shop, { orderId: onPhone.id, by: BY })).toBe('agreed');
    expect((await read(onPhone.id)).trail.at(-1)).toMatchObject({
      kind: 'overbooked',
      facts: { days: [{ units: CAPACITY + 2 * UNITS, capacity: CAPACITY }] },
    });
  });

  test('ends on its day, and frees it; money that is late funds it', async () => {
    const opened = await open(await stocked());
    const { shop, stripe, quote, freeDay, taken, url, read, pass, order } = opened;
    const day = await freeDay();
    const { id, token } = await quote({ day, holdsDay: true });
    const early = await url(token);
    await lapseQuotes(shop);
    expect(await taken(day)).toBe(UNITS);
    pass(LONGER_SECONDS);
    // Its card page ends by itself.
    expect(await url(token)).toBe('quote-over');
    await reconcile(shop, 0);
    await lapseQuotes(shop);
    expect(await payByCard(early)).toBeNull();
    expect(await read(id)).toMatchObject({ state: 'expired' });
    expect(await taken(day)).toBe(0);
    expect(await orderToPay(shop, token)).toMatchObject({ quote: { ended: 'lapsed' } });
    expect(await makePayLink(shop, id, { by: BY })).toBeUndefined();
    expect(await agreeQuote(shop, { orderId: id, by: BY })).toBe('over');
    expect(replay((await read(id)).trail)).toMatchObject({ state: 'expired', isComplete: true });

    // A bank that pays takes longer than the quote is valid.
    const slow = await quote({ day, holdsDay: true, deposit: 1500 });
    const byBank = await url(slow.token);
    await stripe.payByBank(byBank);
    await signalPayment(shop, byBank);
    pass(LONGER_SECONDS);
    await lapseQuotes(shop);
    expect(await read(slow.id)).toMatchObject({ state: 'accepting', payment: 'processing' });
    expect(await withdrawQuote(shop, { orderId: slow.id, by: BY })).toBe('processing');
    await stripe.bankAnswers(byBank, 'succeeded');
    await signalPayment(shop, byBank);
    expect(await read(slow.id)).toMatchObject({ state: 'agreed', paid: 1500 });
    expect(await order(day)).toMatchObject({ ok: true });
    expect(await order(day)).toMatchObject({ ok: false });
  });

  test('that is changed ends the old one, with its room; not while that is being paid', async () => {
    const opened = await open(await stocked());
    const { shop, quote, tryToQuote, order, freeDay, taken, url, read, emails } = opened;
    const day = await freeDay();
    const first = await quote({ day, holdsDay: true, email: 'ada@example.org' });
    await order(day);
    const checkout = await url(first.token);
    const id = randomUUID();
    // Its own room is free for it, and the same form makes one quote.
    const twice = { day, holdsDay: true, replaces: first.id, email: 'ada@example.org' };
    expect(await tryToQuote(twice, id)).toEqual({ ok: true, id });
    expect(await tryToQuote(twice, id)).toEqual({ ok: true, id });
    expect(await payByCard(checkout)).toBeNull();
    expect(await read(first.id)).toMatchObject({ state: 'expired' });
    expect(await taken(day)).toBe(CAPACITY);
    expect(await orderToPay(shop, first.token)).toMatchObject({
      quote: { ended: 'replaced' },
    });
    expect(await url(first.token)).toBe('quote-over');
    expect(await tryToQuote({ ...twice, day: await freeDay() })).toMatchObject({
      reason: 'earlier-quote',
      problem: 'replaced',
    });
    expect(replay((await read(first.id)).trail)).toMatchObject({ state: 'expired' });
    // The first was not sent yet.
    const sent = (await emails()).filter(({ subject }) => subject?.startsWith('Our quote'));
    expect(sent).toHaveLength(1);

    const token = (await makePayLink(shop, id, { by: BY })) ?? '';
    expect(await payByCard(await url(token))).not.toBeNull();
    expect(await tryToQuote({ ...twice, replaces: id })).toMatchObject({
      reason: 'earlier-quote',
      problem: 'paid',
    });
    expect(await read(id)).toMatchObject({ state: 'funded' });
    expect(await openIncidents(shop)).toEqual([]);
  });

  test('that is changed by a form that is sent twice at once is made once, and both say so', async () => {
    const { shop, quote, tryToQuote, freeDay } = await open(await stocked());
    const terms = { day: await freeDay(), replaces: (await quote()).id };
    const id = randomUUID();
    const first: Awaited<ReturnType<typeof tryToQuote>>[] = [];
    // The first is made while the second looks at what is sold.
    const content: typeof shop.content = async () => {
      first.push(await tryToQuote(terms, id));
      return shop.content();
    };
    expect(await tryToQuote(terms, id, { ...shop, content })).toEqual({ ok: true, id });
    expect(first[0]).toEqual({ ok: true, id });
  });

  test('is accepted by the link of its request only if it is the one that the page has shown', async () => {
    const { shop, quote, freeDay, read } = await open(await stocked());
    const requestId = randomUUID();
    const linkToken = secrets.urlToken();
    const placed = await placeRequest(shop, requestId, {
      content: {
        ...{
          occasion: 'Birthday',
          people: 12,
          day: await freeDay(),
          ideas: 'A rocket.',
          budget: '',
        },
        ...{ name: 'Ada Lovelace', email: 'ada@example.org', phone: '' },
      },
      photos: [],
      linkToken,
    });
    expect(placed.ok).toBe(true);
    const first = await quote({ request: requestId });
    const page = async () => {
      const { number, total } = (await orderToPay(shop, linkToken)) ?? { number: '', total: 0 };
      return { number, due: total, left: total };
    };
    const shown = await page();
    expect(shown.number).toBe((await read(first.id)).number);
    // For another day, and as much.
    const second = await quote({ request: requestId, replaces: first.id });
    expect(await openPayment(shop, linkToken, shown)).toEqual({ ok: false, reason: 'newer-quote' });
    expect(await read(second.id)).toMatchObject({ state: 'quoted' });
    const now = await page();
    expect(now).toEqual({ ...shown, number: (await read(second.id)).number });
    expect(await openPayment(shop, linkToken, now)).toMatchObject({ ok: true });
  });

  test('is accepted, changed or withdrawn by one of two at once', async () => {
    const opened = await open(await stocked());
    const { shops, shop, quote, tryToQuote, freeDay, read, stripe } = opened;
    for (let round = 0; round < 8; round += 1) {
      const day = await freeDay();
      const { id, token } = await quote({ day, holdsDay: round % 2 === 0 });
      const [card] = await Promise.all([
        openPayment(shops[1] ?? shop, token),
        round % 4 < 2
          ? withdrawQuote(shop, { orderId: id, by: BY })
          : tryToQuote({ day, replaces: id }),
      ]);
      const { state } = await read(id);
      const isPaid = card.ok && (await payByCard(card.checkoutUrl)) !== null;
      if (isPaid) await confirmOrder(shop, id);
      expect([round, isPaid]).toEqual([round, state === 'accepting']);
      expect((await read(id)).state).toBe(isPaid ? 'funded' : 'expired');
    }
    expect(await stripe.openSessions()).toEqual([]);
  });

  test('is listed, found by its terms, and forgotten with its customer once it has ended', async () => {
    const place = await stocked();
    const { shop, quote, tryToQuote, freeDay } = await open(place);
    const { id } = await quote({ message: 'For Augusta, with love', email: 'ada@example.org' });
    const { orders } = await findOrders(shop, { show: 'quoted' });
    expect(await quotesFor(shop, orders[0]?.items[0]?.day ?? todayAt(shop))).toMatchObject([
      { units: UNITS, holdsDay: false },
    ]);
    expect(orders).toMatchObject([{ id, state: 'quoted', quote: { holdsDay: false } }]);
    expect((await anonymiseCustomer(shop, [id])).kept).toMatchObject([{ why: 'may-be-paid' }]);
    expect(await withdrawQuote(shop, { orderId: id, by: BY })).toBe('withdrawn');
    expect(await withdrawQuote(shop, { orderId: id, by: BY })).toBe('unchanged');
    expect(await anonymiseCustomer(shop, [id])).toMatchObject({ anonymised: 1, kept: [] });
    expect(await place.dump()).not.toContain('Augusta');
    const day = await freeDay();
    expect(await tryToQuote({ day })).toMatchObject({ ok: true });
  });

  test('becomes an order whose rest is paid by a link, and whose refund spans both payments', async () => {
    const opened = await open(await stocked());
    const { shop, read, quote, url, emails, stripe, form } = opened;
    const day = addDays(todayAt(shop), 2);
    const terms = { day, evenIfFull: true, deposit: 2400, email: 'ada@example.org' };
    const { id, token } = await quote(terms);
    const deposit = await url(token);
    await payByCard(deposit);
    await signalPayment(shop, deposit);
    const [today] = await listCollections(shop, { from: day, to: day });
    expect(today).toMatchObject({ orderId: id, paid: 2400, state: 'agreed' });
    const rest = await url(token);
    await payByCard(rest);
    await signalPayment(shop, rest);
    const { total } = await read(id);
    const tick = { orderId: id, day, from: 'to-make', fulfilment: 'collected', by: BY } as const;
    expect(await setFulfilment(shop, tick)).toBe('changed');
    const refund = { ...(await form(id)), amount: total - 2000 };
    expect(await refundOrder(shop, refund)).toMatchObject({ is: 'made' });
    const moved = (await stripe.moved(deposit)) + (await stripe.moved(rest));
    expect(moved).toBe(2000);
    expect((await monthReport(shop)).total).toMatchObject({ taken: total, payments: 2 });
    const sent = await emails();
    const confirmations = sent.filter(({ subject }) => subject?.startsWith('Your order'));
    expect(confirmations).toHaveLength(1);
    const [, file = ''] = confirmations[0]?.calendar?.split(',') ?? [];
    const ics = Buffer.from(file, 'base64').toString();
    expect(ics).toMatch(new RegExp(`DTSTART[^:]*:${day.replaceAll('-', '')}`));
  });

  const STEPS = [
    'open the card page',
    'pay by card',
    'pay by bank',
    'bank pays',
    'bank refuses',
    'signals at once',
    'change',
    'withdraw',
    'agree without paying',
    'pay at the counter',
    'others take the day',
    'refund',
    'refund and cancel',
    'recover',
    'an hour passes',
    'its time is over',
    'open and change at once',
    'pay and withdraw at once',
  ] as const;
  const USUAL = ['open the card page', 'pay by card', 'others take the day'] as const;
  const TAKEN_FIRST = ['others take the day', 'open the card page', 'pay by card'] as const;
  /** Money that comes afterwards may find the day full. */
  const LATE: (typeof STEPS)[number][] = ['an hour passes', 'its time is over'];

  test('keeps the ledger equal to Stripe’s and days unbroken, whatever happens in which order', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, read, quote, tryToQuote, url, stripe, pass, freeDay, order } = opened;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS, ...USUAL), { minLength: 4, maxLength: 12 }),
        fc.record({ holdsDay: fc.boolean(), deposit: fc.constantFrom(0, 2000) }),
        async (steps, terms) => {
          const day = await freeDay();
          let current = await quote({ day, ...terms });
          const quotes = [current.id];
          const urls: string[] = [];
          const last = () => urls.at(-1) ?? '';
          const ifPossible = (work: Promise<unknown>) => work.catch(() => undefined);
          const by = () => ({ orderId: current.id, by: BY });
          async function openPage() {
            const page = await url(current.token);
            if (page.startsWith('http') && !urls.includes(page)) urls.push(page);
          }
          async function change() {
            const changed = await tryToQuote({ day, ...terms, replaces: current.id });
            if (!changed.ok) return;
            const token = (await makePayLink(shop, changed.id, { by: BY })) ?? '';
            current = { id: changed.id, token };
            quotes.push(changed.id);
          }
          const refund = async (amount: number, cancels: boolean) =>
            refundOrder(shop, { ...(await opened.form(current.id)), amount, cancels });
          const pay = async () => last() && payByCard(last());
          const run: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
            'open the card page': openPage,
            'pay by card': pay,
            'pay by bank': async () => last() && ifPossible(stripe.payByBank(last())),
            'bank pays': async () => last() && ifPossible(stripe.bankAnswers(last(), 'succeeded')),
            'bank refuses': async () => last() && ifPossible(stripe.bankAnswers(last(), 'failed')),
            'signals at once': () =>
              Promise.all(last() ? shops.map((each) => signalPayment(each, last())) : []),
            change,
            withdraw: () => withdrawQuote(shop, by()),
            'agree without paying': () => agreeQuote(shop, by()),
            'pay at the counter': () => payAtCounter(shop, current.id, BY),
            async 'others take the day'() {
              for (let each = 0; each < CAPACITY; each += 1) await order(day);
            },
            refund: () => refund(700, false),
            'refund and cancel': () => refund(300, true),
            recover: () => recoverOrders(shop),
            'an hour passes': async () => pass(2 * 60 * 60),
            async 'its time is over'() {
              pass(LONGER_SECONDS);
              await lapseQuotes(shop);
            },
            'open and change at once': () => Promise.all([openPage(), change()]),
            'pay and withdraw at once': () => Promise.all([pay(), withdrawQuote(shop, by())]),
          };
          for (const step of steps) {
            await run[step]();
            const paged = urls.map(sessionOf);
            const open = (await stripe.openSessions()).filter(({ id }) => paged.includes(id));
            expect(open.length).toBeLessThanOrEqual(1);
          }
          // At last everything is heard of.
          await reconcile(shop, 0);
          await finishRefunds(shop);
          await recoverOrders(shop);
          let atStripe = 0;
          for (const each of urls) {
            if (await stripe.isPaid(each)) atStripe += await stripe.moved(each);
          }
          const { entries } = await entriesBetween(shop.db, '2000', '2100');
          const own = entries.filter(({ orderId }) => quotes.includes(orderId));
          const byCard = own.filter(({ kind }) => !kind.startsWith('cash'));
          expect(byCard.reduce((sum, entry) => sum + signedAmount(entry), 0)).toBe(atStripe);
          let paid = 0;
          for (const id of quotes) {
            const { order: now, state, trail } = await read(id);
            expect(now.paid).toBeLessThanOrEqual(now.total);
            expect(isFunded(state)).toBe(now.paid === now.total);
            if (now.paid > 0) paid += 1;
            expect(replay(trail)).toMatchObject({ state, isComplete: true });
          }
          // Nobody pays a quote and the one that replaced it.
          expect(paid).toBeLessThanOrEqual(1);
          const incidents = (await openIncidents(shop)).filter(
            ({ orderId }) => orderId !== null && quotes.includes(orderId),
          );
          const kinds = incidents.map(({ kind }) => kind);
          expect(kinds.filter((kind) => kind.startsWith('payment-'))).toEqual([]);
          const isLate = steps.some((step) => LATE.includes(step));
          if (!isLate) expect(kinds).not.toContain('overbooked');
          if (!kinds.includes('overbooked')) {
            expect(await opened.taken(day)).toBeLessThanOrEqual(CAPACITY);
          }
        },
      ),
      {
        numRuns: 5,
        // Day and payment meet in few of all sequences.
        examples: [
          [[...TAKEN_FIRST], { holdsDay: false, deposit: 0 }],
          [[...TAKEN_FIRST], { holdsDay: true, deposit: 0 }],
        ],
      },
    );
  });
});
