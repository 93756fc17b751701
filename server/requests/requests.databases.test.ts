import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { MOST_PHOTOS, type RequestContent } from '#domain/requests/request.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import type { Email, Mailer } from '#server/emails/mailer.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { shopOn } from '#test/shop-on.ts';
import { openRequest, photoByLink } from './link.ts';
import { placeRequest } from './place.ts';
import { replyToRequest } from './reply.ts';
import { findRequest, listRequests } from './rows.ts';

/** Ids and tokens of requests. */
const id = (each: number) => `10000000-0000-4000-8000-${String(each).padStart(12, '0')}`;
const token = (each: number) => String(each).padStart(26, '0');

/** A shop with a clock that a test turns, and a mailbox. */
async function openShop({ open }: TestDatabase) {
  const sent: Email[] = [];
  const mailer: Mailer = {
    send: async (email) => {
      sent.push(email);
      return { ok: true };
    },
  };
  let now = new Date().toISOString();
  const clock = { now: () => now };
  const shop = shopOn(await open(), { clock, mailer });
  const today = londonDay(now);
  const content = (changes: Partial<RequestContent> = {}): RequestContent => ({
    occasion: 'Birthday',
    people: 12,
    day: addDays(today, 2),
    ideas: 'A dinosaur.\nGreen, if you can.',
    budget: 'about £80',
    ...{ name: 'Ada', email: 'ada@example.test', phone: '07700 900123' },
    ...changes,
  });
  return {
    shop,
    content,
    /** @param each makes another request, of another customer. */
    place: (each = 1, changes: Partial<RequestContent> = {}, photos = 0) =>
      placeRequest(shop, id(each), {
        content: content(changes),
        photos: Array.from({ length: photos }, (_, place) => photo(place)),
        linkToken: token(each),
      }),
    another: async () => shopOn(await open(), { clock, mailer }),
    pass: (days: number) => {
      now = new Date(Date.parse(now) + days * 24 * 60 * 60 * 1000).toISOString();
    },
    /** Sends what is due, and gives what has been sent since the last time. */
    async mail() {
      while ((await deliverEmails(shop)) > 0);
      return sent.splice(0);
    },
  };
}

function photo(place: number) {
  return { width: 400, height: 300, bytes: new Uint8Array([0xff, 0xd8, place]) };
}

describe.each(bothDatabases)('a request, on $name', ({ fresh }) => {
  test('is placed once, read by its link alone, and both sides are told', async () => {
    const { shop, place, another, content, mail } = await openShop(await fresh());
    const other = await another();
    const twice = { content: content(), photos: [photo(0), photo(1)], linkToken: token(1) };
    const placed = await Promise.all([
      placeRequest(shop, id(1), twice),
      placeRequest(other, id(1), twice),
    ]);
    expect(placed.map((each) => each.ok && each.created).sort()).toEqual([false, true]);
    expect(await place(1, { ideas: 'Another.' }, 2)).toEqual({
      ok: false,
      reason: 'other-content',
    });

    const request = await openRequest(shop, token(1));
    expect(request).toMatchObject({ ...content(), state: 'open', messages: [] });
    expect(request?.photos).toHaveLength(2);
    expect(await findRequest(shop, { number: request?.number.toLowerCase() ?? '' })).toEqual(
      request,
    );
    expect(await listRequests(shop, { states: ['open'], limit: 9 })).toEqual([request]);
    expect([...((await photoByLink(shop, token(1), '1')) ?? [])]).toEqual([0xff, 0xd8, 1]);

    // What others may try.
    await place(2, { email: 'eve@example.test', phone: '' }, MOST_PHOTOS);
    for (const position of [String(MOST_PHOTOS), '2', '-1', '01', 'x', '0 or 1=1']) {
      expect(await photoByLink(shop, token(1), position)).toBeUndefined();
    }
    expect(await openRequest(shop, token(3))).toBeUndefined();
    expect(await openRequest(shop, '')).toBeUndefined();

    const mails = (await mail()).filter(({ messageId }) => messageId.includes(id(1)));
    expect(mails).toHaveLength(2);
    const toCafe = mails.find(({ to }) => to === 'cafe');
    expect(toCafe).toMatchObject({ replyTo: 'ada@example.test' });
    expect(toCafe?.text).toContain(`/owner/requests/${request?.number}`);
    const toCustomer = mails.find(({ to }) => to !== 'cafe');
    expect(toCustomer?.to).toEqual({ address: 'ada@example.test' });
    // Anybody may have typed the address: nobody's words go there unread.
    const { occasion, ideas, budget, name } = content();
    for (const typed of [occasion, ...ideas.split('\n'), budget, name]) {
      expect(JSON.stringify(toCustomer)).not.toContain(typed);
    }
    const [, link = ''] = /\/ask\/([0-9a-z]+)/.exec(toCustomer?.text ?? '') ?? [];
    expect(await openRequest(shop, link)).toEqual(request);
  });

  test('is answered on its page, where nothing that the other has written is missed', async () => {
    const { shop, place, pass, mail } = await openShop(await fresh());
    await place(1);
    await mail();
    const reply = (text: string, last: number) => replyToRequest(shop, token(1), { text, last });
    expect(await reply(' \n', 0)).toMatchObject({ reason: 'invalid' });
    // The same form twice.
    expect(await Promise.all([reply('Blue.\n', 0), reply('Blue.', 0)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await reply('Red.', 0)).toEqual({ ok: false, reason: 'conflict' });
    expect(await reply('Red.', 1)).toEqual({ ok: true });
    expect((await openRequest(shop, token(1)))?.messages).toMatchObject([
      { number: 1, author: 'customer', text: 'Blue.' },
      { number: 2, author: 'customer', text: 'Red.' },
    ]);
    const mails = await mail();
    expect(mails.map(({ to }) => to)).toEqual(['cafe', 'cafe']);
    expect(mails.map(({ text }) => /written:\n(\w+)/.exec(text)?.[1]).sort()).toEqual([
      'Blue',
      'Red',
    ]);
    expect(await replyToRequest(shop, token(2), { text: 'Hi', last: 0 })).toMatchObject({
      reason: 'unknown',
    });
    pass(3);
    expect(await reply('Green.', 2)).toEqual({ ok: false, reason: 'over' });
  });

  test('is refused to a customer who waits for three answers, and to a script for many', async () => {
    const { shop, place } = await openShop(await fresh());
    for (const each of [1, 2, 3]) expect(await place(each)).toMatchObject({ ok: true });
    expect(await place(4)).toEqual({ ok: false, reason: 'too-many' });
    expect(await place(5, { email: '', phone: '+44 7700 900123' })).toMatchObject({
      reason: 'too-many',
    });
    for (let each = 10; each < 207; each += 1) {
      const phone = `020 7946 ${String(each).padStart(4, '0')}`;
      expect(await place(each, { email: '', phone })).toMatchObject({ ok: true });
    }
    const next = { email: 'next@example.test', phone: '' };
    expect(await place(300, next)).toEqual({ ok: false, reason: 'too-busy' });
    expect(await listRequests(shop, { limit: 300 })).toHaveLength(200);
  });
});
