import { describe, expect, test } from 'vitest';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { usualHours } from '#domain/words/hours.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import {
  calendarRules,
  calendarVersion,
  closeDays,
  endOpening,
  keepDay,
  openDay,
  openDays,
  setDayHours,
  undoCalendarChange,
} from './calendar.ts';

const stretch = (first: string, last = first) => ({
  first: Day.parse(first),
  last: Day.parse(last),
});

describe.each(bothDatabases)('closing days on $name', ({ fresh }) => {
  async function cafe(now = '2026-11-20T12:00:00.000Z') {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const forbidden = async () => (await calendarRules(database)).forbiddenDays;
    return { shop: shopOn(database, { clock: { now: () => now } }), forbidden };
  }

  test('closes a range of days and opens it again', async () => {
    const { shop, forbidden } = await cafe();
    const week = stretch('2026-12-03', '2026-12-06');
    expect(await closeDays(shop, week, 'anna')).toEqual({
      ok: true,
      changed: ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'],
      change: expect.objectContaining({ by: 'anna' }),
    });
    expect(await forbidden()).toEqual([
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-19',
    ]);
    expect(await openDays(shop, week, 'anna')).toEqual({
      ok: true,
      changed: ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'],
      change: expect.objectContaining({ by: 'anna' }),
      stillClosed: [{ day: '2026-12-06', why: 'Closed on Sundays' }],
    });
    expect(await forbidden()).toEqual(['2026-12-19']);
  });

  test('reshop the other rules that keep an opened day closed', async () => {
    const { shop } = await cafe();
    expect(await openDays(shop, stretch('2026-11-21'), 'anna')).toMatchObject({
      changed: [],
      stillClosed: [{ day: '2026-11-21', why: 'We need 3 days’ notice' }],
    });
    expect(await openDays(shop, stretch('2026-12-30'), 'anna')).toMatchObject({
      stillClosed: [{ why: 'Closed 24 December – 2 January' }],
    });
    // Further ahead than customers can choose: nothing keeps it closed when its time comes.
    expect(await openDays(shop, stretch('2027-11-13', '2027-11-14'), 'anna')).toMatchObject({
      stillClosed: [{ day: '2027-11-14', why: 'Closed on Sundays' }],
    });
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
      expect(await openDay(shop, day, 'anna')).toMatchObject({ ok: true, changed: [day] });
      expect(await openDay(shop, day, 'anna')).toMatchObject({ ok: true, changed: [] });
    }
    expect((await calendarRules(shop)).extraDays).toEqual([soon, sunday, period, later]);
    expect(await forbidden()).toEqual(['2026-12-19']);
    expect(await Promise.all([single, sunday, period].map(why))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    // The lead time and how far ahead can be ordered count all the same.
    expect(await why(soon)).toBe('too-soon');
    expect(await why(later)).toBe('too-far');
    await endOpening(shop, sunday, 'anna');
    expect(await why(sunday)).toBe('closed-weekday');
    await closeDays(shop, { first: period, last: period }, 'anna', { reason: 'Christmas' });
    expect(await why(period)).toBe('closed-period');
    await openDays(shop, { first: period, last: period }, 'anna');
    expect((await calendarRules(shop)).closedReasons).toBeUndefined();
  });

  describe('hours of a day', () => {
    const [saturday, sunday] = [Day.parse('2026-12-12'), Day.parse('2026-12-13')];
    const [opens, closes] = ['10:00', '14:00'];
    const hours = { opens, closes };

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
        return {
          hours: rules.dayHours?.[day],
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
      await set(saturday, { opens: '08:00', closes: '18:00' });
      await endOpening(shop, sunday, 'anna');
      expect(await calendarRules(shop)).toEqual(before);
    });

    test('can be those of a day without collections, and a closed cafe has none', async () => {
      const { shop, set, state } = await cafeWithHours();
      await set(saturday, { collections: false });
      expect(await state(saturday)).toEqual({ hours, closed: 'forbidden-day' });
      await closeDays(shop, stretch(saturday), 'anna', { isCafeOpen: true, reason: 'Full' });
      expect(await state(saturday)).toEqual({ hours, closed: 'forbidden-day' });
      await set(saturday, { opens: '08:00', closes: '18:00', collections: false });
      expect(await state(saturday)).toEqual({ hours: undefined, closed: 'forbidden-day' });
      expect((await calendarRules(shop)).closedReasons).toEqual({ [saturday]: 'Full' });
      await closeDays(shop, stretch(saturday), 'anna');
      expect(await state(saturday)).toEqual({ hours: null, closed: 'forbidden-day' });
      await openDays(shop, stretch(saturday), 'anna');
      expect(await state(saturday)).toEqual({ hours: undefined, closed: undefined });
    });

    test.each([true, false])(
      'are back when the day is opened again, whether the cafe was open meanwhile (%s) or not',
      async (isCafeOpen) => {
        const { shop, set, state } = await cafeWithHours();
        for (const day of [saturday, sunday]) {
          await set(day);
          const before = await calendarRules(shop);
          const closed = await closeDays(shop, stretch(day), 'anna', { isCafeOpen });
          expect((await state(day)).closed).toBeDefined();
          const version = closed.ok ? (closed.change?.version ?? 0) : 0;
          expect(await undoCalendarChange(shop, version, 'anna')).toBe(true);
          expect(await calendarRules(shop)).toEqual(before);
          await closeDays(shop, stretch(day), 'anna', { isCafeOpen });
          await openDays(shop, stretch(day), 'anna');
          expect(await state(day)).toEqual({ hours, closed: undefined });
          await closeDays(shop, stretch(day), 'anna', { isCafeOpen });
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

    test('a bank holiday that is left as it is changes no rule, and is still closed later', async () => {
      const { shop } = await cafeWithHours();
      const before = await calendarRules(shop);
      expect(await keepDay(shop, saturday, 'anna')).toMatchObject({ changed: [saturday] });
      expect(await keepDay(shop, saturday, 'anna')).toMatchObject({ changed: [] });
      expect(await calendarRules(shop)).toEqual(before);
      await closeDays(shop, stretch(saturday), 'anna');
      expect(await keepDay(shop, saturday, 'ben')).toMatchObject({ changed: [] });
    });
  });

  test.each([
    ['past', stretch('2026-11-19')],
    ['past', stretch('2026-11-19', '2026-11-25')],
    ['backwards', stretch('2026-12-26', '2026-12-24')],
    ['too-far', stretch('2062-12-24')],
    ['too-far', stretch('2026-12-24', '9999-12-31')],
  ])('refuses what is %s and changes nothing', async (reason, wanted) => {
    const { shop, forbidden } = await cafe();
    const before = await forbidden();
    const refused = { ok: false, reason, today: '2026-11-20' };
    expect(await closeDays(shop, wanted, 'anna')).toEqual(refused);
    expect(await openDays(shop, wanted, 'anna')).toEqual(refused);
    expect(await forbidden()).toEqual(before);
  });

  test('uses the day in London, which begins an hour earlier in summer', async () => {
    const late = await cafe('2026-06-30T23:00:00.000Z');
    expect(await closeDays(late.shop, stretch('2026-06-30'), 'anna')).toMatchObject({
      reason: 'past',
    });
    expect(await closeDays(late.shop, stretch('2026-07-01'), 'anna')).toMatchObject({ ok: true });
  });
});
