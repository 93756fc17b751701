import { expect, test } from 'vitest';
import { parseEvent } from '#domain/book/trail.ts';
import type { Reversal } from '#domain/orders/order.ts';
import { at, sampleOrder } from '#test/samples.ts';
import { estimateEntries } from './estimate-entries.ts';

const charge = { kind: 'charge', id: 'cs_1', amount: 9600, paymentId: null, isEstimate: true };

function reversal(changes: Partial<Reversal>): Reversal {
  return { id: 're_1', kind: 'refund', amount: 100, state: 'succeeded', at: at(60), ...changes };
}

/** The events, each ten seconds after the one before. */
function trailOf(...events: ['funded' | 'reversed', object][]) {
  return events.map(([kind, facts], id) => {
    const event = { id, kind, facts, actor: 'stripe', personId: null, at: at(10 * id + 10) };
    const parsed = parseEvent(event);
    if (!parsed) throw new Error('This is no event.');
    return parsed;
  });
}

test('the charge has the time of the trail, or that of placing', () => {
  const order = sampleOrder({ checkoutId: 'cs_1' });
  expect(estimateEntries(order, trailOf(['funded', {}]))).toEqual([{ ...charge, at: at(10) }]);
  expect(estimateEntries(order, [])).toEqual([{ ...charge, at: order.placedAt }]);
});

test.each<[string, Partial<Reversal>, string[]]>([
  ['succeeded', {}, ['refund 60']],
  ['pending', { state: 'pending' }, ['refund 60']],
  ['failed', { state: 'failed' }, ['refund 60', 'refund-failed 30']],
  ['canceled', { state: 'canceled' }, ['refund 60', 'refund-failed 30']],
  ['pending, with nothing sent', { state: 'pending', isPending: true }, []],
  ['given at the counter', { id: 'counter-1' }, []],
  ['given at the counter and taken back', { id: 'counter-1', state: 'canceled' }, []],
])('a refund that is %s', (_, changes, expected) => {
  expectEntries(reversal(changes), expected);
});

test.each<[string, string[]]>([
  ['needs_response', ['dispute 60']],
  ['lost', ['dispute 60']],
  ['won', ['dispute 60', 'dispute-won 30']],
  ['warning_needs_response', []],
  ['warning_closed', []],
])('a dispute that is %s', (state, expected) => {
  expectEntries(reversal({ kind: 'dispute', id: 'du_1', state }), expected);
});

function expectEntries(stored: Reversal, expected: string[]): void {
  const order = sampleOrder({ checkoutId: 'cs_1', reversals: [stored] });
  const trail = trailOf(
    ['funded', {}],
    ['reversed', { reversals: [{ ...stored, state: 'before' }] }],
    ['reversed', { reversals: [stored] }],
  );
  const [first, ...entries] = estimateEntries(order, trail);
  expect(first).toMatchObject(charge);
  const seconds = (time: string) => (Date.parse(time) - Date.parse(at(0))) / 1000;
  expect(entries.map(({ kind, at: time }) => `${kind} ${seconds(time)}`)).toEqual(expected);
}
