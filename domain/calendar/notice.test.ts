import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendar as rules } from '#cafe/catalogue.ts';
import { anyDay } from '#test/any-day.ts';
import { rulesFor, rulesForAll } from './cake-rules.ts';
import { firstDay, nextOpenDays, rulesAt, whyClosed } from './collection-days.ts';
import { Day } from './day.ts';
import { addDays, monthAndDay, weekday } from './days.ts';
import { generalRulesText, reasonText } from './reason-text.ts';
import type { DayRules } from './rules.ts';

const day = (text: string) => Day.parse(text);
const SHORT = { opens: '08:00', closes: '12:00' };
const notices = fc.integer({ min: 0, max: 12 });
const MINUTE = 60_000;
const timeOf = (minutes: number) => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** By the law: summer time is from 1am UTC on the last Sunday of March to that of October. */
function inLondon(instant: string) {
  const lastSunday = (month: string) => {
    const last = day(`${instant.slice(0, 4)}-${month}-31`);
    return `${addDays(last, -(weekday(last) % 7))}T01:00:00.000Z`;
  };
  const isSummer = instant >= lastSunday('03') && instant < lastSunday('10');
  const local = new Date(Date.parse(instant) + (isSummer ? 60 * MINUTE : 0)).toISOString();
  return { today: day(local.slice(0, 10)), time: local.slice(11, 16) };
}

/** Rules with a notice in baking days, and what each of them closes. */
const inBakingDays = fc
  .record({
    leadDays: notices,
    closedWeekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 5 }),
    openAnyway: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    closed: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
    withoutCollections: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
    withHours: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
    extra: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
    period: fc.tuple(anyDay, fc.integer({ min: 0, max: 9 })),
    today: anyDay,
  })
  .map(({ today, openAnyway, period: [from, length], leadDays, closedWeekdays, ...single }) => {
    const daysOf = (ahead: number[]) => ahead.map((days) => addDays(today, days));
    const closed = daysOf(single.closed);
    const withoutCollections = daysOf(single.withoutCollections);
    const extra = daysOf(single.extra).filter((each) => !closed.includes(each));
    const withHours = daysOf(single.withHours).filter((each) => !closed.includes(each));
    const changed: DayRules = {
      ...rules,
      leadDays,
      closedWeekdays,
      noticeInBakingDays: true,
      openWithoutCollection: openAnyway.filter((each) => closedWeekdays.includes(each)),
      closedPeriods: [{ from: monthAndDay(from), to: monthAndDay(addDays(from, length)) }],
      days: Object.fromEntries([
        ...withoutCollections.map((each) => [each, { is: 'no-collections' }]),
        ...extra.map((each) => [each, { is: 'open' }]),
        ...withHours.map((each) => [each, { is: 'no-collections', hours: SHORT }]),
        ...closed.map((each) => [each, { is: 'closed' }]),
      ]),
    };
    const periodDays = Array.from({ length: length + 1 }, (_, n) => monthAndDay(addDays(from, n)));
    // A period of another year may go over 29 February, which only leap years have.
    const isInPeriod = (date: string) =>
      periodDays.includes(date) ||
      (date === '02-29' && periodDays.includes('02-28') && periodDays.includes('03-01'));
    const isBakingDay = (each: Day) => {
      if (closed.includes(each)) return false;
      if (extra.includes(each) || withHours.includes(each)) return true;
      const isShut = closedWeekdays.includes(weekday(each)) && !openAnyway.includes(weekday(each));
      return !isShut && !isInPeriod(monthAndDay(each));
    };
    return { today, rules: changed, isBakingDay };
  });

describe('the cut-off', () => {
  test('counts an order as placed on the next day, by the clock in London', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 24 * 60 - 1 }),
        fc.integer({ min: 3 * 60, max: 24 * 60 - 1 }).map(timeOf),
        notices,
        fc.integer({ min: -2, max: 190 }),
        fc.boolean(),
        (date, minutes, cutOff, leadDays, ahead, isInBakingDays) => {
          const now = new Date(Date.parse(date) + minutes * MINUTE).toISOString();
          const { today, time } = inLondon(now);
          const own: DayRules = { ...rules, leadDays };
          if (isInBakingDays) own.noticeInBakingDays = true;
          const chosen = addDays(today, ahead);
          const placed = time < cutOff ? today : addDays(today, 1);
          const closed = whyClosed(chosen, today, rulesAt(now, { ...own, cutOff }));
          // How far ahead counts from today.
          const isTooFar = ahead > own.daysAhead;
          expect(closed).toBe(isTooFar ? 'too-far' : whyClosed(chosen, placed, own));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('changes nothing in a shop without one', () => {
    expect(rulesAt('2026-11-26T23:59:00Z', rules)).toBe(rules);
  });

  test('of yesterday means nothing on a page that was left open', () => {
    const [today, tomorrow] = [day('2026-11-26'), day('2026-11-27')];
    const late = rulesAt('2026-11-26T18:00:00Z', { ...rules, cutOff: '18:00' });
    expect(firstDay(today, late)).toBe('2026-11-30');
    expect(firstDay(tomorrow, late)).toBe('2026-11-30');
    expect(firstDay(addDays(tomorrow, 1), late)).toBe('2026-12-01');
  });

  test('counts for a cake’s own notice, and not for one that is away until a day', () => {
    const today = day('2026-11-26');
    const late = rulesAt('2026-11-26T20:00:00Z', { ...rules, cutOff: '18:00' });
    expect(firstDay(today, rulesFor({ leadDays: 0 }, late, today))).toBe('2026-11-27');
    const unavailableUntil = day('2026-12-10');
    const away = rulesFor({ unavailableUntil }, late, today);
    expect(firstDay(today, away)).toBe(unavailableUntil);
    const why = (own: DayRules) => reasonText('too-soon', day('2026-11-27'), today, own);
    expect(why(away)).toBe('This cake can be collected from Thu 10 Dec');
    expect(why(late)).toBe('We need 3 days’ notice. After 6pm we start tomorrow');
    expect(why(rulesFor({ leadDays: 5 }, late, today))).toBe(
      'We need 5 days’ notice for this cake. After 6pm we start tomorrow',
    );
    expect(reasonText('too-soon', today, today, { ...late, leadDays: 0 })).toBe(
      'After 6pm we start tomorrow',
    );
    expect(generalRulesText(today, late)).toBe(
      'We need 3 days’ notice · Closed on Sundays · After 6pm we start tomorrow',
    );
  });
});

describe('a notice in baking days', () => {
  test('is so many days on which the cafe is open, from the day of the order on', () => {
    fc.assert(
      fc.property(
        inBakingDays,
        fc.integer({ min: 0, max: 60 }),
        ({ today, rules: own, isBakingDay }, ahead) => {
          const chosen = addDays(today, ahead);
          let baked = 0;
          for (let each = today; each < chosen; each = addDays(each, 1)) {
            if (isBakingDay(each)) baked += 1;
          }
          expect(whyClosed(chosen, today, own) === 'too-soon').toBe(baked < own.leadDays);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is never shorter than one in days, and a later order is never collected sooner', () => {
    fc.assert(
      fc.property(inBakingDays, ({ today, rules: own }) => {
        const { noticeInBakingDays: _, ...inDays } = own;
        const first = firstDay(today, own);
        expect(first >= firstDay(today, inDays)).toBe(true);
        expect(firstDay(addDays(today, 1), own) >= first).toBe(true);
      }),
    );
  });

  test('is made no longer by a pause or by days that are full', () => {
    fc.assert(
      fc.property(inBakingDays, ({ today, rules: own }) => {
        const pause = { until: addDays(today, 20), words: 'We are away' };
        const fullDays = { [addDays(today, 1)]: 'Fully booked', [addDays(today, 3)]: 'So is this' };
        expect(firstDay(today, { ...own, pause, fullDays })).toBe(firstDay(today, own));
      }),
    );
  });

  test('suits several cakes if it suits each of them', () => {
    const cakes = fc.array(
      fc.record(
        { leadDays: notices, unavailableUntil: fc.integer({ min: 0, max: 30 }) },
        { requiredKeys: [] },
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(inBakingDays, cakes, ({ today, rules: own }, each) => {
        const all = each.map(({ unavailableUntil: away, ...cake }) => ({
          ...cake,
          ...(away !== undefined && { unavailableUntil: addDays(today, away) }),
        }));
        const days = all.map((cake) => firstDay(today, rulesFor(cake, own, today)));
        expect(firstDay(today, rulesForAll(all, own, today))).toBe(days.sort().at(-1));
      }),
    );
  });

  test('is said to visitors', () => {
    const own: DayRules = { ...rules, noticeInBakingDays: true };
    // A Friday, a Saturday, and the Sunday on which the cafe is closed.
    for (const [today, first] of [
      ['2026-11-27', '2026-12-01'],
      ['2026-11-28', '2026-12-02'],
      ['2026-11-29', '2026-12-03'],
    ] as const) {
      expect(nextOpenDays(1, day(today), own)).toEqual([first]);
    }
    const monday = day('2026-11-30');
    const why = 'We need 3 baking days’ notice: closed days do not count';
    expect(reasonText('too-soon', monday, monday, own)).toBe(why);
    expect(generalRulesText(monday, own)).toBe(`${why} · Closed on Sundays`);
    expect(rulesFor({ leadDays: 1 }, own, monday).notice).toBe(
      'We need 1 baking day’s notice for this cake: closed days do not count',
    );
  });

  test('ends where no day can be chosen, in a cafe that is closed for longer', () => {
    const today = day('2026-11-23');
    const never = {
      ...rules,
      noticeInBakingDays: true as const,
      closedWeekdays: [1, 2, 3, 4, 5, 6, 7],
    };
    expect(nextOpenDays(5, today, never)).toEqual([]);
    expect(whyClosed(addDays(today, 180), today, never)).toBe('too-soon');
    expect(whyClosed(addDays(today, 182), today, never)).toBe('too-far');
  });
});
