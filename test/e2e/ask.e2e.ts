import type { Request } from '@playwright/test';
import { dayInWords } from '#domain/calendar/days.ts';
import { heic, jpeg } from '../photo-files.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { ask } from './asked-requests.ts';
import { expect, test } from './shop-fixture.ts';
import { linkTo } from './staff.ts';
import { BERRY_DRIP_CAKE, dayFromToday, openPage } from './visitor.ts';

test.use({ expectedErrors: /status of 422/ });

test('who needs another cake sooner asks, with a photo, and adds to it by the link of the e-mail', async ({
  page,
  shop,
}) => {
  const email = `ask-${Date.now()}@example.org`;
  const referrers = new Set<string | undefined>();
  const noteReferrer = (request: Request) => void referrers.add(request.headers().referer);
  page.on('request', noteReferrer);
  await openPage(page, BERRY_DRIP_CAKE);
  await page.getByText('8 inches').click();
  const ask = page.getByRole('link', { name: 'Ask us', exact: true });
  await expect(ask).toHaveAttribute('href', /^\/ask\?about=[^&]+$/);
  await ask.click();
  await expect(page.getByLabel('What do you have in mind?')).toHaveValue(/Berry Drip Cake/);

  const send = page.getByRole('button', { name: 'Send it' });
  await send.click();
  await expect(page.getByLabel('What is it for?')).toBeFocused();
  await expect(page.getByText('Please give the number of people')).toBeVisible();
  await page.getByLabel('What is it for?').fill('Birthday');
  await expect(page.getByText('Please say what it is for.')).toBeHidden();
  await page.getByLabel('For how many people?').fill('12');
  const day = dayFromToday(2);
  await page.getByLabel('For which day?').fill(day);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill(email);
  const photos = page.getByLabel('Photos, if you have some');
  await photos.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic() });
  await send.click();
  await expect(page.getByText('IMG_1.HEIC: This is a HEIC photo')).toBeVisible();
  await expect(photos).toBeFocused();
  await expectAccessibleAndToFit(page);
  await photos.setInputFiles({
    name: 'cake.jpg',
    mimeType: 'image/jpeg',
    buffer: await jpeg(),
  });
  await send.click();

  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible();
  await openPage(page, await linkTo(shop, email, /^We have your request/));
  await expect(page.getByText(dayInWords(day))).toBeVisible();
  // The link may be forwarded.
  await expect(page.getByText(email)).toBeHidden();
  const photo = page.getByRole('img', { name: 'Your photo' });
  await photo.scrollIntoViewIfNeeded();
  await expect(async () => {
    expect(await photo.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(
      400,
    );
  }).toPass();
  await page.getByLabel('Is there anything to add?').fill('She likes green.\nVery much.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent, thank you.')).toBeVisible();
  await expect(page.getByText('She likes green.')).toBeVisible();
  await expectAccessibleAndToFit(page);

  // The address of the page is a secret, which proxies would log with each of its files.
  page.off('request', noteReferrer);
  referrers.delete(undefined);
  expect([...referrers]).toEqual([`${shop.origin}/`]);
});

test('what was typed is there after a look at another page', { tag: '@nightly' }, async ({
  page,
}) => {
  await openPage(page, '/ask?about=A%20cake');
  const ideas = page.getByLabel('What do you have in mind?');
  await expect(ideas).toHaveValue('A cake');
  await ideas.fill('A heart of sponge,\nin red & gold');
  await expect(page.getByLabel('Photos, if you have some')).toHaveAccessibleDescription(
    /If you leave this page, choose them again\.$/,
  );
  await page.getByLabel('Email address').fill('ada@example.org');
  // A link to a part of the page makes a new history entry.
  await page.getByRole('link', { name: 'CONTACT' }).first().click();
  await expect(page).toHaveURL(/#contact$/);
  await page.getByRole('link', { name: 'What we keep, and how long' }).click();
  await expect(page).toHaveURL('/privacy');
  await page.goBack();
  await expect(ideas).toHaveValue('A heart of sponge,\nin red & gold');
  await expect(page.getByLabel('Email address')).toHaveValue('ada@example.org');
  await page.reload();
  await expect(ideas).toHaveValue('A heart of sponge,\nin red & gold');
  // Another cake.
  await openPage(page, '/ask?about=A%20loaf');
  await expect(ideas).toHaveValue('A loaf');
  await expect(page.getByLabel('Email address')).toHaveValue('');
});

test('a reply from a page that was open until the day has passed is not lost', {
  tag: '@nightly',
}, async ({ shop }) => {
  const { linkToken } = await ask(shop, { day: dayFromToday(-1) }, 4);
  const path = `${shop.origin}/ask/${linkToken}`;
  expect(await (await fetch(path)).text()).not.toContain('<textarea');
  const sent = await fetch(path, {
    method: 'POST',
    headers: { Origin: shop.origin },
    body: new URLSearchParams({ last: '0', text: 'She likes green.' }),
  });
  expect(sent.status).toBe(409);
  const page = await sent.text();
  expect(page).toContain('She likes green.</textarea>');
  expect(page).toContain('The day has passed. Please ring us.');
});
