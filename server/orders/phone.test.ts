import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { PhoneOrderRequest } from './phone.ts';

const TODAY = londonDay(new Date().toISOString());
const DAY = addDays(TODAY, 10);

const REST = 'That leaves no rest to pay. Stripe takes no payment of less than 30p.';
const LATE = 'That is after the collection. Please choose an earlier day.';

function problemsWith(deposit: [number, number?], validFor?: number): string[] {
  const [amount, restIn] = deposit;
  const cake = { cakeId: null, title: 'Rocket cake', price: 5_000, kind: 'cake', units: 2 };
  const { error } = PhoneOrderRequest.safeParse({
    ...{ id: randomUUID(), name: 'Ada', phone: '07700 900123', email: '' },
    items: [addDays(DAY, 2), DAY].map((day) => ({ ...cake, message: '', day, allergens: [] })),
    deposit: { amount, restBy: restIn === undefined ? null : addDays(TODAY, restIn) },
    ...(validFor !== undefined && {
      quote: { validUntil: addDays(TODAY, validFor), holdsDay: false, message: '' },
    }),
  });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(' ')}: ${message}`);
}

test.each([
  ['a deposit and its rest', problemsWith([5_000, 10], 10), []],
  ['a rest at the counter', problemsWith([30], 10), []],
  [
    'a deposit of too little',
    problemsWith([29]),
    ['deposit amount: Stripe takes no payment of less than 30p.'],
  ],
  ['a rest of too little', problemsWith([9_971]), [`deposit amount: ${REST}`]],
  ['more than the total', problemsWith([10_001]), [`deposit amount: ${REST}`]],
  ['a rest after the first collection', problemsWith([30, 11]), [`deposit restBy: ${LATE}`]],
  ['a quote beyond the first collection', problemsWith([30], 11), [`quote validUntil: ${LATE}`]],
  [
    'a quote beyond the rest',
    problemsWith([30, 5], 6),
    ['quote validUntil: That is after the day of the rest. Please choose an earlier day.'],
  ],
])('terms: %s', (_, problems, expected) => {
  expect(problems).toEqual(expected);
});
