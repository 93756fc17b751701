import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answeredInWords } from '#app/owner/requests/words.ts';
import { addDays, asDay } from '#domain/calendar/days.ts';
import type { RequestContent } from '#domain/requests/request.ts';
import { seed } from '#server/content/seed.ts';
import { addOrder } from '#server/orders/add.ts';
import { bookVersion } from '#server/orders/book.ts';
import { anonymiseCustomer, recordsOfCustomer } from '#server/orders/customer-records.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { claim } from '#test/outbox-time.ts';
import { NOON, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { anonymiseOldRequests, anonymiseRequest } from './anonymise.ts';
import { answerRequest, takeBackAnswer } from './answer.ts';
import { findRequests } from './find-requests.ts';
import { acceptRequest, ordersOfRequests, requestOfOrder } from './ordered.ts';
import { placeRequest } from './place.ts';
import { replyToRequest } from './reply.ts';
import { countOpenRequests, findRequest, recordRefusedAddress, requestPhoto } from './rows.ts';
import { similarRequests } from './similar.ts';

const by = 'anna';
const RETENTION_DAYS = 90;
const TODAY = asDay('2026-11-20');
const DAY = addDays(TODAY, 15);

const LOVELACE = { name: 'Augusta King', email: 'augusta@example.org', phone: '07700 900123' };
const WISH = {
  occasion: 'Christening of Byron',
  people: 30,
  ideas: 'A steam engine',
  budget: '£90',
};
const PHOTO = { width: 400, height: 300, bytes: Buffer.from('a photo of Byron') };

describe.each(bothDatabases)('answers to requests on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const server = await place.openTwo();
    await seed(server(0).db, sampleSeed());
    const now = { at: NOON };
    const clock = { now: () => now.at };
    const shop = shopOn(server(0), { clock });
    const other = shopOn(server(1), { clock });
    async function ask(changes: Partial<RequestContent> = {}) {
      const id = randomUUID();
      const linkToken = randomUUID().replaceAll('-', '').slice(0, 26);
      const content = { ...WISH, ...LOVELACE, day: DAY, ...changes };
      const placed = await placeRequest(shop, id, { content, photos: [PHOTO], linkToken });
      if (!placed.ok) throw new Error(placed.reason);
      return { id, linkToken, number: (await request(id)).number };
    }
    const answer = (requestId: string, kind: 'written' | 'declined', words: string, version = 0) =>
      answerRequest(shop, { requestId, kind, words, version, by });
    const silently = (requestId: string, kind: 'closed' | 'reopened', version: number) =>
      answerRequest(shop, { requestId, kind, words: '', version, by });
    const request = async (id: string) => {
      const found = await findRequest(shop, { id });
      if (!found) throw new Error('The request is gone.');
      return found;
    };
    const emails = async (id: string) => {
      const rows = shop.db.selectFrom('emails').select('kind').where('about', '=', id);
      return (await rows.orderBy('kind').execute()).map(({ kind }) => kind);
    };
    return { place, shop, other, now, ask, answer, silently, request, emails };
  }

  test('are written once by a form, and not over what was written since', async () => {
    const { shop, other, ask, answer, request, emails } = await open();
    const { id, linkToken } = await ask();
    expect(await countOpenRequests(shop)).toBe(1);
    expect(await answer(id, 'written', ' \n ')).toEqual({ problem: 'Please write something.' });
    expect(await answer(id, 'written', 'x'.repeat(2_001))).toEqual({
      problem: expect.stringContaining('2000 fit'),
    });
    const before = await bookVersion(shop);
    const form = { requestId: id, kind: 'written', words: 'Which\r\ncolour?', version: 0 } as const;
    const both = [shop, other].map((each) => answerRequest(each, { ...form, by }));
    expect((await Promise.all(both)).sort()).toEqual(['answered', 'unchanged']);
    expect(await bookVersion(shop)).not.toBe(before);
    expect(await request(id)).toMatchObject({
      state: 'answered',
      messages: [
        { number: 1, kind: 'written', author: 'staff', personId: by, text: 'Which\ncolour?' },
      ],
    });
    expect(await emails(id)).toEqual(['request', 'request-asked 1', 'request-placed']);
    expect(await countOpenRequests(shop)).toBe(0);

    expect(await replyToRequest(shop, linkToken, { text: 'Red', last: 1 })).toEqual({ ok: true });
    expect(await request(id)).toMatchObject({ state: 'open' });
    // The form still shows one message.
    expect(await answer(id, 'declined', 'Sorry', 1)).toBe('conflict');
    expect(await answer(id, 'declined', 'Sorry', 2)).toBe('answered');
    expect(await emails(id)).toContain('request-declined 3');
    expect(await answer(randomUUID(), 'written', 'Hello')).toBe('unknown');
  });

  test('can be taken back until their e-mail is on its way', async () => {
    const { shop, ask, answer, silently, request, emails } = await open();
    const { id } = await ask();
    const undo = (number: number) => takeBackAnswer(shop, { requestId: id, number, by });
    await answer(id, 'declined', 'Sorry');
    expect(await undo(1)).toBe('taken-back');
    expect(await undo(1)).toBe('unchanged');
    expect(await request(id)).toMatchObject({ state: 'open', messages: [] });
    expect(await emails(id)).toEqual(['request', 'request-placed']);

    await answer(id, 'written', 'Which colour?');
    expect(await silently(id, 'closed', 1)).toBe('answered');
    expect(await request(id)).toMatchObject({ state: 'closed' });
    expect(await undo(1)).toBe('conflict');
    expect(await undo(2)).toBe('taken-back');
    expect(await request(id)).toMatchObject({ state: 'answered' });
    await shop.db.updateTable('emails').set({ not_before: '' }).execute();
    await claim(shop, 99);
    expect(await undo(1)).toBe('sent');
    await silently(id, 'closed', 1);
    expect(await silently(id, 'reopened', 2)).toBe('answered');
    expect(await request(id)).toMatchObject({ state: 'open' });
  });

  test('leave a request ordered when one after its paid quote is taken back', async () => {
    const { shop, ask, answer, request } = await open();
    const { id } = await ask();
    const accepted = { by: null, at: NOON };
    await shop.db.transaction().execute((trx) => acceptRequest(trx, id, accepted));
    expect(await answer(id, 'written', 'Thank you!', 1)).toBe('answered');
    expect(await takeBackAnswer(shop, { requestId: id, number: 2, by })).toBe('taken-back');
    expect(await request(id)).toMatchObject({ state: 'ordered', messages: [{ kind: 'accepted' }] });
    expect(await countOpenRequests(shop)).toBe(0);
  });

  test('send nothing to a customer whom no e-mail reaches, and wait again once it is refused', async () => {
    const { shop, ask, answer, request, emails } = await open();
    const { id } = await ask({ email: '' });
    expect(await answer(id, 'written', 'Please ring us')).toBe('answered');
    expect(await emails(id)).toEqual(['request']);
    const { id: refused } = await ask();
    await answer(refused, 'declined', 'Sorry');
    await recordRefusedAddress(shop.db, refused, 'other@example.org');
    expect(await request(refused)).toMatchObject({ state: 'declined' });
    await recordRefusedAddress(shop.db, refused, LOVELACE.email);
    const unreached = await request(refused);
    expect(unreached).toMatchObject({ state: 'open', isEmailRefused: true });
    // Staff read that they have to ring.
    expect(await answer(refused, 'written', 'Another idea', 1)).toBe('answered');
    expect(await emails(refused)).not.toContain('request-asked 2');
    expect(answeredInWords('written', unreached)).toContain('please ring');
  });

  test('may be an order, which names the request', async () => {
    const { shop, ask, request } = await open();
    const { id, number } = await ask();
    const { id: like } = await ask({ ideas: 'Another steam engine', day: addDays(DAY, 1) });
    const order = sampleOrder({ state: 'agreed', customer: LOVELACE });
    const phone = { by, emails: [], request: { id, version: 0 } };
    await addOrder(shop, order, { phone });
    await addOrder(shop, order, { phone });
    expect(await request(id)).toMatchObject({
      state: 'ordered',
      messages: [{ kind: 'ordered', personId: by, text: '' }],
    });
    const { number: named, total, state } = order;
    const orders = [{ requestId: id, number: named, total, state }];
    expect(await ordersOfRequests(shop.db, [id, like])).toEqual(orders);
    expect(await requestOfOrder(shop.db, order.id)).toBe(number);
    expect(await similarRequests(shop, await request(like))).toMatchObject([{ number, orders }]);
  });

  test('leave what a customer writes while a quote is made, or before accepting it, to be answered', async () => {
    const { shop, ask, answer, request } = await open();
    const { id, linkToken } = await ask();
    const reply = (text: string, last: number) => replyToRequest(shop, linkToken, { text, last });
    const quote = async (version: number) => {
      const terms = { validUntil: DAY, holdsDay: false, evenIfFull: false, message: '' };
      const order = sampleOrder({ state: 'quoted', customer: LOVELACE, quote: terms });
      await addOrder(shop, order, { phone: { by, emails: [], request: { id, version } } });
      return order.id;
    };
    expect(await reply('No nuts, please', 0)).toEqual({ ok: true });
    // Its form was opened before.
    await quote(0);
    expect(await request(id)).toMatchObject({ state: 'open' });
    const accepted = await quote(2);
    expect(await request(id)).toMatchObject({ state: 'quoted' });
    expect(await reply('With stars', 3)).toEqual({ ok: true });
    expect(await fundOrder(shop, accepted, { now: NOON })).toBe(true);
    const { state, messages } = await request(id);
    expect([state, messages.at(-1)?.kind]).toEqual(['open', 'accepted']);
    expect(await countOpenRequests(shop)).toBe(1);
    // An answer that is taken back was none.
    expect(await answer(id, 'written', 'Of course', 5)).toBe('answered');
    expect(await takeBackAnswer(shop, { requestId: id, number: 6, by })).toBe('taken-back');
    expect(await request(id)).toMatchObject({ state: 'open' });
  });

  test('are found again with the request by what staff know of it', async () => {
    const { shop, ask } = await open();
    const { id, number } = await ask();
    const { number: other } = await ask({
      ...{ name: 'Zoë Swan', email: 'zoe@example.org', phone: '020 7946 0123' },
      ...{ occasion: 'Wedding', ideas: 'Three tiers', day: addDays(DAY, 1) },
    });
    const found = async (text: string) =>
      (await findRequests(shop, text)).map((each) => each.number);
    for (const text of [number, 'augusta', 'KING christening', 'steam engine', 'augusta@ex']) {
      expect(await found(text), text).toEqual([number]);
    }
    const days = [`5 dec`, `engine 5 dec`, '07700 900', '900123'];
    for (const text of days) expect(await found(text), text).toEqual([number]);
    for (const text of ['zoe', '020 7946', '6 dec']) expect(await found(text)).toEqual([other]);
    for (const text of ['', 'zoe 5 dec', '%', 'king wedding'])
      expect(await found(text)).toEqual([]);
    await anonymiseRequest(shop.db, id);
    expect(await found(number)).toEqual([]);
  });

  test('and the request lose their personal data after the time that the shop keeps it', async () => {
    const { place, shop, now, ask, answer } = await open();
    const { id } = await ask();
    await answer(id, 'written', 'Dear Augusta, which colour does Byron like?');
    const { id: declined } = await ask({ day: addDays(DAY, 500) });
    now.at = `${addDays(TODAY, 3)}T12:00:00.000Z`;
    await answer(declined, 'declined', 'Sorry, Augusta');
    const { id: ordered } = await ask();
    const order = sampleOrder({ customer: LOVELACE });
    await addOrder(shop, order, {
      phone: { by, emails: [], request: { id: ordered, version: 0 } },
    });
    const keepDays = async (days: number) => {
      now.at = `${addDays(TODAY, days)}T12:00:00.000Z`;
      await anonymiseOldRequests(shop, RETENTION_DAYS);
      const named = shop.db.selectFrom('requests').select('id').where('anonymised_at', 'is', null);
      return (await named.execute()).map((each) => each.id).sort();
    };
    expect(await keepDays(RETENTION_DAYS + 3)).toEqual([id, declined, ordered].sort());
    // Nothing was written about it since.
    expect(await keepDays(RETENTION_DAYS + 4)).toEqual([id, ordered].sort());
    expect(await keepDays(RETENTION_DAYS + 15)).toEqual([id, ordered].sort());
    // The order still has its name.
    expect(await keepDays(RETENTION_DAYS + 16)).toEqual([ordered]);
    await shop.db.updateTable('orders').set({ anonymised_at: NOON }).execute();
    await shop.db.updateTable('orders').set({ name: '', email: '', phone: '' }).execute();
    await shop.db.updateTable('orders').set({ search: null, search_contact: null }).execute();
    expect(await keepDays(RETENTION_DAYS + 16)).toEqual([]);
    expect(await requestPhoto(shop, id, '0')).toBeUndefined();
    expect(await place.dump()).not.toMatch(/augusta|900123|byron|engine|£90/i);
    // What happened stays.
    const kept = await findRequest(shop, { id });
    expect(kept).toMatchObject({ state: 'closed', messages: [{ kind: 'written', personId: by }] });
    expect(await answer(id, 'written', 'Hello', 1)).toBe('unknown');
  });

  test('and the request are forgotten with their customer', async () => {
    const { shop, other, ask, request } = await open();
    const { id } = await ask({ email: 'AUGUSTA@example.org', phone: '' });
    const { id: byPhone } = await ask({ email: '', phone: '+44 7700 900123' });
    const { id: others } = await ask({ email: 'ada@example.org', phone: '07700 900124' });
    const isNamed = async (each: string) => (await request(each)).anonymisedAt === null;
    const forgotten = await Promise.all(
      [shop, other].map((each) => anonymiseCustomer(each, [byPhone])),
    );
    expect(forgotten.map(({ anonymised }) => anonymised).sort()).toEqual([0, 1]);
    expect(await isNamed(byPhone)).toBe(false);
    expect(await isNamed(id)).toBe(true);
    // With an order that is still to be collected.
    const order = sampleOrder({ state: 'agreed', customer: LOVELACE });
    await addOrder(shop, order, { phone: { by, emails: [], request: { id, version: 0 } } });
    const { id: familys } = await ask({ name: 'Byron King', email: 'byron@example.org' });
    const known = await recordsOfCustomer(shop, id);
    expect(Object.fromEntries(known.map((each) => [each.id, each.isDoubtful]))).toEqual({
      [order.id]: false,
      [id]: false,
      // Has the phone number of the order, but another name.
      [familys]: true,
    });
    const forget = () => anonymiseCustomer(shop, [order.id, id]);
    expect(await forget()).toEqual({
      anonymised: 0,
      kept: [
        { id: order.id, why: 'to-be-collected' },
        { id, why: 'order-kept' },
      ],
    });
    expect(await isNamed(id)).toBe(true);
    await shop.db.updateTable('order_items').set({ day: '2026-11-19' }).execute();
    expect(await forget()).toEqual({ anonymised: 2, kept: [] });
    expect(await isNamed(id)).toBe(false);
    for (const each of [others, familys]) expect(await isNamed(each)).toBe(true);
  });
});
