import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { encodeQr } from '#app/owner/print/qr-code.ts';
import { addDays, asDay, weekday, weekdayName } from '#domain/calendar/days.ts';
import { payByCard } from '../card-page.ts';
import { emailsAbout } from '../inbox.ts';
import { expectAccessibleAndToFit, expectAccessibleAtAllWidths } from './accessible.ts';
import { bookOrders, endUndo, passAMinute, whatStaffChange } from './booked-orders.ts';
import { placeByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { cancelOnScreen, emailsTo, invite, signInContext } from './staff.ts';
import { nameOf, openPage, putBackFirstWords } from './visitor.ts';

const PHONE = { width: 390, height: 844 };

function cardOf(page: Page, name: string) {
  return page.getByRole('article', { name });
}

function tickOf(page: Page, tick: 'Ready' | 'Collected' | 'Not collected', name: string) {
  return page.getByRole('button', { name: `${tick} : ${name}`, exact: true });
}

/** Says what was ticked off. */
function noticeOf(page: Page) {
  return page.getByRole('status').last();
}

/** Says of when the screen is, and whether ticks wait. */
function connectionOf(page: Page) {
  return page.getByRole('status').first();
}

/** Sends what was typed into the search, and waits for its list. */
async function search(page: Page): Promise<void> {
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Enter');
  await sent;
}

/** Opens a screen of the owner in a second browser tab with the same session. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await openPage(tab, path);
  return tab;
}

/**
 * Taps a tick that is low on the screen twice, as fast as a finger.
 * @returns the words of what the second tap meets, because the card has become a line.
 */
function tapTwice(tick: Locator): Promise<string> {
  return tick.evaluate(async (button) => {
    scrollBy({ top: button.getBoundingClientRect().top - 640, behavior: 'instant' });
    const { x, y, width, height } = button.getBoundingClientRect();
    const [clientX, clientY] = [x + width / 2, y + height / 2];
    const tap = { clientX, clientY, detail: 1, bubbles: true, cancelable: true };
    const tapAt = (timeStamp: number) =>
      Object.defineProperty(new MouseEvent('click', tap), 'timeStamp', { value: timeStamp });
    const at = performance.now();
    button.dispatchEvent(tapAt(at));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const met = document.elementFromPoint(clientX, clientY)?.closest('button');
    // However long the frames have taken.
    met?.dispatchEvent(tapAt(at + 100));
    return met?.textContent ?? '';
  });
}

test.describe('on a phone', () => {
  // Ticks without a network, on a stale screen and without a session.
  test.use({
    viewport: PHONE,
    expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of (409|401)/,
  });

  test('an order is ticked off with one tap, taken back with another, and found again', async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    const [ada, sam] = [nameOf('Ada'), nameOf('Sam')];
    const [order] = await bookOrders(shop, [
      { name: ada, items: [{ title: 'Victoria Sponge', message: 'Well  done Zoë' }] },
      { name: sam, day: 1, items: [{ title: `Lemon ${sam}` }, { title: `Lemon ${sam}` }] },
    ]);
    await openPage(page, '/owner');
    const card = cardOf(page, ada);
    // What to make: no tap.
    const toStart = page.getByRole('region', { name: 'Start today' });
    await expect(toStart.getByText(`2 × Lemon ${sam} 8 in`)).toBeVisible();
    await expect(card.getByText('Well  done Zoë')).toBeVisible();
    await expect(card.getByText('Contains: Eggs, Dairy, Gluten')).toBeVisible();

    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await tickOf(page, 'Ready', ada).click();
    await expect(tickOf(page, 'Ready', ada)).toHaveAttribute('aria-pressed', 'true');
    await expect(noticeOf(page)).toContainText(`Ready: ${ada}.`);
    await tickOf(page, 'Collected', ada).click();
    await expect(noticeOf(page)).toContainText(`Collected: ${ada}.`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tickOf(page, 'Collected', ada)).toHaveAttribute('aria-pressed', 'false');
    await expect(tickOf(page, 'Ready', ada)).toHaveAttribute('aria-pressed', 'true');
    expect(loads).toBe(0);
    await tickOf(page, 'Collected', ada).click();
    await openPage(page, '/owner');
    await expect(tickOf(page, 'Collected', ada)).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('link', { name: 'Orders' }).click();
    for (const text of [order?.number.toLowerCase() ?? '', ada.slice(1).toUpperCase()]) {
      await page.getByRole('searchbox').fill(text);
      await search(page);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    }
    await page.getByRole('link', { name: ada }).click();
    await expect(page.getByRole('heading', { level: 1, name: ada })).toBeVisible();
    const trail = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await expect(trail.filter({ hasText: 'Collected' })).not.toHaveCount(0);
    await expect(trail.filter({ hasText: 'Marked ready' })).toHaveCount(2);

    await page.getByRole('link', { name: 'Print label' }).click();
    await expect(page.getByText('“Well  done Zoë”')).toBeVisible();
    await openPage(page, '/owner');
    // One tap.
    await page.getByRole('link', { name: 'Print tomorrow' }).click();
    await expect(page.getByRole('row', { name: `Lemon ${sam}` })).toHaveCount(2);
  });

  test('a queue is handed over: each card becomes a line, and the ticks of the next are in view', async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'counter');
    const queue = nameOf('Queue');
    const names = [1, 2, 3, 4].map((place) => `${queue} ${place}`);
    const items = ['Happy 7th, Łucja', 'Alles Gute, Oma', 'Mum'].map((message) => ({ message }));
    await bookOrders(
      shop,
      names.map((name) => ({ name, items })),
    );
    await openPage(page, '/owner');
    const handedOver = async () =>
      Number(/(\d+) of \d+ handed over/.exec(await page.getByRole('main').innerText())?.[1]);
    const before = await handedOver();
    const [, , name = '', next = ''] = names;
    const metBySecondTap = await tapTwice(tickOf(page, 'Collected', name));
    expect(metBySecondTap).toContain(`Collected : ${next}`);
    await expect(noticeOf(page)).toContainText(`Collected: ${name}.`);
    expect((await cardOf(page, name).boundingBox())?.height).toBeLessThan(110);
    expect(await handedOver()).toBe(before + 1);
    const notice = page.getByRole('button', { name: 'Undo' }).locator('..');
    const edge = (await notice.boundingBox())?.y ?? 0;
    for (const kind of ['Ready', 'Collected'] as const) {
      const tick = tickOf(page, kind, next);
      await expect(tick).toHaveAttribute('aria-pressed', 'false');
      const { y = -1, height = 0 } = (await tick.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(edge);
    }
    await tickOf(page, 'Collected', `${queue} 3`).click();
    await expect(tickOf(page, 'Ready', `${queue} 3`)).toBeVisible();
    await expectAccessibleAndToFit(page);
  });

  test('a tick without a network waits, survives a reload and is sent once', async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'kitchen');
    const name = nameOf('Noor');
    const [order] = await bookOrders(shop, [{ name }]);
    await openPage(page, '/owner');
    const other = await openTab(context, '/owner');
    const sent: string[] = [];
    context.on('response', (response) => {
      if (response.url().endsWith('/made')) sent.push(`${response.status()}`);
    });
    await context.route('**/made', (route) => route.abort());
    await tickOf(page, 'Ready', name).click();
    await tickOf(page, 'Collected', name).click();
    for (const tab of [page, other]) {
      await expect(tickOf(tab, 'Collected', name)).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(connectionOf(page)).toContainText('Without a network. 2 ticks wait.');
    const card = cardOf(page, name);
    await expect(card.getByText('Not sent yet')).toBeVisible();
    const [line, title] = await Promise.all([
      card.boundingBox(),
      card.locator('header').boundingBox(),
    ]);
    expect(title?.width, 'the name keeps its room').toBeGreaterThan((line?.width ?? 0) / 2);
    await openPage(page, '/owner');
    await expect(connectionOf(page)).toContainText('Without a network');

    await context.unroute('**/made');
    for (const tab of [page, other]) {
      await tab.evaluate(() => dispatchEvent(new Event('online')));
    }
    await expect(connectionOf(page)).toBeEmpty();
    await expect(connectionOf(other)).toBeEmpty();
    await expect.poll(() => sent).toEqual(['303', '303']);
    await openPage(page, `/owner/orders/${order?.id}`);
    const trail = page.getByRole('region', { name: 'What happened' });
    await expect(trail.getByText('Collected')).toHaveCount(1);
  });

  test('a tick on a stale screen is refused, and one after the session ended waits', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'kitchen');
    const [grace, tom] = [nameOf('Grace'), nameOf('Tom')];
    const [order] = await bookOrders(shop, [{ name: grace }, { name: tom }]);
    const updates = /\/owner(?:\/live\?|\.data)/;
    await context.route(updates, (route) => route.abort());
    await openPage(page, '/owner');
    const day = order?.items[0]?.day ?? '';
    const elsewhere = await context.request.post(`/owner/orders/${order?.id}/made`, {
      form: { day, from: 'to-make', fulfilment: 'missed' },
      headers: { Origin: shop.origin },
      maxRedirects: 0,
    });
    expect(elsewhere.status()).toBe(303);
    await tickOf(page, 'Ready', grace).click();
    await expect(noticeOf(page)).toContainText(`${grace} was changed on another device`);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(connectionOf(page)).toHaveText(/^As of \d\d:\d\d, without a network\.$/);

    const cookies = await context.cookies();
    await context.clearCookies();
    await tickOf(page, 'Ready', tom).click();
    await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await expect(tickOf(page, 'Ready', tom)).toHaveAttribute('aria-pressed', 'true');
    await expect(connectionOf(page)).toContainText('Sign in again. One tick waits.');
    await context.addCookies(cookies);
    await context.unroute(updates);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(connectionOf(page)).toBeEmpty();
    await openPage(page, '/owner');
    await expect(tickOf(page, 'Ready', tom)).toHaveAttribute('aria-pressed', 'true');
  });

  test('a tab that cannot be opened says why, and leads on', { tag: '@nightly' }, async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    await openPage(page, '/owner');
    const [today, week] = ['Today', 'Week'].map((name) =>
      page.getByRole('link', { name, exact: true }),
    );
    // It was never opened; its module is preloaded.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/week-')),
    );
    await context.setOffline(true);
    await week?.click();
    await expect(page.getByRole('main')).toContainText(
      'connected to the internet? Nothing is lost',
    );
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The next two weeks' })).toBeVisible();

    await context.clearCookies();
    await today?.click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await week?.click();
    const signIn = page.getByRole('link', { name: 'Sign in again' });
    // Before, it leads to the tab of before.
    await expect(signIn).toHaveAttribute('href', '/owner/sign-in?next=%2Fowner%2Fweek');
    await signIn.click();
    await expect(page).toHaveURL('/owner/sign-in?next=%2Fowner%2Fweek');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test('a customer is told that the cake is ready by a tap, which can be taken back, once the owner wants that', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  const name = nameOf('Rita');
  const email = `${randomUUID().slice(0, 8)}@example.org`;
  const [order] = await bookOrders(shop, [{ name, email, day: 2 }]);
  await openPage(page, '/owner/more');
  await page.getByRole('link', { name: /^When it is ready/ }).click();
  await page.getByLabel('When you tap “Tell the customer” on its card').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();

  await openPage(page, `/owner/day/${order?.items[0]?.day}`);
  const card = cardOf(page, name);
  const tell = card.getByRole('button', { name: 'Tell the customer' });
  await expect(tell).toHaveCount(0);
  await tickOf(page, 'Ready', name).click();
  await tell.click();
  await expect(noticeOf(page)).toContainText(`${name} is told that it is ready.`);
  await expect(card.getByText(/^E-mail on .*, when you open$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(noticeOf(page)).toContainText(`${name} is not told.`);
  await tell.click();
  await expect(noticeOf(page)).toContainText(`${name} is told that it is ready.`);
  await expectAccessibleAndToFit(page);
  await endUndo(shop, order?.id ?? '');
  await expect(card.getByText(/^Told at \d\d:\d\d$/)).toBeVisible();
  const ready = (await emailsTo(shop.mail, email)).filter(({ subject }) => /ready/.test(subject));
  expect(ready.map(({ text }) => text)).toEqual([expect.stringContaining('You can collect it')]);

  await putBackFirstWords(page, 'collection');
});

test.describe('in the kitchen', () => {
  // The browser lets it stay on.
  test.use({ viewport: { width: 1024, height: 768 }, ownContext: true });

  test('a tablet shows the collection times beside each other, stays on and rings for a new order', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await context.grantPermissions(['screen-wake-lock']);
    await page.addInitScript(() => {
      const { createOscillator } = BaseAudioContext.prototype;
      BaseAudioContext.prototype.createOscillator = function () {
        document.documentElement.dataset.rung = 'yes';
        return createOscillator.call(this);
      };
    });
    await signInContext(context, shop, 'kitchen');
    await bookOrders(shop, [
      { name: nameOf('Tea'), items: [{ time: '10:00-12:00' }] },
      { name: nameOf('Any') },
    ]);
    await openPage(page, '/owner');
    const [first, second] = await Promise.all(
      ['At any time', '10am–12pm'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect(second?.y).toBe(first?.y);
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    const screen = page.getByRole('heading', { name: 'This screen' }).locator('..');
    await screen.getByLabel('Keep it on while Today is open').check();
    await screen.getByLabel('A sound for each new order').check();
    await expect(screen.getByRole('status')).toBeEmpty();
    await expectAccessibleAndToFit(page);
    await bookOrders(shop, [{ name: nameOf('New') }]);
    await expect(page.locator('html')).toHaveAttribute('data-rung', 'yes');
    await page.reload();
    await expect(screen.getByLabel('A sound for each new order')).toBeChecked();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form ticks off and takes back', async ({ page, context, shop }) => {
    await signInContext(context, shop, 'kitchen');
    const name = nameOf('Hedy');
    await bookOrders(shop, [{ name }]);
    await page.goto('/owner');
    await tickOf(page, 'Collected', name).click();
    await expect(noticeOf(page)).toContainText(`Collected: ${name}.`);
    await expect(tickOf(page, 'Collected', name)).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(noticeOf(page)).toContainText(`To make: ${name}.`);
    await expect(tickOf(page, 'Collected', name)).toHaveAttribute('aria-pressed', 'false');
  });
});

test('the kitchen gets no phone number, e-mail address, amount or order id on any screen', async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'kitchen');
  const name = nameOf('Li');
  const phone = '020 7946 0987';
  const late = nameOf('Mary');
  const [order, past] = await bookOrders(shop, [
    { name, phone, refunded: 500 },
    { name: late, day: -1, phone },
    { name: nameOf('Kay'), phone, isByPhone: true },
  ]);
  const { number, items = [] } = order ?? {};
  const day = items[0]?.day;
  const label = `/print/labels/${day}?order=${number}`;
  const screens = [
    '',
    '/week',
    `/day/${day}`,
    '/orders',
    `/orders/${number}`,
    '/needs-you',
    '/more',
  ];
  for (const path of [...screens, `/print/bake-sheet/${day}`, `/print/tickets/${day}`, label]) {
    for (const suffix of ['', '.data']) {
      const [pathname, search] = path.split('?');
      const target = `/owner${pathname}${suffix}${search ? `?${search}` : ''}`;
      const response = await page.request.get(target);
      expect(response.status(), target).toBe(200);
      const text = await response.text();
      expect(text, target).not.toContain('7946 0987');
      expect(text, target).not.toContain(order?.customer.email);
      expect(text, target).not.toContain('£');
      // A person who knows it reads the whole order on the thank-you page.
      expect(text, target).not.toContain(order?.id);
      expect(text, target).not.toContain(past?.id);
    }
  }
  const { path } = encodeQr(`${shop.origin}/owner/orders/${number}`);
  expect(await (await page.request.get(`/owner${label}`)).text()).toContain(path);
  const refused = await page.request.post(`/owner/orders/${past?.id}/resend/customer`, {
    form: {},
    headers: { Origin: shop.origin },
  });
  expect(refused.status()).toBe(403);
  await openPage(page, '/owner/needs-you');
  await tickOf(page, 'Not collected', late).click();
  await expect(noticeOf(page)).toContainText(`Not collected: ${late}.`);
  // The kitchen is not told of what it cannot see.
  await openPage(page, '/owner/needs-you');
  await expect(page.getByText('every payment has its order')).toBeHidden();
});

test('the week counts what is to make in cakes, as it counts all of a day', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'kitchen');
  const [order] = await bookOrders(shop, [
    { name: nameOf('Two'), day: 9, items: [{}, { message: '' }] },
    { name: nameOf('Ready'), day: 9, items: [{}, {}, {}], fulfilment: 'ready' },
  ]);
  await openPage(page, '/owner/week');
  const day = page.locator(`a[href="/owner/day/${order?.items[0]?.day}"]`);
  const text = (await day.textContent()) ?? '';
  const numbers = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, count]) => Number(count));
  const [cakes] = numbers(/(\d+) cakes/g);
  const parts = numbers(/(\d+) (?:to make|ready|collected|not collected)/g);
  expect(cakes).toBeGreaterThanOrEqual(5);
  expect(parts.reduce((sum, count) => sum + count)).toBe(cakes);
});

test('a day that is too full stands out, and Today says first what is out of the ordinary', {
  tag: '@nightly',
}, async ({ page, context, shop, owner }) => {
  await signInContext(context, shop, 'owner');
  const [today, tomorrow] = await bookOrders(shop, [
    { name: nameOf('Olive'), items: [{ units: 9 }] },
    { name: nameOf('Pip'), day: 1, items: [{ units: 5 }] },
  ]);
  const [day, next] = [today, tomorrow].map((order) => order?.items[0]?.day ?? '');
  await owner.limit(5);
  await openPage(page, '/owner/week');
  const tooFull = page
    .locator(`a[href="/owner/day/${day}"]`)
    .getByText(/^Too full: \d+ of 5 points$/);
  await expect(tooFull).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, `/owner/day/${next}`);
  const places = await page
    .getByRole('navigation', { name: 'Days' })
    .locator('..')
    .locator('a, button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(places.length).toBeGreaterThan(7);
  expect(new Set(places).size).toBe(1);
  const [inAll, orders] = await Promise.all(
    ['In all', 'Orders'].map((name) => page.getByRole('region', { name }).boundingBox()),
  );
  expect(inAll?.y).toBe(orders?.y);
  expect(inAll?.x).toBeGreaterThan(orders?.x ?? 0);

  await page.setViewportSize(PHONE);
  const until = addDays(asDay(day ?? ''), 3);
  await owner.pause(until);
  await owner.close(day ?? '');
  await openPage(page, '/owner');
  const unusual = [
    `Paused until ${weekdayName(weekday(until))}`,
    'Closed today',
    /ull tomorrow/,
    /^Too full today: \d+ of 5 points$/,
  ];
  await expect(page.getByRole('main').getByRole('list').first().getByRole('link')).toHaveText(
    unusual,
  );
  await expectAccessibleAndToFit(page, [390]);
});

test('what needs the owner is explained, sent again and closed', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const name = nameOf('Paula');
  const [order] = await bookOrders(shop, [{ name, day: 1, isPaidLate: true }]);
  if (!order) throw new Error('Nothing was booked.');
  await openPage(page, '/owner');
  await expect(page.getByText(`Order ${order.number}`)).toBeVisible();
  await page.getByRole('link', { name: /^Needs you/ }).click();
  const incident = page.getByRole('listitem').filter({ hasText: order.number });
  await expect(incident).toContainText('An order was paid late.');
  await expect(incident.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/);
  await incident.getByRole('link', { name: 'Open the order' }).click();
  await expect.poll(() => emailsAbout(shop.mail, order.id)).toHaveLength(1);
  const sendAgain = page.getByRole('button', { name: 'Send again to the cafe' });
  await sendAgain.click();
  await expect(page.getByText('It waits to be sent, or was sent a moment ago.')).toBeVisible();
  await passAMinute(shop, order.id);
  await sendAgain.click();
  await expect.poll(() => emailsAbout(shop.mail, order.id)).toHaveLength(2);
  await expect(page.getByText('E-mail to the cafe sent again')).toBeVisible();
  await openPage(page, '/owner/needs-you');
  await incident.getByRole('button', { name: 'Done' }).click();
  await expect(incident).toHaveCount(0);
  await noticeOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(incident).toBeVisible();
  await expect(noticeOf(page)).toHaveText('It is in the list again.');
  const tablet = await context.newPage();
  await openPage(tablet, '/owner/needs-you');
  const onTablet = tablet.getByRole('listitem').filter({ hasText: order.number });
  await expect(onTablet).toBeVisible();
  await closeTwice(page, incident);
  await expect(incident).toHaveCount(0);
  await expect(noticeOf(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(onTablet).toHaveCount(0);
  await tablet.close();
  // From a screen that is not up to date.
  const stale = await page.request.post('/owner/needs-you/close', {
    form: { key: `late-payment ${order.id}` },
    headers: { Origin: shop.origin },
  });
  expect(await stale.text()).toContain('is done already, here or on another device');
});

test('what is to come is ticked off in Needs you as on its day', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const [overdue, unpaid] = [nameOf('Olive'), nameOf('Uma')];
  await bookOrders(shop, [
    { name: overdue, day: 2, isRestOverdue: true },
    { name: unpaid, isByPhone: true },
  ]);
  await openPage(page, '/owner');
  await tickOf(page, 'Collected', unpaid).click();
  await openPage(page, '/owner/needs-you');
  const list = page.getByRole('region', { name: 'The rest is overdue' });
  await expect(list.getByRole('article', { name: overdue })).toBeVisible();
  // Nobody can have missed a day to come.
  await expect(tickOf(page, 'Not collected', overdue)).toHaveCount(0);
  await tickOf(page, 'Ready', overdue).click();
  await expect(tickOf(page, 'Ready', overdue)).toHaveAttribute('aria-pressed', 'true');
  await tickOf(page, 'Collected', unpaid).click();
  await expect(noticeOf(page)).toContainText(`Ready: ${unpaid}.`);
});

/** Taps twice on a slow connection. */
async function closeTwice(page: Page, incident: Locator): Promise<void> {
  const tapped = Promise.withResolvers<void>();
  let sent = 0;
  const isVerb = ({ pathname }: URL) => pathname.startsWith('/owner/needs-you/close');
  await page.route(isVerb, async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await tapped.promise;
    await route.continue();
  });
  const close = incident.getByRole('button', { name: 'Done' });
  await close.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await close.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  // The locator's `click` would wait for the next page.
  const tap = () => page.mouse.click(x + width / 2, y + height / 2);
  await tap();
  await expect.poll(() => sent).toBe(1);
  await tap();
  tapped.resolve();
  await expect(incident).toHaveCount(0);
  expect(sent).toBe(1);
  await page.unroute(isVerb);
}

test('a form that is sent twice changes nothing the second time', async ({ context, shop }) => {
  await signInContext(context, shop, 'owner');
  const { person: cook } = await invite(shop, 'kitchen');
  const [order] = await bookOrders(shop, [{ name: nameOf('Edith'), isPaidLate: true }]);
  if (!order) throw new Error('Nothing was booked.');
  await expect.poll(() => emailsAbout(shop.mail, order.id)).toHaveLength(1);
  await passAMinute(shop, order.id);
  const day = order.items[0]?.day ?? '';
  const invitation = { name: 'Kim', email: `${randomUUID()}@example.org`, role: 'kitchen' };
  const forms: [path: string, form: Record<string, string>][] = [
    [`/owner/orders/${order.id}/made`, { day, from: 'to-make', fulfilment: 'ready' }],
    [`/owner/orders/${order.id}/resend/cafe`, {}],
    ['/owner/needs-you/close', { key: `late-payment ${order.id}` }],
    ['/owner/people', invitation],
    [`/owner/people/${cook.id}/disable`, {}],
    [`/owner/people/${cook.id}/enable`, {}],
    ['/owner/you/recovery-codes', { set: '' }],
    [`/owner/print/bake-sheet/${day}`, { event: '1' }],
  ];
  let before = await whatStaffChange(shop);
  for (const [path, form] of forms) {
    const send = () =>
      context.request.post(path, { form, headers: { Origin: shop.origin }, maxRedirects: 0 });
    await send();
    const once = await whatStaffChange(shop);
    expect(once, path).not.toEqual(before);
    await send();
    expect(await whatStaffChange(shop), path).toEqual(once);
    before = once;
  }
});

test('an order that somebody pays appears by itself, and moves nothing under the finger', async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const names = Array.from({ length: 8 }, () => nameOf('Una'));
  await bookOrders(shop, [...names.map((name) => ({ name })), { name: nameOf('Old'), day: 1 }]);
  await page.setViewportSize(PHONE);
  const connected = page.waitForResponse('**/owner/live?*');
  await openPage(page, '/owner');
  await connected;
  const held = page.getByRole('article').last();
  await held.scrollIntoViewIfNeeded();
  const top = async () => (await held.boundingBox())?.y;
  const before = await top();

  const { checkoutUrl } = await placeByApi(shop);
  const name = nameOf('Ada');
  await bookOrders(shop, [{ name, day: 1 }]);
  const row = page.getByRole('link', { name: `New ${name}` });
  await expect(row).toBeVisible();
  expect(await top()).toBe(before);
  await payByCard(checkoutUrl);
  await expect(page.getByRole('link', { name: 'New Ada Lovelace' }).first()).toBeVisible();
  expect(await top()).toBe(before);
});

test('an order that is cancelled on another screen stays where it is, marked and without buttons', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const [ada, bob] = [nameOf('Ada'), nameOf('Bob')];
  const [order] = await bookOrders(shop, [{ name: ada }, { name: bob }]);
  for (const path of ['/owner', `/owner/day/${order?.items[0]?.day}`]) {
    const connected = page.waitForResponse('**/owner/live?*');
    await openPage(page, path);
    await connected;
    await expect(tickOf(page, 'Ready', ada)).toBeVisible();
    const tab = await openTab(context, `/owner/orders/${order?.id}`);
    await cancelOnScreen(tab);
    await expect(cardOf(page, ada)).toContainText('Cancelled or moved: not for this day');
    await expect(tickOf(page, 'Ready', ada)).toHaveCount(0);
    await expect(tickOf(page, 'Ready', bob)).toBeVisible();
    await tab.getByRole('button', { name: 'Undo' }).first().click();
    await expect(tickOf(page, 'Ready', ada)).toBeVisible();
    await tab.close();
  }
});

test('keys open screens, move along rows, tick off and undo, and can be switched off', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const name = nameOf('Alan');
  await bookOrders(shop, [{ name }]);
  await openPage(page, '/owner');
  await cardOf(page, name).getByRole('link', { name }).focus();
  await page.keyboard.press('r');
  await expect(tickOf(page, 'Ready', name)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(tickOf(page, 'Ready', name)).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(`w${name}`);
  await search(page);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await page.getByRole('searchbox').fill(name);
  await search(page);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'All', exact: true }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await cancelOnScreen(page);
  // The newer notice takes the place of that of the tick.
  await expect(noticeOf(page)).toContainText(`${name} is cancelled.`);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
  // Its 20 seconds are over.
  await noticeOf(page).evaluate((notice) => {
    for (const animation of notice.getAnimations()) animation.finish();
  });
  let forms = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') forms += 1;
  });
  await page.keyboard.press('z');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  expect(forms).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'More' }).click();
  await page.getByRole('checkbox', { name: 'Use keys in this browser' }).uncheck();
  await page.getByRole('heading', { level: 1, name: 'More' }).click();
  await page.keyboard.press('t');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible();
});

test('every screen is accessible, full and empty', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const long = `Bartholomew Featherstonehaugh-Cholmondeley ${randomUUID().slice(0, 4)}`;
  const [order] = await bookOrders(shop, [
    { name: long, items: [{ message: 'Congratulations  Mum & Dad 🎂' }, { message: '' }] },
    { name: nameOf('Ready'), fulfilment: 'ready' },
    { name: nameOf('Collected'), fulfilment: 'collected' },
    { name: nameOf('Refunded'), refunded: 'all' },
    { name: nameOf('Late'), day: -2 },
    { name: nameOf('Unpaid'), isPaid: false },
  ]);
  const day = order?.items[0]?.day;
  const paths = [
    '',
    '/week',
    `/day/${day}`,
    '/day/2020-01-01',
    '/orders',
    `/orders/${order?.id}`,
    '/needs-you',
    '/more',
  ];
  for (const path of paths) {
    await openPage(page, `/owner${path}`);
    if (path !== '') {
      await expectAccessibleAndToFit(page, [320, 1440]);
      continue;
    }
    await tickOf(page, 'Ready', long).click();
    // The navigation differs.
    await expectAccessibleAtAllWidths(page, [320, 1440]);
  }
  await openPage(page, '/owner/orders');
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('No order has “nobody of this name”');
  // Proxies log addresses.
  expect(page.url()).not.toContain('nobody');
  await expectAccessibleAndToFit(page, [320, 1440]);
});
