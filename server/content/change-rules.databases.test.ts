import { expect, test } from 'vitest';
import { addDays, dayInWords, WEEKDAYS } from '#domain/calendar/days.ts';
import { seed } from '#server/content/seed.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import {
  addPeriod,
  calendarRules,
  calendarVersion,
  changeWeeklyRules,
  endPause,
  pauseOrders,
  removePeriod,
  undoCalendarChange,
} from './calendar.ts';
import { editWords } from './texts.ts';

const ANNA = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;

describeDailyOnSqlite('the owner’s rules', ({ fresh }) => {
  async function cafe(closed = [7]) {
    const database = await (await fresh()).open();
    const { calendar, ...others } = sampleSeed();
    await seed(database.db, { ...others, calendar: { ...calendar, closedWeekdays: closed } });
    const shop = shopOn(database);
    const rules = () => calendarRules(shop);
    const save = async (
      leadDays: string,
      daysAhead: string,
      closedWeekdays: string[],
      since = 1,
      more: { cutOff?: string; closedDays?: 'skip' } = {},
    ) =>
      changeWeeklyRules(
        shop,
        { leadDays, daysAhead, closedWeekdays, cutOff: '', closedDays: 'count', ...more },
        { by: 'anna', version: since },
      );
    return { shop, rules, save, today: todayAt(shop) };
  }

  test('of a week are saved once, and only what differs', async () => {
    const { shop, save, rules } = await cafe();
    expect(await save(' 2 ', '90', ['7', '1', '7'])).toMatchObject({
      ok: true,
      change: {
        by: 'anna',
        change: { rules: { was: { leadDays: 3 }, is: { closedWeekdays: [1, 7] } } },
      },
    });
    expect(await rules()).toMatchObject({
      leadDays: 2,
      daysAhead: 90,
      closedWeekdays: [1, 7],
    });
    const last = await calendarVersion(shop);
    expect(await save('2', '90', ['1', '7'], last)).toEqual({ ok: true, change: undefined });
    // Sent twice, or saved alike by two people.
    expect(await save('2', '90', ['1', '7'])).toEqual({ ok: true, change: undefined });
    expect(await save('4', '90', ['7'])).toMatchObject({
      reason: 'conflict',
      others: [{ version: last }],
    });
    expect((await rules()).leadDays).toBe(2);
  });

  test('of a week have a time of the last orders, and whether closed days count as notice', async () => {
    const { shop, save, rules } = await cafe();
    const late = { cutOff: '17:30', closedDays: 'skip' } as const;
    const same = { cutOff: undefined, noticeInBakingDays: undefined };
    expect(await save('3', '180', ['7'], 1, late)).toMatchObject({
      ok: true,
      change: { change: { rules: { is: { cutOff: '17:30', noticeInBakingDays: true } } } },
    });
    expect(await rules()).toMatchObject({ cutOff: '17:30', noticeInBakingDays: true });
    // Made before the change: the other person's rules are kept until somebody has seen them.
    expect(await save('3', '180', ['7'])).toMatchObject({ ok: false, reason: 'conflict' });
    expect(await undoCalendarChange(shop, await calendarVersion(shop), 'anna')).toBe(true);
    expect({ ...same, ...(await rules()) }).toMatchObject(same);
  });

  test.each([
    ['cutOff', '02:59', 'count'],
    ['cutOff', '24:00', 'count'],
    ['cutOff', '6pm', 'count'],
    // Six open days a week: 30 of them are 35 days.
    ['daysAhead', '', 'skip'],
  ] as const)('name the field %s of %j, closed days %s', async (field, cutOff, closedDays) => {
    const { shop } = await cafe();
    const typed = { leadDays: '30', daysAhead: '33', closedWeekdays: ['7'], cutOff, closedDays };
    expect(await changeWeeklyRules(shop, typed, { by: 'anna', version: 1 })).toEqual({
      ok: false,
      reason: 'invalid',
      problems: { [field]: expect.any(String) },
    });
  });

  test('of a week leave the weekdays without opening hours to those', async () => {
    const { shop, save, rules } = await cafe([]);
    expect((await rules()).closedWeekdays).toEqual([7]);
    // Also if a form that was made before says otherwise.
    expect(await save('3', '90', ['1', '7'])).toMatchObject({
      change: { change: { rules: { was: { closedWeekdays: [] }, is: { closedWeekdays: [1] } } } },
    });
    const all = ['1', '2', '3', '4', '5', '6'];
    expect(await save('3', '90', all, await calendarVersion(shop))).toMatchObject({
      reason: 'invalid',
    });
    const rows = WEEKDAYS.map(() => ({ opens: '10:00', closes: '14:00' }));
    const hours = { key: 'hours', typed: { fields: {}, rows }, version: 0 } as const;
    expect(await editWords(shop, hours, ANNA)).toEqual({ ok: true });
    expect(await rules()).toMatchObject({ closedWeekdays: [1], openWithoutCollection: [1] });
  });

  test.each([
    ['leadDays', '', '90', []],
    ['leadDays', '-1', '90', []],
    ['leadDays', '2.5', '90', []],
    ['leadDays', '61', '90', []],
    ['leadDays', '1e1', '90', []],
    ['daysAhead', '3', '0', []],
    ['daysAhead', '3', '732', []],
    ['daysAhead', '30', '29', []],
    ['closedWeekdays', '3', '90', ['1', '2', '3', '4', '5', '6', '7']],
    ['closedWeekdays', '3', '90', ['8']],
  ])('name the field %s of %j, %j, %j', async (field, leadDays, daysAhead, closedWeekdays) => {
    const { save, rules } = await cafe();
    const before = await rules();
    const result = await save(leadDays, daysAhead, closedWeekdays);
    expect(result).toEqual({
      ok: false,
      reason: 'invalid',
      problems: { [field]: expect.any(String) },
    });
    expect(await rules()).toEqual(before);
  });

  test('of a year are added and removed by two people at once', async () => {
    const { shop, rules, today } = await cafe();
    const [first, other] = [today, addDays(today, 40)];
    await Promise.all([
      addPeriod(shop, { from: first, to: addDays(first, 2), reason: 'Fair.' }, 'anna'),
      addPeriod(shop, { from: other, to: other, reason: ' ' }, 'ben'),
      removePeriod(shop, { from: '12-24', to: '01-02' }, 'cleo'),
    ]);
    const date = (day: string) => day.slice(5);
    const added = [
      { from: date(first), to: date(addDays(first, 2)), reason: 'Fair' },
      { from: date(other), to: date(other) },
    ];
    const periods = async () => (await rules()).closedPeriods;
    expect(await periods()).toEqual(added.sort((a, b) => (a.from < b.from ? -1 : 1)));
    // Another reason replaces the first one.
    await addPeriod(shop, { from: other, to: other, reason: 'Inventory' }, 'anna');
    expect(await periods()).toContainEqual({
      from: date(other),
      to: date(other),
      reason: 'Inventory',
    });
    expect(await periods()).toHaveLength(2);
    for (const [field, typed] of [
      ['from', { from: '', to: other, reason: '' }],
      ['to', { from: first, to: '2027-02-30', reason: '' }],
      ['to', { from: other, to: first, reason: '' }],
      ['to', { from: first, to: addDays(first, 365), reason: '' }],
      ['reason', { from: first, to: other, reason: 'x'.repeat(81) }],
      ['reason', { from: first, to: other, reason: 'a\u202eb' }],
    ] as const) {
      expect(await addPeriod(shop, typed, 'anna')).toEqual({
        ok: false,
        reason: 'invalid',
        problems: { [field]: expect.any(String) },
      });
    }
  });

  test('pause orders with words for visitors, or with ours', async () => {
    const { shop, rules, today } = await cafe();
    const until = addDays(today, 9);
    const pause = (words: string, day: string = until, since?: number) =>
      pauseOrders(shop, { until: day, words }, { by: 'anna', version: since });
    await pause('We are on holiday. You can order for later days. ');
    const words = async () => (await rules()).pause?.words;
    expect(await words()).toBe('We are on holiday. You can order for later days');
    expect(await pause('Ill', until, 1)).toMatchObject({ reason: 'conflict' });
    await pause('');
    expect(await words()).toBe(`We are away: you can order for ${dayInWords(until)} and later`);
    for (const day of [today, addDays(today, -1), addDays(today, 732), 'soon']) {
      expect(await pause('', day)).toMatchObject({ problems: { until: expect.any(String) } });
    }
    expect(await pause('x'.repeat(161))).toMatchObject({ problems: { words: expect.any(String) } });
    await endPause(shop, 'anna');
    expect(await rules()).toEqual(sampleSeed().calendar);
  });
});
