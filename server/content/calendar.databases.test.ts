import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { areLost, type DaysWanted } from '#domain/calendar/rules.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';

const days = (...texts: string[]) => texts.map((text) => Day.parse(text));

describe.each(bothDatabases)('the calendar on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const { calendar, seed } = await place.open();
    await seed(sampleSeed());
    const forbidden = async () => (await calendar.rules()).forbiddenDays;
    const make = async (wanted: DaysWanted) =>
      (await calendar.changeDays(wanted))?.days?.map(({ day }) => day);
    return { place, calendar, forbidden, make };
  }

  test('closes days, and says which were open', async () => {
    const { make, forbidden } = await seeded();
    const wanted = days('2027-03-02', '2026-12-05', '2027-03-01');
    expect(await make({ days: wanted, make: 'close' })).toEqual(days('2027-03-01', '2027-03-02'));
    expect(await make({ days: wanted, make: 'close' })).toBeUndefined();
    expect(await make({ days: [], make: 'close' })).toBeUndefined();
    expect(await forbidden()).toEqual(days('2026-12-05', '2026-12-19', '2027-03-01', '2027-03-02'));
  });

  test('reopens days, and says which were closed', async () => {
    const { make, forbidden } = await seeded();
    const wanted = days('2026-12-19', '2026-12-20');
    expect(await make({ days: wanted, make: 'reopen' })).toEqual(days('2026-12-19'));
    expect(await make({ days: wanted, make: 'reopen' })).toBeUndefined();
    expect(await make({ days: [], make: 'reopen' })).toBeUndefined();
    expect(await forbidden()).toEqual(days('2026-12-05'));
  });

  test('leaves the other rules as they are', async () => {
    const { make, calendar } = await seeded();
    for (const each of ['close', 'reopen', 'open', 'end-opening'] as const) {
      await make({ days: days('2027-03-01'), make: each });
    }
    expect(await calendar.rules()).toEqual(sampleSeed().calendar);
  });

  test('keeps the reason of a day that is closed again without one', async () => {
    const { make, calendar } = await seeded();
    const reasons = async () => (await calendar.rules()).closedReasons;
    const close = (reason?: string) =>
      make({ days: days('2026-12-05', '2027-03-01'), make: 'close', reason });
    await close('Staff training');
    const both = { '2026-12-05': 'Staff training', '2027-03-01': 'Staff training' };
    expect(await reasons()).toEqual(both);
    expect(await close()).toBeUndefined();
    expect(await reasons()).toEqual(both);
    await close('');
    expect(await reasons()).toBeUndefined();
  });

  test('opens a closed day, and closes an opened one', async () => {
    const { make, calendar } = await seeded();
    const wanted = days('2026-12-05', '2026-12-06');
    expect(await make({ days: wanted, make: 'open' })).toEqual(wanted);
    expect(await calendar.rules()).toMatchObject({
      extraDays: wanted,
      forbiddenDays: ['2026-12-19'],
    });
    expect(await make({ days: wanted, make: 'reopen' })).toBeUndefined();
    await make({ days: days('2026-12-06'), make: 'close' });
    expect(await calendar.rules()).toMatchObject({
      extraDays: ['2026-12-05'],
      forbiddenDays: ['2026-12-06', '2026-12-19'],
    });
  });

  test('undoes a change, except what has been changed since', async () => {
    const { calendar } = await seeded();
    const before = await calendar.rules();
    const wanted = days('2026-12-05', '2026-12-06', '2026-12-07');
    const closed = await calendar.changeDays(
      { days: wanted, make: 'close', reason: 'Fair' },
      'anna',
    );
    const rules = await calendar.changeRules(
      () => ({ leadDays: 5, pause: { until: Day.parse('2026-12-08'), words: 'Away' } }),
      closed?.id ?? 0,
      'anna',
    );
    expect(rules).toMatchObject({
      ok: true,
      change: { by: 'anna', rules: { was: { pause: null } } },
    });
    await calendar.changeDays({ days: days('2026-12-06'), make: 'close', reason: 'Ill' }, 'ben');
    const undone = await calendar.undo(closed?.id ?? 0, 'anna');
    expect(undone).toMatchObject({ undoes: closed?.id, by: 'anna' });
    expect(await calendar.rules()).toMatchObject({
      forbiddenDays: ['2026-12-05', '2026-12-06', '2026-12-19'],
      closedReasons: { '2026-12-06': 'Ill' },
      leadDays: 5,
    });
    if (rules.ok) await calendar.undo(rules.change?.id ?? 0, 'anna');
    const { leadDays, pause } = await calendar.rules();
    expect({ leadDays, pause }).toEqual({ leadDays: before.leadDays, pause: undefined });
    // Undo that is pressed twice.
    expect(await calendar.undo(closed?.id ?? 0, 'anna')).toEqual(undone);
    expect(await calendar.undo(99, 'anna')).toBeUndefined();
    expect((await calendar.change(closed?.id ?? 0))?.by).toBe('anna');
  });

  test('takes only one of two changes of the same rule that began at the same state', async () => {
    const { place, calendar } = await seeded();
    const server = await place.openTwo();
    const [one, other, third] = await Promise.all([
      server(0).calendar.changeRules(() => ({ leadDays: 4 }), 0, 'anna'),
      server(1).calendar.changeRules(() => ({ leadDays: 6 }), 0, 'ben'),
      server(0).calendar.changeRules(() => ({ daysAhead: 30 }), 0, 'cleo'),
    ]);
    expect([one.ok, other.ok].sort()).toEqual([false, true]);
    expect(third.ok).toBe(true);
    const rejected = one.ok ? other : one;
    const taken = one.ok ? { by: 'anna', leadDays: 4 } : { by: 'ben', leadDays: 6 };
    expect(rejected).toMatchObject({
      others: [{ by: taken.by, rules: { is: { leadDays: taken.leadDays } } }],
    });
    expect(await calendar.rules()).toMatchObject({ leadDays: taken.leadDays, daysAhead: 30 });
    // Who knows of the other change may change it.
    const last = await calendar.lastChange();
    const again = await calendar.changeRules(() => ({ leadDays: 7 }), last, 'ben');
    expect(again).toMatchObject({
      ok: true,
      change: { rules: { was: { leadDays: taken.leadDays } } },
    });
    expect(await calendar.changeRules(() => ({ leadDays: 7 }), last + 1, 'ben')).toEqual({
      ok: true,
    });
  });

  test('stores rules again that the database has lost, when the owner ends the pause', async () => {
    const { place, calendar } = await seeded();
    await place.run(`delete from documents where kind = 'calendar'`);
    const before = await calendar.rules();
    expect(areLost(before)).toBe(true);
    await calendar.changeRules(() => ({ closedWeekdays: [7] }), undefined, 'anna');
    await calendar.changeRules(() => ({ pause: null }), undefined, 'anna');
    const { pause: _, ...rules } = before;
    expect(await calendar.rules()).toEqual({ ...rules, closedWeekdays: [7] });
  });

  test('counts each day once when two servers forbid it at the same time', async () => {
    const { place, forbidden } = await seeded();
    const server = await place.openTwo();
    const month = days(
      ...Array.from({ length: 28 }, (_, n) => `2027-02-${String(n + 1).padStart(2, '0')}`),
    );
    const told = await Promise.all(
      [0, 1, 2, 3].map((n) => server(n).calendar.changeDays({ days: month, make: 'close' })),
    );
    expect(told.flatMap((change) => change?.days?.map(({ day }) => day) ?? [])).toEqual(month);
    expect(await forbidden()).toEqual([...days('2026-12-05', '2026-12-19'), ...month]);
  });
});
