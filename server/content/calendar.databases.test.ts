import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { areLost, type CalendarRules, type GeneralRules } from '#domain/calendar/rules.ts';
import { type DayChange, withDays } from '#domain/calendar/stored-calendar.ts';
import { seed } from '#server/content/seed.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import {
  calendarRules,
  calendarVersion,
  calendarVersions,
  changeCalendar,
  changeWeeklyRules,
  endPause,
  pauseOrders,
  restoreCalendar,
  storedCalendars,
  undoCalendarChange,
} from './calendar.ts';

/** Those on which nothing can be collected. */
function closedDays({ days }: CalendarRules): string[] {
  return Object.keys(days).filter((day) => days[Day.parse(day)]?.is !== 'open');
}

const days = (...texts: string[]) => texts.map((text) => Day.parse(text));

describe.each(bothDatabases)('the calendar on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const database = await place.open();
    await seed(database.db, sampleSeed());
    const shop = shopOn(database);
    const rules = () => calendarRules(shop);
    const forbidden = async () => closedDays(await rules());
    const change = (wanted: Day[], how: DayChange, reason?: string, by = 'anna') =>
      changeCalendar(shop, by, (now) => withDays(now, wanted, how, reason));
    return { place, shop, rules, forbidden, change };
  }

  test('is as before a change that is undone, unless it has changed since', async () => {
    const { shop, rules, change } = await seeded();
    const before = await rules();
    const closed = await change(days('2026-12-06', '2026-12-07'), 'close', 'Fair', 'anna');
    const version = closed?.version ?? 0;
    expect(await undoCalendarChange(shop, version, 'anna')).toBe(true);
    expect(await rules()).toEqual(before);
    // Pressed twice.
    expect(await undoCalendarChange(shop, version, 'anna')).toBe(true);
    expect(await calendarVersion(shop)).toBe(version + 1);
    const again = await change(days('2026-12-07'), 'close', 'Fair', 'anna');
    await change(days('2026-12-06'), 'close', 'Ill', 'ben');
    expect(await undoCalendarChange(shop, again?.version ?? 0, 'anna')).toBe(false);
    expect(await undoCalendarChange(shop, 99, 'anna')).toBe(false);
    expect((await rules()).days).toMatchObject({
      '2026-12-06': { reason: 'Ill' },
      '2026-12-07': { reason: 'Fair' },
    });
    expect(await calendarVersions(shop, {})).toMatchObject([
      { by: 'ben', change: { days: [{ day: '2026-12-06', is: { reason: 'Ill' } }] } },
      { by: 'anna', change: { days: [{ day: '2026-12-07', is: { reason: 'Fair' } }] } },
      { by: 'anna', change: { days: [{ was: { reason: 'Fair' } }, { was: { reason: 'Fair' } }] } },
      { by: 'anna', change: { days: [{ day: '2026-12-06' }, { day: '2026-12-07' }] } },
    ]);
  });

  test('is as in any version that is restored, unless it has changed since that was shown', async () => {
    const { place, shop, rules, change } = await seeded();
    const before = await rules();
    await change(days('2026-12-06'), 'close', 'Fair', 'anna');
    const fair = await rules();
    await change(days('2026-12-19'), 'reopen', undefined, 'ben');
    const restore = (number: number, version: number) =>
      restoreCalendar(shop, number, { version, by: 'cleo' });
    expect(await restore(1, 2)).toMatchObject({ ok: false });
    expect(await restore(9, 3)).toBeUndefined();
    expect(await restore(1, 3)).toEqual({ ok: true, version: 4 });
    expect(await rules()).toEqual(before);
    // Pressed twice.
    expect(await restore(1, 3)).toEqual({ ok: true, version: 4 });
    expect(await undoCalendarChange(shop, 4, 'cleo')).toBe(true);
    expect(closedDays(await rules())).toEqual(['2026-12-05', '2026-12-06']);
    expect(await restore(2, 5)).toMatchObject({ ok: true });
    expect(await rules()).toEqual(fair);
    await place.run(
      `update document_versions set body = '{}' where kind = 'calendar' and version = 3`,
    );
    expect(await restore(3, 6)).toBeUndefined();
    const shown = (await storedCalendars(shop, { limit: 9 })).map(({ number, by }) => [number, by]);
    expect(shown).toEqual([
      ...[
        [6, 'cleo'],
        [5, 'cleo'],
        [4, 'cleo'],
      ],
      ...[
        [2, 'anna'],
        [1, null],
      ],
    ]);
  });

  test('takes only one of two changes of the same rule that began at the same state', async () => {
    const { place, shop, rules } = await seeded();
    const server = await place.openTwo();
    const { daysAhead, closedWeekdays } = await rules();
    const save = (turn: number, leadDays: number, by: string, since: number) =>
      changeWeeklyRules(
        shopOn(server(turn)),
        {
          leadDays: `${leadDays}`,
          daysAhead: `${daysAhead}`,
          closedWeekdays: closedWeekdays.map(String),
          cutOff: '',
          closedDays: 'count',
        },
        { by, version: since },
      );
    const until = Day.parse(addDays(todayAt(shop), 5));
    const [one, other, third] = await Promise.all([
      save(0, 4, 'anna', 1),
      save(1, 6, 'ben', 1),
      pauseOrders(shopOn(server(0)), { until, words: 'Away' }, { by: 'cleo', version: 1 }),
    ]);
    expect([one.ok, other.ok].sort()).toEqual([false, true]);
    expect(third.ok).toBe(true);
    const rejected = one.ok ? other : one;
    const taken = one.ok ? { by: 'anna', leadDays: 4 } : { by: 'ben', leadDays: 6 };
    expect(rejected).toMatchObject({
      others: [{ by: taken.by, change: { rules: { is: { leadDays: taken.leadDays } } } }],
    });
    expect(await rules()).toMatchObject({ leadDays: taken.leadDays, pause: { until } });
    // Who knows of the other change may change it.
    const last = await calendarVersion(shop);
    expect(await save(1, 7, 'ben', last)).toMatchObject({
      ok: true,
      change: { change: { rules: { was: { leadDays: taken.leadDays } } } },
    });
    expect(await save(1, 7, 'ben', last + 1)).toEqual({ ok: true });
  });

  test('stores rules again that the database has lost, when the owner ends the pause', async () => {
    const { place, shop, rules } = await seeded();
    await place.run(`delete from documents where kind = 'calendar'`);
    const before = await rules();
    expect(areLost(before)).toBe(true);
    const closed: Partial<GeneralRules> = { closedWeekdays: [7] };
    await changeCalendar(shop, 'anna', (now) => ({ ...now, ...closed }));
    await endPause(shop, 'anna');
    const { pause: _, ...others } = before;
    expect(await rules()).toEqual({ ...others, ...closed });
  });

  test('is put back as it was when the database has lost it', async () => {
    const { place, shop, rules } = await seeded();
    await place.run(
      `update documents set body = replace(body, '"days"', '"unreadable"') where kind = 'calendar'`,
    );
    expect(areLost(await rules())).toBe(true);
    const version = await calendarVersion(shop);
    expect(await restoreCalendar(shop, version, { by: 'anna', version })).toMatchObject({
      ok: true,
    });
    expect(await rules()).toEqual(sampleSeed().calendar);
  });

  test('counts each day once when two servers forbid it at the same time', async () => {
    const { place, forbidden } = await seeded();
    const server = await place.openTwo();
    const month = days(
      ...Array.from({ length: 28 }, (_, n) => `2027-02-${String(n + 1).padStart(2, '0')}`),
    );
    const told = await Promise.all([0, 1, 2, 3].map((n) => forbidDays(server(n), month)));
    expect(told.flatMap((each) => each?.change.days.map(({ day }) => day) ?? [])).toEqual(month);
    expect(await forbidden()).toEqual([...days('2026-12-05', '2026-12-19'), ...month]);
  });
});
