import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { londonDay } from '#domain/calendar/days.ts';
import type { Order } from '#domain/orders/order.ts';
import { AWKWARD, NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { readSearch, searchTexts } from './search-text.ts';

const customer = { name: 'Zoë  Straße', email: 'zoe@example.org', phone: '+44 (0)7700 900123' };
const order = sampleOrder({
  number: '4KX7WP',
  customer,
  items: [sampleItem({ message: 'Χρόνια Πολλά ΟΔΥΣΣΕΥΣ' }), sampleItem({ message: AWKWARD })],
});

const TODAY = londonDay(NOON);

/** Whether a search finds the order, by its number, by a text, or by how to reach the customer. */
const finds = (typed: string, changes: Partial<Order['customer']> = {}, paymentEmail?: string) => {
  const texts = searchTexts({ ...order, customer: { ...customer, ...changes }, paymentEmail });
  const search = readSearch(typed, TODAY);
  if (!search || 'day' in search) return '';
  if (search.number === order.number) return 'number';
  if (search.words.every((word) => texts.search.includes(word))) return 'text';
  return search.contactTerms.some((term) => texts.search_contact.includes(term)) ? 'contact' : '';
};

describe('a search', () => {
  test.each([
    ['half a name', 'zo'],
    ['another case', 'ZOË STRASSE'],
    ['no accents', 'zoe str'],
    ['decomposed accents', 'zoe\u0308'],
    ['other spaces', ' zoë\tstraße '],
    ['a capital ß', 'straẞe'],
    ['a message', 'πολλα'],
    ['half a Greek word that ends in sigma', 'οδυσς'],
    ['an emoji', '🎂'],
    ['part of the number', '4kx7'],
    ['a cake', 'victoria spo'],
    ['a cake and its size', 'Victoria Sponge 8 in'],
    ['words in another order', '8 in  zoë vic'],
  ])('finds by %s', (_, typed) => expect(finds(typed)).toBe('text'));

  test.each(['4KX7WP', '#4kx7wp', '4kx 7wp', 'Order 4KX7WP', ' # 4KX-7WP '])(
    'finds the order by its number as %j',
    (typed) => expect(finds(typed)).toBe('number'),
  );

  const APOSTROPHES = ["'", '’', '‘', 'ʼ', '´', '`', '′', '＇'];
  test.each(APOSTROPHES)('finds a name with any apostrophe by one with %s', (typed) => {
    for (const stored of ['', ...APOSTROPHES]) {
      expect(finds(`o${typed}brien`, { name: `Seán O${stored}Brien` })).toBe('text');
      expect(finds('obrien', { name: `Seán O${stored}Brien` })).toBe('text');
    }
  });

  test.each([
    ['Smith–Jones', 'smith-jones'],
    ['Smith-Jones', 'smith jones'],
    ['Smith Jones', 'Smith\u2011Jones'],
    ['Søren Łukasz', 'soren lukasz'],
    ['Soren', 'SØREN'],
    ['Æneas', 'aeneas'],
    ['“Bob”', '"bob"'],
  ])('finds the name %s by %s', (name, typed) => expect(finds(typed, { name })).toBe('text'));

  test.each([
    ['zoe@example.org', 'contact'],
    ['ZOE@Example.org', 'contact'],
    ['@example.o', 'contact'],
    ['zoe@', 'contact'],
    ['bak', 'contact'],
    ['example', ''],
    ['org', ''],
  ])('finds an e-mail address by %s: %j', (typed, found) =>
    expect(finds(typed, { name: 'Ada' }, 'baker@example.com')).toBe(found),
  );

  test.each(['28 nov', 'Sat 28 November', '2026-11-28', '28/11'])('reads %j as a day', (typed) =>
    expect(readSearch(typed, TODAY)).toEqual({ day: '2026-11-28' }),
  );

  test.each([
    ['o’brien 28th', 'OBRIEN'],
    ['28 nov o’brien', 'OBRIEN'],
    ['carrot Sat 28 November 2026', 'CARROT'],
  ])('reads %j as a word and a day', (typed, word) =>
    expect(readSearch(typed, TODAY)).toMatchObject({
      onDay: { day: '2026-11-28', words: [word] },
    }),
  );

  test.each([
    ['07700900123', '+44 7700 900123'],
    ['07700 900123', '07700900123'],
    ['+447700900123', '0 7700 / 900-123'],
    ['0044 7700 900123', '(07700) 900123'],
    ['020 7946 0123', '7946 0123'],
  ])('finds the phone %s by %s', (phone, typed) => expect(finds(typed, { phone })).toBe('contact'));

  test.each(['bob', 'zoex@', '77 00 1', '_', 'zoe%str', '4KX7WQ'])('finds nothing by %j', (typed) =>
    expect(finds(typed)).toBe(''),
  );

  test.each(['', '   ', '\u0000', '\u0301', '’', '#'])('without letters, as %j, is none', (typed) =>
    expect(readSearch(typed, TODAY)).toBeUndefined(),
  );

  test('finds each name by each of its parts, in any case', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), fc.boolean(), (name, from, length, upper) => {
        const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
        const start = from % letters.length;
        const part = letters.slice(start, start + 1 + (length % letters.length)).join('');
        const { search } = searchTexts({ ...order, customer: { ...customer, name } });
        const read = readSearch(upper ? part.toUpperCase() : part.toLowerCase(), TODAY);
        for (const word of read && 'words' in read ? read.words : [])
          expect(search).toContain(word);
      }),
      { numRuns: 500 },
    );
  });
});
