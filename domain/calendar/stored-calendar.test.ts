import { describe, expect, test } from 'vitest';
import { sampleSeed } from '#test/samples.ts';
import { Day } from './day.ts';
import { changeBetween, type DayChange, withDays } from './stored-calendar.ts';

const days = (...texts: string[]) => texts.map((text) => Day.parse(text));

/** A calendar without collections on 5 and 19 December. */
function openCalendar() {
  let { calendar } = sampleSeed();
  return {
    /** @returns the days that have changed, soonest first; undefined if none has. */
    make(wanted: Day[], change: DayChange, reason?: string) {
      const before = calendar;
      calendar = withDays(before, wanted, change, reason);
      return changeBetween(before, calendar)?.days.map(({ day }) => day);
    },
    now: () => calendar,
  };
}

describe('single days', () => {
  test('are closed, and which were open is said', () => {
    const { make, now } = openCalendar();
    const wanted = days('2027-03-02', '2026-12-05', '2027-03-01');
    expect(make(wanted, 'stop-collections')).toEqual(days('2027-03-01', '2027-03-02'));
    expect(make(wanted, 'stop-collections')).toBeUndefined();
    expect(make(wanted, 'close')).toEqual(days('2026-12-05', '2027-03-01', '2027-03-02'));
    expect(make(wanted, 'close')).toBeUndefined();
    expect(make([], 'close')).toBeUndefined();
    expect(Object.entries(now().days).map(([day, { is }]) => `${day} ${is}`)).toEqual([
      '2026-12-05 closed',
      '2026-12-19 no-collections',
      '2027-03-01 closed',
      '2027-03-02 closed',
    ]);
  });

  test('are opened again, and which were closed is said', () => {
    const { make, now } = openCalendar();
    const wanted = days('2026-12-19', '2026-12-20');
    expect(make(wanted, 'reopen')).toEqual(days('2026-12-19'));
    expect(make(wanted, 'reopen')).toBeUndefined();
    expect(make([], 'reopen')).toBeUndefined();
    expect(now().days).toEqual({ '2026-12-05': { is: 'no-collections' } });
  });

  test('leave the other rules as they are', () => {
    const { make, now } = openCalendar();
    const changes = ['close', 'stop-collections', 'reopen', 'open', 'end-opening'] as const;
    for (const each of changes) make(days('2027-03-01'), each);
    expect(now()).toEqual(sampleSeed().calendar);
  });

  test('keep their reason when they are closed again without one', () => {
    const { make, now } = openCalendar();
    const wanted = days('2026-12-05', '2027-03-01');
    const reasons = () => wanted.map((day) => now().days[day]?.reason);
    make(wanted, 'close', 'Staff training');
    expect(reasons()).toEqual(['Staff training', 'Staff training']);
    expect(make(wanted, 'close')).toBeUndefined();
    expect(reasons()).toEqual(['Staff training', 'Staff training']);
    make(wanted, 'close', '');
    expect(reasons()).toEqual([undefined, undefined]);
  });

  test('are open in spite of the rules, until they are closed', () => {
    const { make, now } = openCalendar();
    const wanted = days('2026-12-05', '2026-12-06');
    expect(make(wanted, 'open')).toEqual(wanted);
    expect(now().days).toEqual({
      '2026-12-05': { is: 'open' },
      '2026-12-06': { is: 'open' },
      '2026-12-19': { is: 'no-collections' },
    });
    expect(make(wanted, 'reopen')).toBeUndefined();
    make(days('2026-12-06'), 'close');
    expect(now().days).toEqual({
      '2026-12-05': { is: 'open' },
      '2026-12-06': { is: 'closed' },
      '2026-12-19': { is: 'no-collections' },
    });
  });
});
