import { expect, test } from 'vitest';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { type GeneralRules, MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { withDays } from '#domain/calendar/stored-calendar.ts';
import { seed } from '#server/content/seed.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { NOON, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { changeCalendar } from './calendar.ts';
import { shownRules } from './shown-rules.ts';

describeDailyOnSqlite('the rules that pages show', ({ fresh }) => {
  async function cafe(days = sampleSeed().calendar.days) {
    const place = await fresh();
    const database = await place.open();
    const { calendar: rules, ...rest } = sampleSeed();
    await seed(database.db, { ...rest, calendar: { ...rules, days } });
    const logged: string[] = [];
    const note = (level: string) => (_: object, message: string) =>
      void logged.push(`${level}: ${message}`);
    const log = { info: note('info'), warn: note('warn'), error: note('error') };
    const clock = { now: () => NOON };
    const shop = shopOn(database, { clock, log });
    const setRules = (general: Partial<GeneralRules>) =>
      changeCalendar(shopOn(database), 'anna', (now) => ({ ...now, ...general }));
    return { place, database, logged, rules, setRules, shown: () => shownRules(shop) };
  }

  test('are all rules', async () => {
    const { shown, rules, logged } = await cafe();
    expect(await shown()).toEqual({ rules, hasLimits: false });
    expect(logged).toEqual([]);
  });

  test('say whether days can be full, and not how much they take', async () => {
    const { shown, setRules, rules } = await cafe();
    await setRules({ capacity: Array(7).fill(20) });
    expect(await shown()).toEqual({ rules, hasLimits: true });
  });

  test('have no reasons, openings or pause of past days', async () => {
    const { shown, database, setRules, rules } = await cafe();
    const day = (text: string) => Day.parse(text);
    const [past, coming] = [day('2026-11-19'), day('2026-12-25')];
    await forbidDays(database, [past, coming], 'Fair');
    await changeCalendar(shopOn(database), 'anna', (now) =>
      withDays(now, [day('2026-11-15')], 'open'),
    );
    const pause = { until: day('2026-11-21'), words: 'Away' };
    await setRules({ pause });
    const expected = {
      ...rules,
      days: { ...rules.days, [coming]: { is: 'closed', reason: 'Fair' } },
    };
    expect((await shown()).rules).toEqual({ ...expected, pause });
    await setRules({ pause: { until: day('2026-11-20'), words: '' } });
    expect((await shown()).rules).toEqual(expected);
  });

  test('are one object for all loaders of a page, which sends it once', async () => {
    const { shown } = await cafe();
    expect((await shown()).rules).toBe((await shown()).rules);
  });

  test('have no forbidden days if there are none, and that is logged once for each version', async () => {
    const { shown, setRules, logged } = await cafe({});
    expect(await shown()).toMatchObject({ rules: { days: {} } });
    await Promise.all([shown(), shown()]);
    expect(logged).toEqual(['info: No data available']);
    await setRules({ leadDays: 9 });
    await Promise.all([shown(), shown()]);
    expect(logged).toEqual(Array(2).fill('info: No data available'));
  });

  test.each([
    ['the notice is missing', `replace(body, '"leadDays"', '"unknown"')`],
    ['closed periods are damaged', `replace(body, '"closedPeriods":[', '"closedPeriods":[7,')`],
    ['single days cannot be read', `replace(body, '"days"', '"unreadable"')`],
  ])('let nobody order while %s, and that is logged once', async (_, loss) => {
    const { place, shown, logged } = await cafe();
    await place.run(`update documents set body = ${loss} where kind = 'calendar'`);
    const [first] = await Promise.all([shown(), shown()]);
    const today = londonDay(NOON);
    expect(nextOpenDays(1, today, { ...first.rules, daysAhead: MAX_DAYS_AHEAD })).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/^error: The database has lost the rules/)]);
  });
});
