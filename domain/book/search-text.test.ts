import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWKWARD, sampleItem, sampleOrder } from '#test/samples.ts';
import { searchTerms, searchText } from './search-text.ts';

const customer = { name: 'Zoë  Straße', email: 'zoe@example.org', phone: '+44 (0)7700 900123' };
const order = sampleOrder({
  number: '4KX7WP',
  customer,
  items: [sampleItem({ message: 'Χρόνια Πολλά ΟΔΥΣΣΕΥΣ' }), sampleItem({ message: AWKWARD })],
});

const finds = (typed: string, phone = customer.phone) => {
  const text = searchText({ ...order, customer: { ...customer, phone } });
  return searchTerms(typed).some((term) => text.includes(term));
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
  ])('finds by %s', (_, typed) => expect(finds(typed)).toBe(true));

  test.each([
    ['07700900123', '+44 7700 900123'],
    ['07700 900123', '07700900123'],
    ['+447700900123', '0 7700 / 900-123'],
    ['0044 7700 900123', '(07700) 900123'],
    ['020 7946 0123', '7946 0123'],
  ])('finds the phone %s by %s', (phone, typed) => expect(finds(typed, phone)).toBe(true));

  test.each(['bob', 'zoë@', '77 00 1', '_', 'zoe%str', '4KX7WQ'])('finds nothing by %j', (typed) =>
    expect(finds(typed)).toBe(false),
  );

  test.each(['', '   ', '\u0000', '\u0301'])('without letters, as %j, has no terms', (typed) =>
    expect(searchTerms(typed)).toEqual([]),
  );

  test('finds each name by each of its parts, in any case', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), fc.boolean(), (name, from, length, upper) => {
        const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
        const start = from % letters.length;
        const part = letters.slice(start, start + 1 + (length % letters.length)).join('');
        const text = searchText({ ...order, customer: { ...customer, name } });
        const terms = searchTerms(upper ? part.toUpperCase() : part.toLowerCase());
        for (const term of terms.slice(0, 1)) expect(text).toContain(term);
      }),
      { numRuns: 500 },
    );
  });
});
