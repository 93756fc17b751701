import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';
import { shownRules } from './shown-rules.ts';

describe.each(bothDatabases)('the rules that pages show, on $name', ({ fresh }) => {
  async function cafe(forbiddenDays = sampleSeed().calendar.forbiddenDays) {
    const place = await fresh();
    const { calendar, seed } = await place.open();
    const { calendar: rules, ...rest } = sampleSeed();
    await seed({ ...rest, calendar: { ...rules, forbiddenDays } });
    const logged: string[] = [];
    const note = (level: string) => (_: object, message: string) =>
      void logged.push(`${level}: ${message}`);
    const log = { info: note('info'), warn: note('warn'), error: note('error') };
    return { place, logged, rules, shown: () => shownRules({ calendar, log }) };
  }

  test('are all rules', async () => {
    const { shown, rules, logged } = await cafe();
    expect(await shown()).toEqual({ rules, isComplete: true });
    expect(logged).toEqual([]);
  });

  test('have no forbidden days if there are none, and that is logged', async () => {
    const { shown, logged } = await cafe([]);
    expect(await shown()).toMatchObject({ rules: { forbiddenDays: [] }, isComplete: true });
    expect(logged).toEqual(['info: No data available']);
  });

  test('are the other rules while the forbidden days cannot be read, and that is logged', async () => {
    const { place, shown, rules, logged } = await cafe();
    await place.run('alter table forbidden_days rename to unreadable');
    expect(await shown()).toEqual({ rules: { ...rules, forbiddenDays: [] }, isComplete: false });
    expect(logged).toEqual(['error: the forbidden days could not be read']);
    await place.run('alter table unreadable rename to forbidden_days');
    expect(await shown()).toEqual({ rules, isComplete: true });
  });
});
