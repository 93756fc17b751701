import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { replay } from '#test/replay-trail.ts';
import { NOON, sampleOrder } from '#test/samples.ts';
import { type NewEvent, parseEvent } from './trail.ts';

const day = Day.parse('2026-12-01');
const other = sampleOrder().id;

/** The events as they are read back. */
function trailOf(...events: NewEvent[]) {
  return events.map((event, id) => {
    const stored = parseEvent({ personId: null, ...event, id, at: NOON });
    if (!stored) throw new Error(`${event.kind} cannot be read back.`);
    return stored;
  });
}

const placed = { kind: 'placed', actor: 'customer', facts: { total: 4800 } } as const;
const funded = { kind: 'funded', actor: 'stripe', facts: {} } as const;
const notified = { kind: 'notified', actor: 'shop', facts: {} } as const;

describe('the trail of an order', () => {
  test('gives its state, payment, refunds and what was made on each day', () => {
    const reversals = [
      {
        id: 're_1',
        kind: 'refund' as const,
        payment: 'cs_1',
        amount: 100,
        state: 'succeeded',
        at: NOON,
      },
    ];
    const tick = { kind: 'fulfilment', actor: 'staff', personId: 'anna' } as const;
    const trail = trailOf(
      placed,
      { kind: 'replaced', actor: 'customer', facts: { by: other } },
      { kind: 'processing', actor: 'stripe', facts: {} },
      { kind: 'expired', actor: 'stripe', facts: { payment: 'failed' } },
      funded,
      { ...tick, facts: { day, from: 'to-make', fulfilment: 'ready' } },
      notified,
      { ...tick, facts: { day, from: 'ready', fulfilment: 'collected' } },
      { kind: 'reversed', actor: 'stripe', facts: { reversals } },
      { kind: 'anonymised', actor: 'shop', facts: {} },
    );
    expect(replay(trail)).toEqual({
      state: 'paid',
      payment: 'none',
      fulfilment: new Map([[day, 'collected']]),
      moves: [],
      reversals,
      replacedBy: other,
      isCancelled: false,
      isAnonymised: true,
      isComplete: true,
    });
    expect(replay(trail.slice(0, 4))).toMatchObject({ state: 'expired', payment: 'failed' });
  });

  test('leaves out what is damaged', () => {
    const event = { id: 1, at: NOON, actor: 'shop', personId: null };
    for (const unknown of [
      { ...event, kind: 'baked', facts: {} },
      { ...event, kind: 'fulfilment', facts: { day: 'tomorrow' } },
      { ...event, kind: 'expired', facts: undefined },
    ]) {
      expect(parseEvent(unknown)).toBeUndefined();
    }
  });
});
