import { describe, expect, test } from 'vitest';
import { isWithoutCollections, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { hoursOn, usualHours } from '#domain/words/hours.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import {
  type ChangeCalendarResult,
  calendarRules,
  calendarVersion,
  changeDays,
  openDay,
  setDayHours,
  undoCalendarChange,
} from './calendar.ts';

const stretch = (first: string, last = first) => ({
  first: Day.parse(first),
  last: Day.parse(last),
});

function changedDays(result: ChangeCalendarResult): Day[] | undefined {
  return result.ok ? (result.change?.change.days ?? []).map(({ day }) => day) : undefined;
}

describe.each(bothDatabases)('closing days on $name', ({ fresh }) => {
  async function cafe(now = '2026-11-20T12:00:00.000Z') {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const forbidden = async () =>
      Object.entries((await calendarRules(database)).days).flatMap(([day, own]) =>
        isWithoutCollections(own) ? day : [],
      );
    return { shop: shopOn(database, { clock: { now: () => now } }), forbidden };
  }

  test('closes a range of days and opens it again', async () => {
    const { shop, forbidden } = await cafe();
    const week = stretch('2026-12-03', '2026-12-06');
    const all = ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'];
    const closed = await changeDays(shop, week, 'close', 'anna');
    expect(closed).toMatchObject({ ok: true, change: { by: 'anna' } });
    expect(changedDays(closed)).toEqual(all);
    expect(await forbidden()).toEqual([
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-19',
    ]);
    const opened = await changeDays(shop, week, 'reopen', 'anna');
    expect(opened).toMatchObject({ ok: true, change: { by: 'anna' } });
    expect(changedDays(opened)).toEqual(all);
    expect(await forbidden()).toEqual(['2026-12-19']);
  });

  test('opens a day, whatever closes it', async () => {
    const { shop, forbidden } = await cafe();
    const why = async (day: string) => {
      const rules = await calendarRules(shop);
      return whyClosed(Day.parse(day), Day.parse('2026-11-20'), rules);
    };
    const [soon, single, sunday, period, later] = [
      Day.parse('2026-11-22'),
      Day.parse('2026-12-05'),
      Day.parse('2026-12-06'),
      Day.parse('2026-12-25'),
      Day.parse('2027-03-28'),
    ];
    for (const day of [soon, single, sunday, period, later]) {
      expect(changedDays(await openDay(shop, day, 'anna'))).toEqual([day]);
      expect(changedDays(await openDay(shop, day, 'anna'))).toEqual([]);
    }
    const { days } = await calendarRules(shop);
    expect([soon, single, sunday, period, later].map((day) => days[day]?.is)).toEqual([
      'open',
      undefined,
      'open',
      'open',
      'open',
    ]);
    expect(await forbidden()).toEqual(['2026-12-19']);
    expect(await Promise.all([single, sunday, period].map(why))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    // The lead time and how far ahead can be ordered count all the same.
    expect(await why(soon)).toBe('too-soon');
    expect(await why(later)).toBe('too-far');
    await changeDays(shop, stretch(sunday), 'end-opening', 'anna');
    expect(await why(sunday)).toBe('closed-weekday');
    await changeDays(shop, stretch(period), 'close', 'anna', 'Christmas');
    expect(await why(period)).toBe('closed-period');
    await changeDays(shop, stretch(period), 'reopen', 'anna');
    expect((await calendarRules(shop)).days[period]).toBeUndefined();
  });

  describe('hours of a day', () => {
    const [saturday, sunday] = [Day.parse('2026-12-12'), Day.parse('2026-12-13')];
    const [opens, closes] = ['10:00', '14:00'];
    const hours = { opens, closes };
    const usual = { opens: '08:00', closes: '18:00' };

    async function cafeWithHours() {
      const { shop } = await cafe();
      const set = async (
        day: Day,
        typed: { opens?: string; closes?: string; collections?: boolean } = {},
        version?: number,
        by = 'anna',
      ) => {
        const form = { day, opens, closes, collections: true, ...typed };
        const usual = usualHours(day, shop.firstWords.hours.week);
        return setDayHours(shop, form, usual, { by, version });
      };
      const state = async (day: Day) => {
        const rules = await calendarRules(shop);
        const opening = { week: shop.firstWords.hours.week, rules };
        return {
          hours: hoursOn(day, opening),
          closed: whyClosed(day, Day.parse('2026-11-20'), rules),
        };
      };
      return { shop, set, state };
    }

    test('are set on a day that is open and on one that is closed otherwise, and end', async () => {
      const { shop, set, state } = await cafeWithHours();
      const before = await calendarRules(shop);
      for (const day of [saturday, sunday]) {
        expect(await set(day)).toMatchObject({ ok: true, change: { change: { days: [{ day }] } } });
        expect(await set(day)).toEqual({ ok: true, change: undefined });
        expect(await state(day)).toEqual({ hours, closed: undefined });
      }
      // The hours of every week again.
      await set(saturday, usual);
      await changeDays(shop, stretch(sunday), 'end-opening', 'anna');
      expect(await calendarRules(shop)).toEqual(before);
    });

    test('can be those of a day without collections, and a closed cafe has none', async () => {
      const { shop, set, state } = await cafeWithHours();
      await set(saturday, { collections: false });
      expect(await state(saturday)).toEqual({ hours, closed: 'forbidden-day' });
      await changeDays(shop, stretch(saturday), 'stop-collections', 'anna', 'Full');
      expect(await state(saturday)).toEqual({ hours, closed: 'forbidden-day' });
      await set(saturday, { ...usual, collections: false });
      expect(await state(saturday)).toMatchObject({ hours: usual, closed: 'forbidden-day' });
      expect((await calendarRules(shop)).days[saturday]?.reason).toBe('Full');
      await changeDays(shop, stretch(saturday), 'close', 'anna');
      expect(await state(saturday)).toEqual({ hours: undefined, closed: 'forbidden-day' });
      await changeDays(shop, stretch(saturday), 'reopen', 'anna');
      expect(await state(saturday)).toMatchObject({ hours: usual, closed: undefined });
    });

    test.each(['stop-collections', 'close'] as const)(
      'are back when the day is opened again after %s',
      async (change) => {
        const { shop, set, state } = await cafeWithHours();
        for (const day of [saturday, sunday]) {
          await set(day);
          const before = await calendarRules(shop);
          const closed = await changeDays(shop, stretch(day), change, 'anna');
          expect((await state(day)).closed).toBeDefined();
          const version = closed.ok ? (closed.change?.version ?? 0) : 0;
          expect(await undoCalendarChange(shop, version, 'anna')).toBe(true);
          expect(await calendarRules(shop)).toEqual(before);
          await changeDays(shop, stretch(day), change, 'anna');
          await changeDays(shop, stretch(day), 'reopen', 'anna');
          expect(await state(day)).toEqual({ hours, closed: undefined });
          await changeDays(shop, stretch(day), change, 'anna');
          await openDay(shop, day, 'anna');
          expect(await state(day)).toEqual({ hours, closed: undefined });
        }
      },
    );

    test('are not overwritten by somebody who does not know them, and are undone', async () => {
      const { shop, set, state } = await cafeWithHours();
      const since = await calendarVersion(shop);
      const first = await set(saturday, {}, since);
      expect(await set(sunday, {}, since, 'ben')).toMatchObject({ ok: true });
      expect(await set(saturday, { closes: '12:00' }, since, 'ben')).toMatchObject({
        ok: false,
        reason: 'conflict',
        others: [{ by: 'anna' }],
      });
      expect(await state(saturday)).toMatchObject({ hours });
      const known = await calendarVersion(shop);
      const second = await set(saturday, { closes: '12:00' }, known, 'ben');
      const version = second.ok ? (second.change?.version ?? 0) : 0;
      expect(await undoCalendarChange(shop, version, 'ben')).toBe(true);
      expect(await state(saturday)).toMatchObject({ hours });
      expect(first.ok).toBe(true);
    });

    test.each([
      [{ opens: '' }, 'opens'],
      [{ opens: '14:00' }, 'closes'],
      [{ closes: '24:00' }, 'closes'],
    ])('%j is refused at its field', async (typed, field) => {
      const { set } = await cafeWithHours();
      expect(await set(saturday, typed)).toEqual({
        ok: false,
        reason: 'invalid',
        problems: { [field]: expect.any(String) },
      });
    });

    test('a bank holiday that is left as it is stays open as usual, and is still closed later', async () => {
      const { shop, set, state } = await cafeWithHours();
      const before = await state(saturday);
      const keep = async (by: string) =>
        changedDays(await changeDays(shop, stretch(saturday), 'keep', by));
      expect(await keep('anna')).toEqual([saturday]);
      expect(await keep('anna')).toEqual([]);
      expect(await state(saturday)).toEqual(before);
      // Its usual hours are no other decision.
      expect(await set(saturday, usual)).toEqual({ ok: true, change: undefined });
      await changeDays(shop, stretch(saturday), 'close', 'anna');
      expect(await keep('ben')).toEqual([]);
    });
  });

  test.each([
    ['in the past', stretch('2026-11-19')],
    ['in the past', stretch('2026-11-19', '2026-11-25')],
    ['comes before', stretch('2026-12-26', '2026-12-24')],
    ['two years ahead', stretch('2062-12-24')],
    ['two years ahead', stretch('2026-12-24', '9999-12-31')],
  ])('refuses what is %s and changes nothing', async (words, wanted) => {
    const { shop, forbidden } = await cafe();
    const before = await forbidden();
    const refused = {
      ok: false,
      reason: 'invalid',
      problems: { '': expect.stringContaining(words) },
    };
    expect(await changeDays(shop, wanted, 'close', 'anna')).toEqual(refused);
    expect(await changeDays(shop, wanted, 'reopen', 'anna')).toEqual(refused);
    expect(await forbidden()).toEqual(before);
  });

  test('uses the day in London, which begins an hour earlier in summer', async () => {
    const late = await cafe('2026-06-30T23:00:00.000Z');
    const close = (day: string) => changeDays(late.shop, stretch(day), 'close', 'anna');
    expect(await close('2026-06-30')).toMatchObject({
      problems: { '': expect.stringContaining('in the past') },
    });
    expect(await close('2026-07-01')).toMatchObject({ ok: true });
  });
});
