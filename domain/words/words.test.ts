import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { words } from '#cafe/words.ts';
import { describeWeek } from './hours.ts';
import { cafeOf, readWords, Words, type WordsKey, writeWords } from './words.ts';

/** Reads a form of the demo cafe with some fields changed. */
function read(key: WordsKey, fields: Record<string, string>) {
  const typed = writeWords(key, words);
  return readWords(key, { ...typed, fields: { ...typed.fields, ...fields } });
}

describe('a phone number', () => {
  test('becomes a link with the country', () => {
    const linksOf = (fields: Record<string, string>) => {
      const { value } = Object(read('contact', fields));
      return cafeOf({ ...words, contact: Words.shape.contact.parse(value) }).contact;
    };
    expect(linksOf({ whatsapp: '+353 1 555 0100' })).toMatchObject({
      whatsapp: { display: '+353 1 555 0100', number: '35315550100' },
    });
    for (const phone of [
      '020 7946 0999',
      '+44 (0)20 7946 0999',
      '0044 (0) 20 7946 0999',
      '(020) 7946 0999',
    ]) {
      expect(linksOf({ phone })).toMatchObject({ phone: { display: phone, tel: '+442079460999' } });
    }
  });

  test.each(['', 'ring us', '123', '020 7946 0000 ext 7', '+44 020 7946 0000'])(
    '%j is refused at its field',
    (phone) => {
      expect(read('contact', { phone })).toMatchObject({ problems: { phone: expect.anything() } });
    },
  );
});

test.each([
  'javascript:alert(1)',
  'instagram.com/us',
  'http://insecure.example',
  'data:text/html,x',
])('the link %s is refused', (instagram) => {
  expect(read('contact', { instagram })).toMatchObject({
    problems: { instagram: expect.stringContaining('https://') },
  });
});

test('an address that is left out has no link', () => {
  const { value } = Object(read('contact', { whatsapp: ' ', instagram: '' }));
  expect(Object.keys(value)).not.toEqual(expect.arrayContaining(['whatsapp']));
  expect(Object.keys(value)).not.toEqual(expect.arrayContaining(['instagram']));
});

test('customers are told that it is ready by a tap, by the tick, or not', () => {
  expect(Object(read('collection', { ready: '', reviews: '' })).value).toEqual(words.collection);
  expect(read('collection', { ready: 'tick' })).toMatchObject({ value: { ready: 'tick' } });
  expect(read('collection', { ready: 'always' })).toMatchObject({
    problems: { ready: 'Choose one, please.' },
  });
});

test('a cafe has one map, or none', () => {
  expect(read('contact', { map: 'a.jpg' })).toMatchObject({ value: { map: 'a.jpg' } });
  expect(Object(read('contact', { map: '' })).value.map).toBeUndefined();
  expect(read('contact', { map: 'a.jpg b.jpg' })).toMatchObject({
    problems: { map: expect.stringContaining('at most 1') },
  });
});

test('the symbols that are piped are no words', () => {
  expect(read('piping', { symbols: '♥ ★' })).toMatchObject({ value: '♥ ★' });
  expect(read('piping', { symbols: '' })).toMatchObject({ value: '' });
  expect(read('piping', { symbols: 'hearts' })).toMatchObject({
    problems: { symbols: 'Write the symbols alone, such as ♥ ★.' },
  });
});

describe('a hostile text', () => {
  test('keeps its markup as text, its emoji and its writing, and loses what cannot be seen', () => {
    const text = '<script>alert(1)</script> 🎂 كعكة\u202e\u200b\u0000 & more';
    expect(read('welcome', { text })).toMatchObject({
      value: { text: '<script>alert(1)</script> 🎂 كعكة & more' },
    });
  });

  test('of 10,001 letters is refused, with how many fit', () => {
    expect(read('terms', { text: `# A\n${'a'.repeat(10_001)}` })).toMatchObject({
      problems: { text: 'This has 10,005 characters, and 10,000 fit. Make it shorter.' },
    });
  });

  test('never makes a form that throws, or words that cannot be stored', () => {
    const rows = fc.array(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), {
      maxLength: 3,
    });
    const fields = fc.record({
      introduction: fc.string({ unit: 'binary' }),
      text: fc.string(),
      phone: fc.string(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...Words.keyof().options), fields, rows, (key, typed, list) => {
        const result = readWords(key, { fields: { ...typed }, rows: list });
        if (result.ok) expect(Words.shape[key].parse(result.value)).toEqual(result.value);
      }),
    );
  });
});

describe('the text of a policy', () => {
  test('keeps a line break within a paragraph, and titles may be equal', () => {
    const text = '# One\na\nb\n\nc\n# One\n# Two\nd';
    const parts = [
      { title: 'One', paragraphs: ['a\nb', 'c'] },
      { title: 'One', paragraphs: [] },
      { title: 'Two', paragraphs: ['d'] },
    ];
    expect(read('terms', { text })).toMatchObject({ value: { parts } });
  });

  test('starts with a title and names only what can be filled in', () => {
    expect(read('terms', { text: 'No title' })).toMatchObject({
      problems: { text: expect.stringContaining('Start with a title') },
    });
    expect(read('terms', { text: '# A\nFor {retention} days.' })).toMatchObject({
      problems: { text: expect.stringContaining('There is no {retention}.') },
    });
  });
});

describe('a week', () => {
  const open = (weekday: number, opens = '08:00', closes = '18:00') => ({ weekday, opens, closes });

  test.each([
    [[1, 2, 3, 4, 5, 6, 7].map((day) => open(day)), ['Every day, 8am to 6pm']],
    [
      [open(2), open(3), open(6, '09:30', '13:00')],
      [
        'Tuesday and Wednesday, 8am to 6pm',
        'Saturday, 9.30am to 1pm',
        'Closed on Mondays, Thursdays, Fridays and Sundays',
      ],
    ],
  ])('is said in words', (week, lines) => {
    expect(describeWeek(week)).toEqual(lines);
  });

  test('has a time to close after the time to open', () => {
    const rows = writeWords('hours', words).rows.with(0, { opens: '18:00', closes: '08:00' });
    expect(readWords('hours', { fields: {}, rows })).toMatchObject({
      problems: { '0.closes': expect.anything() },
    });
  });
});
