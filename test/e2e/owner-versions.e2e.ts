import { addDays, dayInWords, londonDay } from '#domain/calendar/days.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { holdRequests } from './held-requests.ts';
import { expect, test } from './shop-fixture.ts';
import { invite, signInContext } from './staff.ts';
import { answerTo, hydration, openPage } from './visitor.ts';

test('the owner sees who changed words and the calendar, and puts versions back', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const owner = await signInContext(context, shop, 'owner');
  const version = (text: string | RegExp) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .filter({ hasText: text })
      // Those before it name what would change.
      .first();
  const putBack = async (text: string | RegExp) => {
    await version(text).locator('summary').click();
    await version(text).getByRole('button', { name: 'Put back' }).click();
  };
  const save = page.getByRole('button', { name: 'Save', exact: true });

  await openPage(page, '/owner/words/story');
  const story = page.getByLabel('Text');
  const first = await story.inputValue();
  await story.fill(`${first}\n\nWe have a new oven.`);
  await answerTo(page, () => save.click());
  await expect(page.getByText('Saved. Visitors see it now.').first()).toBeVisible();
  await page.getByLabel('Title').fill('About the oven');
  await answerTo(page, () => save.click());
  await expect(page.getByLabel('Title')).toHaveValue('About the oven');
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { name: `${owner.name} (now)` })).toBeVisible();
  await expect(page.getByText('Text: nothing → … We have a new oven.')).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1440]);
  const other = await context.newPage();
  await openPage(other, page.url());
  await hydration(other);
  await other.getByText('Put back…').last().click();
  // The form is sent before the other change, and arrives after it.
  const letThrough = await holdRequests(other, /\/versions/);
  const sent = other.waitForRequest((request) => request.method() === 'POST');
  const clicked = other.getByRole('button', { name: 'Put back' }).last().click();
  await sent;
  await putBack('We have a new oven.');
  await expect(page.getByText('Saved. Visitors see it now.').first()).toBeVisible();
  await expect(story).toHaveValue(`${first}\n\nWe have a new oven.`);
  await expect(page.getByLabel('Title')).not.toHaveValue('About the oven');
  letThrough();
  await clicked;
  await expect(other.getByText('Not put back: somebody has just changed')).toBeVisible();
  await page.getByRole('link', { name: 'Versions' }).click();
  await putBack('Before the first change');
  await expect(story).toHaveValue(first);

  const day = addDays(londonDay(new Date().toISOString()), 40);
  await openPage(page, `/owner/calendar/close?from=${day}`);
  await page.getByLabel('Why, for visitors').fill('Oven fair');
  await page.getByRole('button', { name: /^Close / }).click();
  await expect(page.getByText(/^Closed: .* Visitors see it now\./)).toBeVisible();
  await openPage(page, '/owner/calendar');
  const notice = page.getByLabel('Days of notice');
  const before = await notice.inputValue();
  await notice.fill('9');
  await save.click();
  await expect(page.getByText('Saved. Visitors see it now.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Versions' }).click();
  const closing = `${dayInWords(day, 'short')}: as every week → closed: Oven fair`;
  await expect(page.getByText(closing).first()).toBeVisible();
  await putBack(closing);
  await expect(page.getByText('Saved. Visitors see it now.').first()).toBeVisible();
  await expect(notice).toHaveValue(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toHaveValue('9');
  await page.getByRole('link', { name: 'Versions' }).click();
  await putBack(closing);
  await expect(notice).toHaveValue(before);
  const row = page.getByRole('listitem').filter({ hasText: 'Oven fair' });
  await row.getByRole('button', { name: 'Open' }).click();
  await expect(row).toBeHidden();

  const kitchen = await browser.newContext({ baseURL: shop.origin });
  const { token } = await invite(shop, 'kitchen');
  await kitchen.addCookies([{ name: 'staff', value: token, url: shop.origin }]);
  const headers = { Origin: shop.origin };
  for (const path of ['/owner/words/story/versions', '/owner/calendar/versions']) {
    expect((await kitchen.request.get(path)).status()).toBe(403);
    const form = { version: '1', number: '1' };
    expect((await kitchen.request.post(path, { form, headers })).status()).toBe(403);
  }
  // The kitchen takes back ticks alone.
  for (const change of [
    { kind: 'calendar', version: 2 },
    { kind: 'cake', id: 'red-velvet', version: 2 },
    { kind: 'incident', key: 'any' },
  ]) {
    const form = { undo: JSON.stringify([change]) };
    const answer = await kitchen.request.post('/owner/undo', { form, headers });
    expect(answer.status()).toBe(403);
  }
  await kitchen.close();
});
