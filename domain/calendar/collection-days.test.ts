import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendar as rules } from '#cafe/catalogue.ts';
import { anyDay } from '#test/any-day.ts';
import { lastOpenDay, nextOpenDays, offeredDays, whyClosed } from './collection-days.ts';
import { Day } from './day.ts';
import { addDays, weekday } from './days.ts';
import { generalRulesText, reasonText } from './reason-text.ts';
import { CalendarRules, type DayRules } from './rules.ts';

const day = (text: string) => Day.parse(text);
const twoYears = { ...rules, daysAhead: 731 };

describe('a collection day', () => {
  test.each([
    ['today', '2026-11-23', 'too-soon'],
    ['two days on', '2026-11-25', 'too-soon'],
    ['three days on', '2026-11-26', undefined],
    ['a Sunday', '2026-11-29', 'closed-weekday'],
    ['Christmas Day', '2026-12-25', 'closed-period'],
    ['Boxing Day', '2026-12-26', 'closed-period'],
    ['New Year’s Day', '2027-01-01', 'closed-period'],
    ['a day of the forbidden list', '2027-02-02', 'forbidden-day'],
    ['a day in the past', '2026-11-22', 'too-soon'],
    ['clocks going forward (a Sunday)', '2027-03-28', 'closed-weekday'],
    ['the day after that', '2027-03-29', undefined],
    ['180 days on', '2027-05-22', undefined],
    ['181 days on', '2027-05-23', 'too-far'],
    ['the year 9999', '9999-12-31', 'too-far'],
  ])('%s', (_, chosen, reason) => {
    const withList: DayRules = { ...rules, days: { [day('2027-02-02')]: { is: 'closed' } } };
    expect(whyClosed(day(chosen), day('2026-11-23'), withList)).toBe(reason);
  });

  test.each([
    ['the day after clocks went back', '2027-11-01'],
    ['29 February', '2028-02-29'],
  ])('%s can be chosen', (_, chosen) => {
    expect(whyClosed(day(chosen), day('2026-11-23'), twoYears)).toBeUndefined();
  });

  test.each([
    ['2027-04-13', undefined],
    ['2027-04-14', 'closed-period'],
    ['2027-04-16', 'closed-period'],
    ['2027-04-17', undefined],
    ['2028-04-18', undefined],
    ['2027-04-19', undefined],
    ['2027-04-20', 'closed-period'],
    ['2027-04-23', 'closed-period'],
    ['2027-04-24', undefined],
    ['2027-04-18', 'closed-weekday'],
  ])('in April, %s', (chosen, reason) => {
    expect(whyClosed(day(chosen), day('2026-11-23'), twoYears)).toBe(reason);
  });

  test('is open exactly as the specification says, on any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -30, max: 800 }), (today, ahead) => {
        const chosen = addDays(today, ahead);
        const [, month, date] = chosen.split('-').map(Number);
        const closedInApril =
          month === 4 && date !== undefined && date >= 14 && date <= 23 && (date < 17 || date > 19);
        const open =
          ahead >= 3 &&
          ahead <= 180 &&
          weekday(chosen) !== 7 &&
          !closedInApril &&
          !['12-25', '12-26', '01-01'].includes(chosen.slice(5));
        expect(whyClosed(chosen, today, rules) === undefined).toBe(open);
      }),
    );
  });

  test('is open exactly as the specification says with extra openings, closings and a pause', () => {
    const days = fc.array(fc.integer({ min: -10, max: 200 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -5, max: 190 }),
        days,
        days,
        fc.option(fc.integer({ min: -5, max: 190 }), { nil: undefined }),
        fc.integer({ min: 0, max: 10 }),
        (today, ahead, closed, extra, paused, leadDays) => {
          const from = (days: number[]) => days.map((each) => addDays(today, each));
          const chosen = addDays(today, ahead);
          const own: DayRules = {
            ...rules,
            leadDays,
            days: Object.fromEntries([
              ...from(closed).map((each) => [each, { is: 'closed' }]),
              ...from(extra).map((each) => [each, { is: 'open' }]),
            ]),
            ...(paused !== undefined && {
              pause: { until: addDays(today, paused), words: 'We are away' },
            }),
          };
          const isOpen =
            ahead >= leadDays &&
            ahead <= 180 &&
            (paused === undefined || ahead >= paused) &&
            (extra.includes(ahead) ||
              (!closed.includes(ahead) &&
                whyClosed(chosen, addDays(chosen, -3), rules) === undefined));
          expect(whyClosed(chosen, today, own) === undefined).toBe(isOpen);
        },
      ),
    );
  });

  test('can be closed across New Year', () => {
    const acrossNewYear = { ...rules, closedPeriods: [{ from: '12-27', to: '01-02' }] };
    const judge = (chosen: string) => whyClosed(day(chosen), day('2026-11-23'), acrossNewYear);
    expect(judge('2026-12-28')).toBe('closed-period');
    expect(judge('2027-01-02')).toBe('closed-period');
    expect(judge('2026-12-24')).toBeUndefined();
    expect(judge('2027-01-04')).toBeUndefined();
  });
});

describe('the next open days', () => {
  test('are all open, in order, without gaps', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const open = nextOpenDays(5, today, rules);
        expect(open).toHaveLength(5);
        const last = open.at(-1) ?? today;
        for (let each = today; each <= last; each = addDays(each, 1)) {
          expect(open.includes(each)).toBe(whyClosed(each, today, rules) === undefined);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('can start at any day', () => {
    const from = (text: string) => nextOpenDays(1, day('2026-11-23'), rules, day(text));
    expect(from('2026-11-20')).toEqual(['2026-11-26']);
    expect(from('2026-11-29')).toEqual(['2026-11-30']);
    expect(from('2027-05-23')).toEqual([]);
  });

  test('are offered first, with the next two Saturdays among them', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const offered = offeredDays(today, rules);
        const open = nextOpenDays(180, today, rules);
        const saturdays = open.filter((each) => weekday(each) === 6).slice(0, 2);
        expect(offered).toHaveLength(5);
        expect(offered).toEqual([...offered].sort());
        expect(offered).toEqual(expect.arrayContaining([...saturdays, ...open.slice(0, 3)]));
      }),
      { numRuns: 50 },
    );
    const monday = day('2026-11-23');
    expect(offeredDays(monday, { ...rules, daysAhead: 4 })).toEqual(['2026-11-26', '2026-11-27']);
  });

  test('are none for a cafe that is always closed', () => {
    const never = { ...rules, closedWeekdays: [1, 2, 3, 4, 5, 6, 7] };
    expect(nextOpenDays(5, day('2026-11-23'), never)).toEqual([]);
    expect(lastOpenDay(day('2026-11-23'), never)).toBeUndefined();
  });

  test('end with the last open day for any number of days ahead', () => {
    const limits = fc.record({
      leadDays: fc.integer({ min: 0, max: 20 }),
      daysAhead: fc.integer({ min: 1, max: 40 }),
      closedWeekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    });
    fc.assert(
      fc.property(anyDay, limits, (today, some) => {
        const limited = { ...rules, ...some };
        const all = nextOpenDays(1_000, today, limited);
        const last = all.at(-1);
        expect(lastOpenDay(today, limited)).toBe(last);
        const limit = addDays(today, some.daysAhead);
        expect(last === undefined || last <= limit).toBe(true);
        for (let each = addDays(last ?? today, 1); each <= limit; each = addDays(each, 1)) {
          expect(whyClosed(each, today, limited)).toBeDefined();
        }
        if (some.leadDays <= some.daysAhead) {
          expect(whyClosed(limit, today, { ...limited, closedPeriods: [] })).toBe(
            some.closedWeekdays.includes(weekday(limit)) ? 'closed-weekday' : undefined,
          );
        }
      }),
    );
  });
});

test('rules stored before there was an upper limit get 180 days', () => {
  const { daysAhead: _, ...before } = rules;
  expect(CalendarRules.parse(before).daysAhead).toBe(180);
});

describe('the reason as text', () => {
  test.each([
    ['too-soon', '2026-11-24', 'We need 3 days’ notice'],
    ['too-soon', '2026-11-22', 'In the past'],
    ['too-far', '2027-05-23', 'You can order up to 180 days ahead, until Sat 22 May'],
    ['closed-weekday', '2026-11-29', 'Closed on Sundays'],
    ['closed-period', '2026-12-25', 'Closed 25–26 December'],
    ['closed-period', '2027-01-01', 'Closed 1 January'],
    ['closed-period', '2027-04-15', 'Closed 14–16 April'],
    ['closed-period', '2027-04-21', 'Closed 20–23 April'],
    ['forbidden-day', '2026-12-25', 'Fully booked or closed that day'],
  ] as const)('%s', (reason, chosen, words) => {
    expect(reasonText(reason, day(chosen), day('2026-11-23'), rules)).toBe(words);
  });

  test('is the cafe’s own, if it has given one', () => {
    const own: DayRules = {
      ...rules,
      closedPeriods: [{ from: '12-27', to: '01-02', reason: 'Winter break' }],
      days: {
        [day('2026-12-01')]: { is: 'closed', reason: 'A wedding takes the whole kitchen' },
        [day('2026-12-02')]: { is: 'closed' },
      },
    };
    const words = (chosen: string, changed = own) => {
      const reason = whyClosed(day(chosen), day('2026-11-23'), changed);
      return reason && reasonText(reason, day(chosen), day('2026-11-23'), changed);
    };
    expect(words('2026-12-01')).toBe('A wedding takes the whole kitchen');
    expect(words('2026-12-02')).toBe('Fully booked or closed that day');
    expect(words('2026-12-28')).toBe('Closed 27 December – 2 January (Winter break)');
    const paused = { ...own, pause: { until: day('2026-12-10'), words: 'The oven is broken' } };
    for (const chosen of ['2026-12-01', '2026-12-06', '2026-12-09']) {
      expect(words(chosen, paused)).toBe('The oven is broken');
    }
    expect(words('2026-12-10', paused)).toBeUndefined();
    expect(words('2026-11-24', paused)).toBe('We need 3 days’ notice');
    expect(generalRulesText(day('2026-12-09'), paused)).toBe(
      'The oven is broken · We need 3 days’ notice · Closed on Sundays',
    );
    expect(generalRulesText(day('2026-12-10'), paused)).toBe(
      'We need 3 days’ notice · Closed on Sundays',
    );
  });

  test('says of a weekday on which the cafe is open that nothing is collected', () => {
    const own = { ...rules, closedWeekdays: [1, 7], openWithoutCollection: [7] };
    const words = (chosen: string, changed = own) =>
      reasonText('closed-weekday', day(chosen), day('2026-11-23'), changed);
    expect(words('2026-11-29')).toBe('No collections on Sundays');
    expect(words('2026-11-30')).toBe('Closed on Mondays');
    expect(generalRulesText(day('2026-11-23'), own)).toBe(
      'We need 3 days’ notice · Closed on Mondays · No collections on Sundays',
    );
    expect(words('2026-11-29', { ...own, closedWeekdays: [7] })).toBe('No collections on Sundays');
  });

  test('names both ends of a period across months', () => {
    const winter = { ...rules, closedPeriods: [{ from: '12-27', to: '01-02' }] };
    expect(reasonText('closed-period', day('2026-12-28'), day('2026-11-23'), winter)).toBe(
      'Closed 27 December – 2 January',
    );
  });
});
