import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { freeShopPorts, startRunningShop } from '../../harness/running-shop.ts';
import { SHARED_PICTURES, sharePictures } from '../../harness/shared-pictures.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { codeTo, emailsTo } from './staff.ts';
import { ADA, answerTo } from './visitor.ts';

const ANNA = 'anna@example.org';

let stop = async () => {};
test.afterEach(() => stop());

test('the printed link sets up the owner, who signs in and follows the first order to its end', {
  tag: '@nightly',
}, async ({ browser }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-first-run-'));
  const port = await freeShopPorts(20_000);
  await sharePictures(dataDir);
  const shop = await startRunningShop(port, { DATA_DIR: dataDir, ...SHARED_PICTURES });
  stop = async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true });
  };
  const page = await browser.newPage({ baseURL: shop.origin });
  const signOut = () => page.getByRole('button', { name: 'Sign out here' }).click();

  const [link = ''] = /http:\S+\/owner\/welcome#\w{26}/.exec(shop.printed()) ?? [];
  await page.goto(link);
  // The token is in no history entry that another page could read.
  await expect(page).toHaveURL(`${shop.origin}/owner/welcome`);
  await expectAccessibleAndToFit(page);
  await page.getByLabel('Your name').fill('Anna');
  await page.getByLabel('Your e-mail address').fill(ANNA);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText(`We have sent a code to ${ANNA}.`)).toBeVisible();
  await expect.poll(() => codeTo(shop.mail, ANNA)).toMatch(/^\w{4}-\w{4}$/);
  const firstCode = await codeTo(shop.mail, ANNA);
  await page.getByLabel('Code').fill(firstCode);
  await expectAccessibleAndToFit(page);
  await page.getByRole('link', { name: 'Later' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recovery codes' })).toBeVisible();

  const reloaded = page.waitForResponse(
    (response) =>
      response.url().includes('/owner/you/recovery-codes.data') &&
      response.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Make recovery codes' }).click();
  // The answer reloads the data, and the codes stay.
  await reloaded;
  await expect(page.locator('code')).toHaveCount(8);
  const codes = await page.locator('code').allTextContents();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as a file' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(codes.join('\n'));
  await expectAccessibleAndToFit(page);
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  await expect(page.locator('code')).toHaveCount(8);
  await page.getByLabel('I have kept them').check();
  await goOn.click();

  // Today reminds of what is not done yet, and is where it leads back to.
  const next = page.getByRole('region', { name: 'Before you open' });
  await expect(next.getByRole('link', { name: 'Keep your recovery codes' })).toHaveCount(0);
  await next.getByRole('link', { name: 'Confirm your e-mail address' }).click();
  await page.getByLabel('Code').fill(firstCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`Confirmed: e-mails reach you at ${ANNA}.`)).toBeVisible();
  await expect(next.getByRole('link', { name: 'Confirm your e-mail address' })).toHaveCount(0);
  await next.getByRole('link', { name: 'Put in your own words and photos' }).click();
  await expectAccessibleAndToFit(page);
  // What is still the demo's is named as such.
  for (const words of [
    'Nobody has said these: we wrote them for the demo.',
    /^Photos of cakes: \d+ from the demo/,
    /^Cakes and prices: \d+ as in the demo/,
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  const terms = page.getByRole('button', { name: 'It is right as it is Terms' });
  await terms.click();
  await expect(page.getByText('It stays as it is.')).toBeVisible();
  await expect(terms).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(terms).toBeVisible();

  await page.getByRole('link', { name: 'Name and tagline' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Before you open' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Name and tagline' })).toHaveCount(0);

  await page.goto('/owner/you');
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await expect(page.getByText(`Sent to ${ANNA}`)).toBeVisible();

  await page.getByRole('button', { name: 'Make a link for it' }).click();
  const feed = await page.getByLabel('Anyone with this link').inputValue();
  const file = await fetch(feed);
  expect(file.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  await expect(page.getByRole('link', { name: 'Add to the calendar' })).toHaveAttribute(
    'href',
    feed.replace('http:', 'webcal:'),
  );
  await expectAccessibleAndToFit(page);

  const authenticator = await page.context().newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove the passkey of' })).toBeVisible();
  await expectAccessibleAndToFit(page);
  await signOut();

  await expectAccessibleAndToFit(page);
  await page.goto('/owner/people');
  const sent = page.waitForRequest((request) => request.postData()?.includes('signature') === true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expectAccessibleAndToFit(page);

  const replayed = await fetch((await sent).url(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: (await sent).postData(),
  });
  expect(replayed.status).toBe(403);
  expect(replayed.headers.get('Set-Cookie')).toBeNull();

  await page.goto('/owner/you');
  await signOut();
  await page.getByText('Use a recovery code').click();
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('You have 7 left.')).toBeVisible();

  await signOut();
  await page.getByLabel('Your e-mail address').fill(ANNA);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect.poll(() => codeTo(shop.mail, ANNA)).not.toBe(firstCode);
  await page.getByLabel('Code').fill(await codeTo(shop.mail, ANNA));
  await expectAccessibleAndToFit(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${shop.origin}/owner`);

  const id = await buyByApi(shop);
  const arrived = page.getByRole('link', { name: `New ${ADA.name}` });
  await expect(arrived).toBeVisible();
  await arrived.click();
  const tick = (name: string) =>
    page.getByRole('button', { name: `${name} : ${ADA.name}`, exact: true });
  await tick('Ready').click();
  await expect(tick('Ready')).toHaveAttribute('aria-pressed', 'true');
  await tick('Collected').click();
  await expect(tick('Collected')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tick('Collected')).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('link', { name: 'Orders' }).click();
  const thankYou = await (await fetch(`${shop.origin}/thank-you-page/${id}`)).text();
  const [, number = ''] = /Order (?:<!-- -->)?([0-9A-Z]{6})</.exec(thankYou) ?? [];
  for (const text of [number.toLowerCase(), 'LOVE']) {
    await page.getByRole('searchbox').fill(text);
    await answerTo(page, () => page.keyboard.press('Enter'));
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  }
  await page.getByRole('link', { name: ADA.name }).click();
  await page.getByRole('link', { name: 'Print label' }).click();
  await expect(page.getByText('Berry Drip Cake')).toBeVisible();
  expect((await page.pdf()).byteLength).toBeGreaterThan(1_000);

  await expect.poll(() => emailsTo(shop.mail, ADA.email)).toHaveLength(1);
  const [confirmation] = await emailsTo(shop.mail, ADA.email);
  const [, calendar = ''] = confirmation?.calendar?.split(',') ?? [];
  const ics = new ICAL.Component(ICAL.parse(Buffer.from(calendar, 'base64').toString()));
  const events = ics.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  expect(events.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Collect Berry Drip Cake \d+ in from Battenberg$/),
  ]);

  // The link is used up, and a later start prints none.
  await shop.whileDown(async () => {});
  expect(shop.printed()).not.toContain('/owner/welcome');
  await page.close();
});
