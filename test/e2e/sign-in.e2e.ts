import { expect, test } from './shop-fixture.ts';
import { codeTo, invite, signInContext } from './staff.ts';

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
        await expect(page.getByRole('alert')).toContainText('That code is not valid here');
        await page.getByLabel('Code').fill(await codeTo(shop.mail, person.email));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page).toHaveURL(`${origin}/owner/more`);
      });
    });
  }
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
    await page.request.post('/owner/sign-out', { headers: { Origin: shop.origin } });
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
  expect((await send(shop.origin)).status).toBe(302);
  expect((await send('https://evil.example')).status).toBe(403);
});
