import { describe, expect, test } from 'vitest';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { calendarRules, closeDays, endOpening, openDay, openDays } from './calendar.ts';

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
    expect(await closeDays(shop, week)).toEqual({
      ok: true,
      changed: ['2026-12-03', '2026-12-04', '2026-12-06'],
      change: expect.objectContaining({ by: null }),
    });
    expect(await forbidden()).toEqual([
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-19',
    ]);
    expect(await openDays(shop, week)).toEqual({
      ok: true,
      changed: ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'],
      change: expect.objectContaining({ by: null }),
      stillClosed: [{ day: '2026-12-06', why: 'Closed on Sundays' }],
    });
    expect(await forbidden()).toEqual(['2026-12-19']);
  });

  test('reshop the other rules that keep an opened day closed', async () => {
    const { shop } = await cafe();
    expect(await openDays(shop, stretch('2026-11-21'))).toMatchObject({
      changed: [],
      stillClosed: [{ day: '2026-11-21', why: 'We need 3 days’ notice' }],
    });
    expect(await openDays(shop, stretch('2026-12-30'))).toMatchObject({
      stillClosed: [{ why: 'Closed 24 December – 2 January' }],
    });
    // Further ahead than customers can choose: nothing keeps it closed when its time comes.
    expect(await openDays(shop, stretch('2027-11-13', '2027-11-14'))).toMatchObject({
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
    await closeDays(shop, { first: period, last: period }, 'anna', 'Christmas');
    expect(await why(period)).toBe('closed-period');
    await openDays(shop, { first: period, last: period }, 'anna');
    expect((await calendarRules(shop)).closedReasons).toBeUndefined();
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
    expect(await closeDays(shop, wanted)).toEqual(refused);
    expect(await openDays(shop, wanted)).toEqual(refused);
    expect(await forbidden()).toEqual(before);
  });

  test('uses the day in London, which begins an hour earlier in summer', async () => {
    const late = await cafe('2026-06-30T23:00:00.000Z');
    expect(await closeDays(late.shop, stretch('2026-06-30'))).toMatchObject({ reason: 'past' });
    expect(await closeDays(late.shop, stretch('2026-07-01'))).toMatchObject({ ok: true });
  });
});
