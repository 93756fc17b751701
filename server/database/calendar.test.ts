import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';

const days = (...texts: string[]) => texts.map((text) => Day.parse(text));

describe.each(bothDatabases)('the calendar on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const { calendar, seed } = await place.open();
    await seed(sampleSeed());
    const forbidden = async () => (await calendar.rules()).forbiddenDays;
    return { place, calendar, forbidden };
  }

  test('takes forbidden days, and says which are new', async () => {
    const { calendar, forbidden } = await seeded();
    const wanted = days('2027-03-02', '2026-12-05', '2027-03-01');
    expect(await calendar.forbid(wanted)).toEqual(days('2027-03-01', '2027-03-02'));
    expect(await calendar.forbid(wanted)).toEqual([]);
    expect(await calendar.forbid([])).toEqual([]);
    expect(await forbidden()).toEqual(days('2026-12-05', '2026-12-19', '2027-03-01', '2027-03-02'));
  });

  test('gives them back, and says which there were', async () => {
    const { calendar, forbidden } = await seeded();
    expect(await calendar.allow(days('2026-12-19', '2026-12-20'))).toEqual(days('2026-12-19'));
    expect(await calendar.allow(days('2026-12-19'))).toEqual([]);
    expect(await calendar.allow([])).toEqual([]);
    expect(await forbidden()).toEqual(days('2026-12-05'));
  });

  test('leaves the other rules as they are', async () => {
    const { calendar } = await seeded();
    await calendar.forbid(days('2027-03-01'));
    await calendar.allow(days('2027-03-01'));
    expect(await calendar.rules()).toEqual(sampleSeed().calendar);
  });

  test('takes the rules as the version before wrote them, without an upper limit', async () => {
    const { place, calendar } = await seeded();
    await place.run('delete from calendar_rules');
    await place.run(`insert into calendar_rules (id, lead_days, closed_weekdays, closed_periods)
      values (1, 5, '[7]', '[]')`);
    expect(await calendar.rules()).toMatchObject({ leadDays: 5, daysAhead: 180 });
  });

  test('counts each day once when two servers forbid it at the same time', async () => {
    const { place, forbidden } = await seeded();
    const server = await place.openTwo();
    const month = days(
      ...Array.from({ length: 28 }, (_, n) => `2027-02-${String(n + 1).padStart(2, '0')}`),
    );
    const told = await Promise.all([0, 1, 2, 3].map((n) => server(n).calendar.forbid(month)));
    expect(told.flat().sort()).toEqual(month);
    expect(await forbidden()).toEqual([...days('2026-12-05', '2026-12-19'), ...month]);
  });
});
