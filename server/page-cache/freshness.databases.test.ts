/** @module-tag nightly */
import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { changePrice, setHidden, setPrice } from '#test/edit-cake.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { JsonPage, jsonPages } from '#test/json-pages.ts';
import { samplePrice } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const SIZE = 'berry-drip-cake-6';
const HIDDEN = { category: 'celebration-cakes', id: 'red-velvet-cake' };
const CATEGORY = '/cakes/celebration-cakes';
const CAKE = `${CATEGORY}/berry-drip-cake`;
const PAGES = ['/', '/_.data', CATEGORY, `${CATEGORY}.data`, CAKE, `${CAKE}.data`];
const HIDDEN_PAGE = `/cakes/${HIDDEN.category}/${HIDDEN.id}`;
const ENCODINGS = ['br', 'gzip', 'identity'];

const READERS = 6;
const ROUNDS = 12;

describe.each(bothDatabases)('a cached page on $name', ({ stocked }) => {
  test('is never older than a change acknowledged before the request', async () => {
    const place = await stocked();
    const { origins, shop } = await openTestShop({
      where: place.where,
      servers: 2,
      jobs: false,
      site: jsonPages,
    });
    // Of another server; now and then a change comes from a server itself.
    const owner = await place.open();
    // What has been acknowledged. It only ever grows: prices rise, days close, the cake is hidden.
    const acknowledged: { price: number; closed: Day[]; hidden: boolean } = {
      price: 0,
      closed: [],
      hidden: false,
    };
    let isOver = false;
    let read = 0;

    async function readOne(turn: number): Promise<void> {
      const { price, closed, hidden } = acknowledged;
      const path = turn % 7 === 0 ? HIDDEN_PAGE : (PAGES[turn % PAGES.length] ?? '/');
      const answer = await fetch(`${origins[turn % 2]}${path}`, {
        headers: { 'Accept-Encoding': ENCODINGS[turn % ENCODINGS.length] ?? '' },
      });
      const text = await answer.text();
      read += 1;
      if (answer.status === 404) return expect(path).toBe(HIDDEN_PAGE);
      if (hidden) expect(path).not.toBe(HIDDEN_PAGE);
      const page = JsonPage.parse(JSON.parse(text));
      expect(page.prices[SIZE]).toBeGreaterThanOrEqual(price);
      expect(page.forbiddenDays).toEqual(expect.arrayContaining(closed));
    }

    async function readOn(reader: number): Promise<void> {
      for (let turn = reader; !isOver; turn += 1) await readOne(turn);
    }

    async function change(): Promise<void> {
      const first = Day.parse('2040-01-01');
      for (let round = 1; round <= ROUNDS; round += 1) {
        const price = 10_000 + round;
        if (round % 4 > 0) await setPrice(owner, samplePrice(SIZE, price));
        else await changePrice(shop, { cake: 'berry-drip-cake', size: '6', price });
        acknowledged.price = price;
        const day = addDays(first, round);
        await forbidDays(owner, [day]);
        acknowledged.closed = [...acknowledged.closed, day];
        if (round === ROUNDS / 2) {
          await setHidden(owner, HIDDEN.id, true);
          acknowledged.hidden = true;
        }
        // Each state is read, and so kept, before the next.
        const enough = read + READERS;
        while (read < enough) await readOne(read);
      }
      isOver = true;
    }

    await Promise.all([
      change(),
      ...Array.from({ length: READERS }, (_, reader) => readOn(reader)),
    ]);
    expect(read).toBeGreaterThan(ROUNDS * READERS);
  });

  test('expires when the day ends in London', async () => {
    let now = '2026-07-01T22:59:59.999Z';
    const { where } = await stocked();
    const { origin } = await openTestShop({
      where,
      jobs: false,
      clock: { now: () => now },
      site: jsonPages,
    });
    const today = async () => JsonPage.parse(await (await fetch(`${origin}${CAKE}`)).json()).today;
    expect(await today()).toBe('2026-07-01');
    now = '2026-07-01T23:00:00.000Z';
    expect(await today()).toBe('2026-07-02');
  });
});
