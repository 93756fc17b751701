import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessibleAndToFit } from './accessible.ts';
import { expect, test } from './shop-fixture.ts';
import { codeTo, invite, signInContext } from './staff.ts';
import { openPage, putBackFirstWords } from './visitor.ts';

test.describe('signing in by a code', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      // A wrong code is answered with 422, and the browser does not trust plain http.
      test.use({
        javaScriptEnabled,
        expectedErrors: /status of 422|untrustworthy|Origin-Agent-Cluster/,
      });

      test('works over http on another host name, and leads to where one wanted to go', async ({
        page,
        shop,
      }) => {
        const { person } = await invite(shop, 'kitchen');
        // Plain http and no name that browsers trust: no passkeys and no secure cookies.
        const origin = shop.origin.replace('localhost', 'cafe.test');
        await page.goto(`${origin}/owner/more`);
        await page.getByLabel('Your e-mail address').fill(person.email);
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await expect.poll(() => codeTo(shop.mail, person.email)).toMatch(/^\w{4}-\w{4}$/);
        await page.getByLabel('Code').fill('AAAA-AAAA');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('alert')).toContainText('That code does not work');
        if (javaScriptEnabled) await expect(page.getByLabel('Code')).toBeFocused();
        await page.getByLabel('Code').fill(await codeTo(shop.mail, person.email));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page).toHaveURL(`${origin}/owner/more`);
      });
    });
  }
});

test.describe('a form that is sent after its session has ended', () => {
  // By name, browsers say where a form comes from in `Origin` alone.
  for (const host of ['localhost', 'cafe.test']) {
    for (const javaScriptEnabled of [true, false]) {
      const tag = javaScriptEnabled === (host === 'localhost') ? [] : '@nightly';
      test.describe(`to ${host} ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
        tag,
      }, () => {
        test.use({
          javaScriptEnabled,
          viewport: { width: 390, height: 844 },
          expectedErrors: /status of 401|untrustworthy|Origin-Agent-Cluster/,
        });

        test('is kept until the person has signed in in another tab', { tag: '@nightly' }, async ({
          page,
          context,
          shop,
        }) => {
          const origin = shop.origin.replace('localhost', host);
          const { person, token, cookie } = await invite(shop, 'owner');
          await context.addCookies([{ name: 'staff', value: token, url: origin }]);
          const path = `${origin}/owner/words/terms`;
          await (javaScriptEnabled ? openPage(page, path) : page.goto(path));
          const text = page.getByLabel('Text');
          const typed = `${await text.inputValue()}\n\n# Typed for an hour\n\nCakes keep.`;
          await text.fill(typed);
          const headers = { Cookie: cookie, Origin: shop.origin };
          await fetch(`${shop.origin}/owner/sign-out`, { method: 'POST', headers });

          const save = page.getByRole('button', { name: 'Save', exact: true });
          await save.click();
          const tab = await (javaScriptEnabled ? besideForm(page) : besideAnswer(page));
          await tab.getByLabel('Your e-mail address').fill(person.email);
          await tab.getByRole('button', { name: 'Send me a code' }).click();
          await expect.poll(() => codeTo(shop.mail, person.email)).toMatch(/^\w{4}-\w{4}$/);
          await tab.getByLabel('Code').fill(await codeTo(shop.mail, person.email));
          await tab.getByRole('button', { name: 'Sign in' }).click();
          await expect(tab).toHaveURL(`${origin}/owner`);
          await tab.close();

          await (javaScriptEnabled ? save.click() : page.reload());
          await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
          await expect(text).toHaveValue(typed);
          await putBackFirstWords(page, 'terms');
        });
      });
    }
  }
});

/** The page to sign in, in another tab: with scripts the form stays. */
async function besideForm(page: Page): Promise<Page> {
  await expect(page.getByRole('alert')).toContainText('Not saved: you are signed out.');
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  const tab = await page.context().newPage();
  await tab.goto(new URL('/owner/sign-in', page.url()).href);
  return tab;
}

/** The same from the page that is the answer to a plain form. It sends the form again when it is reloaded. */
async function besideAnswer(page: Page): Promise<Page> {
  const signedOut = page.getByRole('heading', { name: 'You are signed out' });
  await expect(signedOut).toBeVisible();
  await page.reload();
  await expect(signedOut).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in in another tab' }).click();
  return opened;
}

test.describe('too long after signing in', () => {
  test.use({ expectedErrors: /status of 422/ });

  test('an invitation comes back as it was typed', { tag: '@nightly' }, async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    await openPage(page, '/owner/people');
    await page.getByLabel('Name').fill('Kim');
    const email = `${randomUUID()}@example.org`;
    await page.getByLabel('E-mail address').fill(email);
    await signInContext(context, shop, 'owner', 11 * 60_000);
    const send = page.getByRole('button', { name: 'Invite', exact: true });
    await send.click();
    await expect(page.getByRole('alert')).toContainText('sign in again');
    await expect(page.getByLabel('Name')).toHaveValue('Kim');
    await expect(page.getByLabel('E-mail address')).toHaveValue(email);
    await signInContext(context, shop, 'owner');
    await send.click();
    await expect(page.getByText(`Invited. An e-mail is on its way to ${email}.`)).toBeVisible();
  });
});

test.describe('without a session', () => {
  // The live connection of the open page notices it.
  test.use({ expectedErrors: /status of 401/ });

  test('who signs out, and who never signed in, is led to the page to sign in', async ({
    page,
    context,
    shop,
  }) => {
    await page.goto('/owner');
    await expect(page).toHaveURL('/owner/sign-in?next=%2Fowner');
    await signInContext(context, shop, 'owner');
    await page.goto('/owner');
    await expect(page).toHaveURL('/owner');
    const signOut = () =>
      page.request.post('/owner/sign-out', { headers: { Origin: shop.origin } });
    await signOut();
    // Another tab still shows the button.
    expect((await signOut()).url()).toMatch(/\/owner\/sign-in$/);
    await page.goto('/owner');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test('forms are accepted behind a proxy, whose requests have another origin than the pages', async ({
  shop,
}) => {
  const send = (origin: string) =>
    fetch(`${shop.origin.replace('localhost', '127.0.0.1')}/owner/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'nobody@example.org' }),
      headers: { Origin: origin },
      redirect: 'manual',
    });
  expect((await send(shop.origin)).status).toBe(303);
  expect((await send('https://evil.example')).status).toBe(403);
});
