import { expect, test } from 'vitest';
import type { OrderEvent } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import type { Reversal } from '#domain/orders/reversal.ts';
import type { Role } from '#domain/staff/person.ts';
import { NOON, sampleItem } from '#test/samples.ts';
import { eventInWords } from './event-words.ts';
import { moneyBack } from './reversal-words.ts';

const items = [sampleItem({ title: 'Victoria Sponge' }), sampleItem({ title: 'Red Velvet' })];
const wordsOf = (trail: OrderEvent[], role: Role = 'owner') =>
  trail.map((event) => eventInWords(event, { items, order: undefined, emails: [], trail }, role));

const refund = (id: string, state: string, amount: number): Reversal => ({
  id,
  kind: 'refund',
  payment: 'cs_1',
  state,
  amount,
  at: NOON,
});
const reversed = (id: number, reversals: Reversal[]): OrderEvent => ({
  id,
  at: NOON,
  actor: 'stripe',
  personId: null,
  kind: 'reversed',
  facts: { reversals },
});

test('the history says of each refund what has changed', () => {
  const dispute: Reversal = { ...refund('dp', 'needs_response', 6200), kind: 'dispute' };
  const trail = [
    reversed(1, [refund('a', 'pending', 1250)]),
    reversed(2, [refund('a', 'succeeded', 1250)]),
    reversed(3, [refund('a', 'succeeded', 1250), refund('b', 'succeeded', 300)]),
    reversed(4, [refund('a', 'failed', 1250), refund('b', 'succeeded', 300), dispute]),
  ];
  expect(wordsOf(trail)).toEqual([
    'Refund of £12.50 on its way',
    'Refund of £12.50 sent back',
    'Refund of £3 sent back',
    'Refund of £12.50 returned by the bank: the customer does not have it; Dispute of £62 by the customer’s bank: needs your answer',
  ]);
  expect(wordsOf(trail, 'kitchen').join()).not.toContain('£');
});

test('a dispute in another currency is in pounds once they have left the balance', () => {
  const claimed = { amount: 5760, currency: 'eur' };
  const dispute: Reversal = { ...refund('dp', 'needs_response', 0), kind: 'dispute', claimed };
  const pending: Reversal = { ...dispute, isPending: true };
  const taken: Reversal = { ...dispute, amount: 4910 };
  const ended: Reversal = { ...taken, state: 'under_review' };
  expect(wordsOf([reversed(1, [pending]), reversed(2, [taken]), reversed(3, [ended])])).toEqual([
    'Dispute of €57.60, nothing taken by the customer’s bank: needs your answer',
    'Dispute of £49.10 for €57.60 by the customer’s bank: needs your answer',
    'Dispute of £49.10 for €57.60 by the customer’s bank: answered, the bank decides',
  ]);
  const answerBy = NOON;
  expect(
    moneyBack([
      { ...pending, answerBy },
      { ...ended, id: 'du', answerBy },
    ]),
  ).toMatchObject([
    {
      what: 'Disputed, Fri 20 Nov: needs your answer, answer by Friday 20 November 2026',
      amount: '€57.60, nothing taken',
    },
    { what: 'Disputed, Fri 20 Nov: answered, the bank decides', amount: '£49.10 for €57.60' },
  ]);
  const waiting: Reversal = { ...refund('re', 'pending', 1250), isPending: true };
  expect(moneyBack([waiting])).toMatchObject([
    { what: 'Refund, Fri 20 Nov: on its way', amount: '£12.50, not sent yet' },
  ]);
});

test('the history names the cakes if not all were moved', () => {
  const [from, to] = [Day.parse('2026-12-01'), Day.parse('2026-12-02')];
  const moved = (id: number, positions: number[]): OrderEvent => ({
    id,
    at: NOON,
    actor: 'staff',
    personId: null,
    kind: 'moved',
    facts: { from, to, positions },
  });
  expect(wordsOf([moved(2, [0, 1]), moved(3, [1])])).toEqual([
    'Moved from Tue 1 Dec to Wed 2 Dec',
    'Red Velvet moved from Tue 1 Dec to Wed 2 Dec',
  ]);
});

test('the history names what was taken off, and its price for those who may read it', () => {
  const taken = (positions: number[], undoes?: 'addition'): OrderEvent => ({
    id: 1,
    at: NOON,
    actor: 'staff',
    personId: 'anna',
    kind: 'taken-off',
    facts: {
      taking: '8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
      amount: 4800,
      surplus: 4800,
      kept: 0,
      positions,
      days: [Day.parse('2026-12-01')],
      undoes,
    },
  });
  expect(wordsOf([taken([1])])).toEqual(['Taken off: Red Velvet, £48']);
  expect(wordsOf([taken([1])], 'kitchen')).toEqual(['Taken off: Red Velvet']);
  // Its name was removed with the customer's.
  expect(wordsOf([taken([7])])).toEqual(['Taken off: something, £48']);
  expect(wordsOf([taken([1], 'addition')])).toEqual(['Not added after all']);
});

test('the history names the year of a day that was far away', () => {
  const [near, far] = [Day.parse('2026-12-05'), Day.parse('2028-05-06')];
  const moved: OrderEvent = {
    ...{ id: 1, at: NOON, actor: 'staff', personId: 'anna', kind: 'moved' },
    facts: { from: near, to: far, positions: [0, 1] },
  };
  expect(wordsOf([moved])).toEqual(['Moved from Sat 5 Dec to Sat 6 May 2028']);
});
