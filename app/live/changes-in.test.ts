import { expect, test } from 'vitest';
import { changesIn, isWhole } from './changes-in.ts';
import { says } from './says.ts';

const put = (data: unknown) => changesIn({ type: 'put', data });

test('one record is one change', () => {
  const record = { id: 'lemon-drizzle', category: ['tea-time-treats'] };
  const [change] = put(JSON.stringify({ path: '/cakes/lemon-drizzle', data: record }));
  expect(change).toEqual({ path: '/cakes/lemon-drizzle', record });
});

test('several records of one parent are a change each', () => {
  const data = { '2026-12-24': true, '2026-12-27': null };
  expect(
    changesIn({
      type: 'patch',
      data: JSON.stringify({ path: '/calendar/forbiddenDays', data }),
    }),
  ).toEqual([
    { path: '/calendar/forbiddenDays/2026-12-24', record: true },
    { path: '/calendar/forbiddenDays/2026-12-27', record: null },
  ]);
});

test('a topic or everything is known to be whole', () => {
  const whole = ['/', '/cakes', '/cakes/7', '/calendar/forbiddenDays/2026-12-24'].map((path) =>
    isWhole({ path, record: {} }),
  );
  expect(whole).toEqual([true, true, false, false]);
});

test.each(['', 'null', '7', '{"path":7,"data":{}}', '{"data":{}}', '{'])(
  'what cannot be read says nothing: %j',
  (data) => {
    expect(put(data)).toEqual([]);
  },
);

test('a record is asked for a value in a field, or among others in it', () => {
  const cake = { kind: 'cake', category: ['doughnuts', 'seasonal-treats'] };
  expect(says(cake, 'kind', 'cake')).toBe(true);
  expect(says(cake, 'category', 'seasonal-treats')).toBe(true);
  expect(says(cake, 'category', 'cup-cakes')).toBe(false);
  expect(says(null, 'kind', 'cake')).toBe(false);
});
