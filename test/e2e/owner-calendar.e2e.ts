import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, londonDay, weekday } from '#domain/calendar/days.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { attachedEvents } from '../calendar-file.ts';
import { queryDatabase } from '../query-database.ts';
import { expectAccessible, expectNoHorizontalScroll } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, signInContext } from './staff.ts';
import { answerTo, BERRY_DRIP_CAKE, openPage, putBackFirstWords } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const SATURDAY = 6;

const Calendar = z.object({
  today: Day,
  days: z.array(z.object({ day: Day, closed: z.string().nullable() })),
});

async function openDays({ origin }: RunningShop) {
  const { today, days } = Calendar.parse(await (await fetch(`${origin}/api/calendar`)).json());
  // At midnight the first of them may close.
  const open = days.filter(({ closed }) => closed === null).slice(1);
  return { today, open: open.map(({ day }) => day) };
}

test.describe('on a phone', () => {
  // Orders that are not moved to a day yet.
  test.use({ viewport: PHONE, expectedErrors: /status of 4(09|22)/ });

  test('closing a Saturday shows its orders, moves one, and closes it on a visitor’s open page', {
    tag: '@nightly',
  }, async ({ page, context, shop, browser }) => {
    await signInContext(context, shop, 'owner');
    const { today, open } = await openDays(shop);
    // Of the two weeks on the screen, which have no open Saturday before Christmas.
    const soon = open.filter((day) => day < addDays(today, 14));
    const saturday = soon.find((day) => weekday(day) === SATURDAY) ?? soon[0] ?? today;
    const inWords = dayInWords(saturday, 'short');
    const ahead = (Date.parse(saturday) - Date.parse(londonDay(new Date().toISOString()))) / 864e5;
    const surname = randomUUID().slice(0, 8);
    const names = ['Ada', 'Bo', 'Cy'].map((name) => `${name} ${surname}`);
    const [ada] = await bookOrders(
      shop,
      names.map((name) => ({ name, day: ahead })),
    );
    // Other tests may have orders for this day.
    const collections = page.getByRole('article').filter({ hasText: surname });
    const cake = await browser.newPage();
    await openLive(cake, BERRY_DRIP_CAKE);
    await cake
      .getByRole('list', { name: 'The next days that can be chosen' })
      .getByRole('button', { name: inWords })
      .click();
    const cell = cake.getByRole('gridcell').getByRole('button', { name: dayInWords(saturday) });
    await expect(cell).toHaveAttribute('aria-disabled', 'false');

    await openPage(page, '/owner');
    await page.getByRole('link', { name: 'Week' }).click();
    await expect(page.getByRole('heading', { name: 'The next two weeks' })).toBeVisible();
    await page.getByRole('link', { name: inWords }).first().click();
    await page.getByRole('link', { name: 'Close this day' }).click();
    const choice = page.getByLabel(`What happens to ${names[0]}, ${inWords}`);
    for (const name of names) {
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expect(choice.getByRole('option', { selected: true })).toHaveText(`Keep on ${inWords}`);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: `E-mail ${names[0]}` }).click();
    const form = await opened;
    await expect(form.getByLabel('Your words')).toBeVisible();
    await form.close();
    const [moved] = open.filter((day) => day > saturday);
    await choice.selectOption({ label: `Move to ${dayInWords(moved ?? today, 'short')}` });
    await page.getByLabel('Why, for visitors').fill('Staff outing.');
    await page.getByRole('button', { name: `Close ${inWords}` }).click();
    await expect(cell).toHaveAttribute('aria-disabled', 'true');
    await expect(cell).toHaveAccessibleName(/Staff outing\. The next day is/);

    await expect(
      page.getByText(`Closed: ${inWords}. Visitors see it now. 1 order moved.`),
    ).toBeVisible();
    await expect(page.getByText('Closed: Staff outing')).toBeVisible();
    await expect(collections).toHaveCount(2);

    // Taken back and done again: the customer hears of it once.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Taken back.')).toBeVisible();
    await expect(collections).toHaveCount(3);
    await expect(cell).toHaveAttribute('aria-disabled', 'false');

    // Four taps from Today to another day: Week, the day, Move, the new day.
    await page.getByRole('link', { name: `Move to another day: ${names[0]}` }).click();
    await expect(page.getByRole('heading', { name: 'Move to another day' })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: new RegExp(`^${dayInWords(moved ?? today, 'short')}`) })
      .click();
    await expect(page.getByText(`${names[0]} moved to`)).toBeVisible();
    const { DATA_DIR: dataDir = '', DATABASE_URL } = shop.environment;
    // The time of Undo passes.
    await queryDatabase(
      { dataDir, databaseUrl: DATABASE_URL || undefined },
      `update emails set not_before = '' where about = '${ada?.id}' and kind like 'moved %'`,
    );
    const news = async () =>
      (await emailsTo(shop.mail, ada?.customer.email)).filter(({ subject }) =>
        subject.includes('new day'),
      );
    await expect.poll(async () => (await news()).length).toBe(1);
    const [email] = await news();
    expect(email?.subject).toContain(dayInWords(moved ?? today, 'short'));
    const [entry] = attachedEvents(email?.calendar ?? '');
    expect(entry).toMatchObject({ uid: `${ada?.id}-${saturday}`, sequence: 3 });
    expect(entry?.start.slice(0, 10)).toBe(moved);

    // The customer's own page shows the new day.
    await openPage(cake, `/thank-you-page/${ada?.id}`);
    await expect(cake.getByText(dayInWords(moved ?? today)).first()).toBeVisible();
    await cake.close();
  });

  test('the owner is asked about each day that customers cannot choose before an order moves there', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    const { today } = await openDays(shop);
    const name = `Ada ${randomUUID().slice(0, 8)}`;
    const [order] = await bookOrders(shop, [{ name, day: 8 }]);
    const [tomorrow, later] = [addDays(today, 1), addDays(today, 2)];
    await openPage(page, `/owner/orders/${order?.id}/move?day=${order?.items[0]?.day}`);
    const typed = page.getByLabel('Another day');
    const move = async (to: Day) => {
      await typed.fill(to);
      await page.getByRole('button', { name: 'Move', exact: true }).click();
    };
    const question = (day: Day) =>
      page.getByText(
        new RegExp(`^Customers cannot choose ${dayInWords(day)}: .* It has \\d+ orders?\\b`),
      );
    const allTheSame = page.getByLabel('Move it there anyway');
    // Not to the first day that is offered.
    await typed.fill(tomorrow);
    await typed.press('Enter');
    await expect(question(tomorrow)).toBeVisible();
    // Without the tick, it asks again.
    await move(later);
    await expect(question(later)).toBeVisible();
    await allTheSame.check();
    await move(tomorrow);
    await expect(question(tomorrow)).toBeVisible();
    await allTheSame.check();
    await move(tomorrow);
    await expect(page.getByText(`${name} moved to`)).toBeVisible();
  });

  test('the rules are changed on one screen, and nobody overwrites another’s change', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    await openPage(page, '/owner/more');
    await page.getByRole('link', { name: /^Calendar/ }).click();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const other = await context.newPage();
    await openPage(other, '/owner/calendar');

    const press = (on: Page, name: string) =>
      answerTo(on, () => on.getByRole('button', { name, exact: true }).click());
    const {
      open: [soon = ''],
    } = await openDays(shop);
    const until = addDays(londonDay(new Date().toISOString()), 20);
    await bookOrders(shop, [{ name: 'Ada', day: 5 }]);
    const pause = page.getByRole('link', { name: 'Pause', exact: true });
    await expect(pause).toBeInViewport({ ratio: 1 });
    await pause.click();
    await page.getByLabel('First day customers can collect again').fill(until);
    await page.getByLabel('What visitors read').fill('We are on holiday. You can order for later.');
    await press(page, 'Pause');
    await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    await openPage(other, BERRY_DRIP_CAKE);
    await expect(other.getByText('We are on holiday. You can order for later ·')).toBeVisible();
    await openPage(other, '/');
    await expect(other.getByText('We are on holiday. You can order for later')).toBeVisible();
    // Other tests may have booked days of the pause too.
    await expect(page.getByText(/^Saved.* booked for closed days or hours\./)).toBeVisible();
    const paused = addDays(londonDay(new Date().toISOString()), 5);
    await expect(
      page
        .getByRole('region', { name: 'Booked for closed days' })
        .getByRole('link', { name: dayInWords(paused, 'short') }),
    ).toBeVisible();
    await page.getByRole('region', { name: 'Hours of a day' }).getByLabel('Day').fill(soon);
    await page.getByRole('button', { name: 'Next: set the hours' }).click();
    await expect(page.getByText('Paused: We are on holiday.')).toBeVisible();
    // A day of the pause keeps its collections.
    await expect(page.getByLabel('Customers can collect cakes on this day')).toBeChecked();
    await openPage(page, '/owner/calendar');
    await press(page, 'End the pause');
    await expect(page.getByText('Saved.')).toBeVisible();

    await openPage(other, '/owner/calendar');
    await page.getByLabel('Days of notice').fill('5');
    await press(page, 'Save');
    await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    await other.getByLabel('Days of notice').fill('2');
    await other.getByLabel('Days ahead').fill('999');
    await press(other, 'Save');
    await expect(other.getByText('Please type a number from 1 to 731.')).toBeInViewport();
    await expect(other.getByLabel('Days ahead')).toBeFocused();
    await other.getByLabel('Days ahead').fill('200');
    await press(other, 'Save');
    await expect(other.getByText('Notice is now: 5 days')).toBeInViewport();
    await expect(other.getByLabel('Days of notice')).toHaveValue('2');
    await expect(other.getByLabel('Days ahead')).toHaveValue('200');
    await press(other, 'Save');
    await expect(other.getByText('Saved. Visitors see it now.')).toBeVisible();
    // Takes back what nobody has changed since.
    await press(other, 'Undo');
    await expect(other.getByLabel('Days of notice')).toHaveValue('5');
    await expect(other.getByLabel('Days ahead')).toHaveValue('180');
    await other.getByLabel('Days of notice').fill('3');
    await press(other, 'Save');
    await expect(other.getByText('Saved. Visitors see it now.')).toBeVisible();
    const saveNotice = async (days: string) => {
      await openPage(page, '/owner/calendar');
      await page.getByLabel('Days of notice').fill(days);
      await press(page, 'Save');
      await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    };
    await saveNotice('4');
    await press(other, 'Undo');
    await expect(other.getByText('Not taken back: somebody has changed it since.')).toBeVisible();
    await saveNotice('3');
  });
});

test('a day is closed in three taps, and ten closed days are one line, which opens at once or a day at a time', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner');
  await page.getByRole('link', { name: 'Week' }).click();
  await page.getByRole('link', { name: 'Nothing yet' }).last().click();
  await page.getByRole('button', { name: 'Close this day' }).click();
  await expect(page.getByText(/^Closed: .* Visitors see it now\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Close this day' })).toBeVisible();

  // Further ahead than other tests order.
  const monday = addDays(londonDay(new Date().toISOString()), 400);
  const first = addDays(monday, 1 - weekday(monday));
  const [third, last] = [addDays(first, 2), addDays(first, 9)];
  const words = (from: Day, to: Day) =>
    `${dayInWords(from, 'short')} to ${dayInWords(to, 'short')}`;
  await openPage(page, `/owner/calendar/close?from=${first}&to=${last}`);
  await page.getByLabel('Why, for visitors').fill('Baking in Vienna');
  await page.getByRole('button', { name: 'Close' }).click();
  const runs = page
    .getByRole('list', { name: 'Days that you have closed' })
    .getByRole('listitem')
    .filter({ hasText: 'Baking in Vienna' });
  await expect(runs).toHaveCount(1);
  await expect(runs).toContainText(`${words(first, last)} · closed: Baking in Vienna`);
  await page.getByText('Open only one of these 10 days').click();
  await page.getByLabel('Day', { exact: true }).first().selectOption(third);
  await page.getByRole('button', { name: 'Open this day' }).click();
  await expect(page.getByText(`Open: ${dayInWords(third, 'short')}.`)).toBeVisible();
  await expect(runs).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(runs).toHaveCount(1);
  await page.getByRole('button', { name: `Open ${words(first, last)}` }).click();
  const sunday = dayInWords(addDays(first, 6), 'short');
  await expect(
    // Perhaps with days of a yearly period.
    page.getByText(new RegExp(`^Open: ${words(first, last)}\\. .* Still closed: .*${sunday}`)),
  ).toBeVisible();
  await expect(runs).toHaveCount(0);
});

test('opening hours and the days of the calendar cannot contradict each other', {
  tag: '@nightly',
}, async ({ page, context, shop, browser, owner }) => {
  await signInContext(context, shop, 'owner');
  const cake = await browser.newPage();
  const press = (name: string) =>
    answerTo(page, () => page.getByRole('button', { name, exact: true }).click());
  await openPage(page, '/owner/words/hours');
  const sunday = page.getByRole('group', { name: 'Sunday' });
  await sunday.getByLabel('Opens').fill('10:00');
  await sunday.getByLabel('Closes').fill('14:00');
  await press('Save');
  await expect(page.getByText('You are open on Sundays, but the calendar')).toBeVisible();
  await openPage(cake, BERRY_DRIP_CAKE);
  await expect(cake.getByText('We need 3 days’ notice · No collections on Sundays')).toBeVisible();
  await expect(cake.getByText('Closed on Sundays')).toHaveCount(0);

  await page.getByRole('link', { name: 'Change it in the calendar' }).click();
  await expectAccessible(page);
  await page.getByLabel('Sunday').uncheck();
  await press('Save');
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await openPage(cake, BERRY_DRIP_CAKE);
  await expect(cake.getByText('on Sundays')).toHaveCount(0);

  const { today } = await openDays(shop);
  const [order] = await bookOrders(shop, [{ name: 'Sunny', day: 14 - weekday(today) }]);
  await putBackFirstWords(page, 'hours');
  await expect(page.getByText(/ booked for closed days or hours\./)).toBeVisible();
  await owner.cancel(order?.id ?? '');
  await openPage(cake, BERRY_DRIP_CAKE);
  await expect(cake.getByText('We need 3 days’ notice · Closed on Sundays')).toBeVisible();
  await openPage(page, '/owner/calendar');
  await expect(
    page.getByText('You are closed on Sundays, so nobody can collect then.'),
  ).toBeVisible();
  await cake.close();
});

test('a Sunday is opened with hours of its own, which visitors and who collects then read', {
  tag: '@nightly',
}, async ({ page, context, shop, browser }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  const { today } = await openDays(shop);
  const sunday = addDays(today, 21 - weekday(today));
  const words = dayInWords(sunday, 'short');
  const ahead = (Date.parse(sunday) - Date.parse(today)) / 864e5;
  await openPage(page, '/owner/calendar');
  await page.getByRole('region', { name: 'Hours of a day' }).getByLabel('Day').fill(sunday);
  await page.getByRole('button', { name: 'Next: set the hours' }).click();
  await expect(page.getByText('Closed on Sundays.')).toBeVisible();
  await page.getByLabel('Opens').fill('10:00');
  await page.getByLabel('Closes').fill('14:30');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: `Save the hours of ${words}` }).click();
  await expect(
    page.getByText(`Open: ${words}, 10am to 2.30pm. Visitors see it now.`),
  ).toBeVisible();

  const [order] = await bookOrders(shop, [{ name: 'Ada', day: ahead }]);
  const page2 = await browser.newPage();
  await openPage(page2, `/thank-you-page/${order?.id}`);
  await expect(
    page2.getByText(`On ${dayInWords(sunday)} we are open 10am to 2.30pm.`),
  ).toBeVisible();
  await expect(page2.getByRole('contentinfo')).toContainText(`${words}, 10am to 2.30pm`);
  await page2.close();

  await page.getByRole('link', { name: `${words} · open 10am to 2.30pm` }).click();
  await expect(page.getByText('1 order for this day.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible();
  await page.getByRole('link', { name: '‹ Calendar' }).click();
  await page.getByRole('button', { name: `Remove ${words}` }).click();
  await expect(page.getByText(`Not open any more: ${words}.`)).toBeVisible();
});

test('a bank holiday is offered until the owner has closed it, given it hours or left it', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/calendar');
  const holidays = page.getByRole('list', { name: 'Bank holidays' }).getByRole('listitem');
  const count = await holidays.count();
  const [first = '', second = ''] = await holidays.locator('strong').allTextContents();
  await page.getByRole('button', { name: `Leave as it is ${first}` }).click();
  await expect(page.getByText(`As every week: ${first}.`)).toBeVisible();
  await expect(holidays).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(holidays).toHaveCount(count);
  await page.getByRole('link', { name: `Close ${second}` }).click();
  await expect(page.getByLabel('Why, for visitors')).not.toHaveValue('');
  await page.getByRole('button', { name: `Close ${second}` }).click();
  await expect(page.getByText(`Closed: ${second}. Visitors see it now.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Taken back.')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 422/ });

  test('a form that is refused comes back on its whole screen, as it was typed', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    await page.goto('/owner/calendar');
    const notice = page.getByLabel('Days of notice');
    await notice.fill('soon');
    const rules = page.locator('form', { has: notice });
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
    await expect(notice).toHaveValue('soon');
    await expect(notice).toHaveAttribute('aria-invalid', 'true');

    await page.goto('/owner/capacity');
    await page.getByLabel('Saturday').fill('many');
    await page.getByRole('button', { name: 'Save and turn limits on' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'How much' })).toBeVisible();
    await expect(page.getByLabel('Saturday')).toHaveValue('many');
  });

  test('closing a day moves all chosen orders or none, and Undo names what stays', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    const { open } = await openDays(shop);
    const [day, later] = open.slice(2);
    if (!day || !later) throw new Error('No day is open.');
    const ahead = (Date.parse(day) - Date.parse(londonDay(new Date().toISOString()))) / 864e5;
    const names = ['Ada', 'Bo', 'Cy'].map((name) => `${name} ${randomUUID().slice(0, 8)}`);
    const [ada, bo] = await bookOrders(
      shop,
      names.map((name) => ({ name, day: ahead })),
    );
    const tick = async (id: string | undefined, on: Day) => {
      const form = { day: on, from: 'to-make', fulfilment: 'ready' };
      const headers = { Origin: shop.origin };
      await context.request.post(`/owner/orders/${id}/made`, { form, headers });
    };
    await page.goto(`/owner/calendar/close?from=${day}`);
    for (const name of names) {
      await page.getByLabel(`What happens to ${name}`).selectOption(later);
    }
    await tick(bo?.id, day);
    const close = page.getByRole('button', { name: `Close ${dayInWords(day, 'short')}` });
    await close.click();
    await expect(page.getByText('Nothing is closed or moved yet.')).toBeVisible();
    await expect(page.getByLabel(`What happens to ${names[2]}`)).toHaveValue(later);
    await close.click();
    await expect(page.getByText('Visitors see it now. 2 orders moved.')).toBeVisible();

    await tick(ada?.id, later);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(
      page.getByText(`1 order moved back. Not moved back: ${names[0]} (${ada?.number}).`),
    ).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: names[2] })).toBeVisible();

    // Shorter hours too show all orders first.
    await page.goto(`/owner/calendar/hours?day=${day}`);
    await page.getByLabel('Closes').fill('12:00');
    const late = `Dee ${randomUUID().slice(0, 8)}`;
    await bookOrders(shop, [{ name: late, day: ahead }]);
    const save = page.getByRole('button', {
      name: `Save the hours of ${dayInWords(day, 'short')}`,
    });
    await save.click();
    await expect(page.getByText('An order for this day came in')).toBeVisible();
    await expect(page.getByText(late)).toBeVisible();
    await expect(page.getByLabel('Closes')).toHaveValue('12:00');
    await save.click();
    await expect(page.getByText('8am to 12pm. Visitors see it now.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Taken back.')).toBeVisible();
  });
});
