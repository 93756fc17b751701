import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, asDay } from '#domain/calendar/days.ts';
import {
  BUDGET_MAX,
  firstRequestDay,
  IDEAS_MAX,
  lastRequestDay,
  OCCASION_MAX,
  REQUEST_FIELDS,
  type RequestField,
  readRequestForm,
} from './request-form.ts';

const TODAY = asDay('2028-02-28');
const TYPED: Record<RequestField, string> = {
  occasion: ' Birthday ',
  people: '12',
  day: '2028-02-29',
  ideas: 'A dinosaur.\r\n\r\nGreen. \n',
  budget: '£60–80',
  name: 'Ada',
  email: '',
  phone: '07700 900123',
};

function read(changes: Partial<Record<RequestField, string>>) {
  return readRequestForm((field) => ({ ...TYPED, ...changes })[field], TODAY);
}

function problemsOf(changes: Partial<Record<RequestField, string>>): string[] {
  const form = read(changes);
  return form.ok ? [] : Object.keys(form.problems);
}

test('a request is read without what is around its texts', () => {
  expect(read({})).toEqual({
    ok: true,
    content: {
      ...TYPED,
      occasion: 'Birthday',
      people: 12,
      ideas: 'A dinosaur.\n\nGreen.',
    },
  });
});

test('any day from tomorrow on for two years can be asked for', () => {
  const last = lastRequestDay(TODAY);
  for (const day of [firstRequestDay(TODAY), last]) expect(problemsOf({ day })).toEqual([]);
  for (const day of ['', TODAY, addDays(TODAY, -1), addDays(last, 1), '2028-02-30', 'soon']) {
    expect(problemsOf({ day })).toEqual(['day']);
  }
});

test.each([
  ['30', 30],
  ['about 30', 30],
  ['25 to 30 people', 30],
  ['25–30', 30],
  ['30ish', 30],
])('a cake for “%s” is enough for %i', (people, number) => {
  expect(read({ people })).toMatchObject({ ok: true, content: { people: number } });
});

test.each<[RequestField, string]>([
  ['occasion', ' '],
  ['occasion', 'x'.repeat(OCCASION_MAX + 1)],
  ['people', ''],
  ['people', '0'],
  ['people', '1e3'],
  ['people', 'twelve'],
  ['people', '1001'],
  ['people', '1,200'],
  ['people', '-5'],
  ['people', '12 adults, 5 children'],
  ['ideas', '\n\u200B'],
  ['ideas', '🎂'.repeat(IDEAS_MAX + 1)],
  ['budget', '£'.repeat(BUDGET_MAX + 1)],
  ['name', ''],
  ['name', 'Ada\u202E'],
  ['email', 'ada@example'],
  ['email', 'ada@exa mple.test'],
  ['phone', ''],
  ['phone', '12345'],
])('a problem of %s is told there: “%.20s”', (field, text) => {
  expect(problemsOf({ [field]: text })).toEqual([
    field === 'phone' && text === '' ? 'email' : field,
  ]);
});

test('whatever is typed is read or has problems at its fields, and what is read is read again as it is', () => {
  const typed = fc.record(
    Object.fromEntries(
      REQUEST_FIELDS.map((field) => [
        field,
        fc.oneof(fc.constant(TYPED[field]), fc.string({ unit: 'binary', maxLength: 50 })),
      ]),
    ),
  );
  fc.assert(
    fc.property(typed, (changes) => {
      const form = read(changes);
      if (!form.ok) return Object.keys(form.problems).length > 0;
      const again = readRequestForm((field) => String(form.content[field]), TODAY);
      expect(again).toEqual(form);
      expect(form.content.ideas).not.toMatch(/[\r\0\u202E]/);
      return true;
    }),
  );
});
