import { randomUUID } from 'node:crypto';
import { attachedEvents } from '../calendar-file.ts';
import { emailsAbout } from '../inbox.ts';
import {
  expectAccessible,
  expectAccessibleAndToFit,
  expectNoHorizontalScroll,
} from './accessible.ts';
import { bookOrders, endUndo } from './booked-orders.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, linkTo, signInContext, tapToNewOrder } from './staff.ts';
import { answerTo, dayFromToday, listSessions, nameOf, openPage } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const SIZES = [390, 768, 1440];

test.use({ viewport: PHONE });

test('an order with candles is called by its cakes on Today, in e-mails, and to its customer', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  const [candles, lemon, velvet] = [
    { title: '16 Rainbow Tall Candles (18 cm)', size: 'Box', isAddOn: true },
    { title: 'Lemon Drizzle', size: '6', units: 1 },
    { title: 'Red Velvet', size: '10', units: 3 },
  ];
  const items = [candles, lemon, velvet];
  const titles = [/^Red Velvet/, /^Lemon Drizzle/, /^16 Rainbow/];
  const inWords = 'Red Velvet 10 in, Lemon Drizzle 6 in + candles';
  const [due, later] = [nameOf('Ada'), nameOf('Bo')];
  const email = `${randomUUID()}@customers.example`;
  const [, order] = await bookOrders(shop, [
    { name: due, items },
    { name: later, day: 2, email, items },
  ]);
  if (!order) throw new Error('Nothing was booked.');
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner');
  const card = page.getByRole('article', { name: due });
  await expect(card.getByRole('listitem')).toContainText(titles);
  await expect(page.getByRole('link', { name: later })).toContainText(inWords);
  await card.getByRole('button', { name: /^Collected/ }).click();
  await expect(card.getByText(inWords)).toBeVisible();

  // The cafe's e-mail, which links to the order.
  const cafes = async () =>
    (await emailsTo(shop.mail, undefined)).filter(({ subject }) => subject.endsWith(later));
  await expect.poll(async () => (await cafes()).length).toBe(1);
  const [toCafe] = await cafes();
  expect(toCafe?.subject).toContain(` · ${inWords} · `);
  const [text] = await emailsAbout(shop.mail, order.id);
  expect(text).toContain(`${shop.origin}/owner/orders/${order.number}`);
  // The customer's.
  const link = await linkTo(shop, email);
  const [toCustomer] = await emailsTo(shop.mail, email);
  expect(attachedEvents(toCustomer?.calendar ?? '').map(({ summary }) => summary)).toEqual([
    expect.stringMatching(new RegExp(`^Collect ${inWords.replace('+', '\\+')} from `)),
  ]);
  const customer = await browser.newPage({ javaScriptEnabled: false });
  await customer.goto(link);
  const bought = customer.getByRole('heading', { level: 3, name: /Velvet|Lemon|Rainbow/ });
  await expect(bought).toHaveText(titles);
  await customer.close();
});

test('a cake that is in no list is sold in seven taps, takes its points, and its pay link is shared', {
  tag: '@nightly',
}, async ({ page, context, shop, owner }) => {
  await signInContext(context, shop, 'counter');
  await owner.limit(20);
  const { tap, counted } = await tapToNewOrder(page, { value: '+' });
  // Typing. The phone's key for the next field leads from one to the other.
  await page.getByLabel('What is it?').fill('Rocket cake, 10 in');
  await page.getByLabel('Price in pounds').fill('95');
  await page.getByLabel('Points of the day').fill('3');
  await tap(page.getByRole('button', { name: /^As most of your cakes: / }));
  const contains = page.getByRole('group', { name: 'Contains' });
  for (const name of ['Eggs', 'Dairy (milk)', 'Gluten (wheat)']) {
    await expect(contains.getByLabel(name)).toBeChecked();
  }
  await expect(contains.getByRole('checkbox', { checked: true })).toHaveCount(3);
  // Other tests limit single days.
  const days = page.getByRole('group', { name: 'Which day?' });
  const tile = days.getByRole('radio', { name: /of 20 points/ }).last();
  const day = (await tile.getAttribute('value')) ?? '';
  const loadOf = async () =>
    /\d+ orders?, (\d+)\sof\s20\spoints/.exec(
      await page.locator(`label:has([name="day"][value="${day}"])`).innerText(),
    ) ?? [];
  const [, before] = await loadOf();
  await tap(tile);
  const name = nameOf('Max');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number').fill('07700 900123');
  await tap(page.getByRole('button', { name: 'Book it · £95' }).last());
  await expect(page.getByText('It is in the book.')).toBeVisible();
  expect(counted.taps).toBeLessThanOrEqual(7);
  const order = page.url();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rocket cake' })).toContainText(
    'Contains: Eggs, Dairy (milk), Gluten (wheat)',
  );

  // Where the browser can, the phone's own list of programs sends the link.
  await page.evaluate(() => {
    Object.assign(navigator, {
      async share({ text }: { text: string }) {
        document.documentElement.dataset.shared = text;
      },
    });
  });
  await answerTo(page, () => page.getByRole('button', { name: 'Pay link' }).click());
  const link = await page.getByRole('textbox').inputValue();
  await page.getByRole('button', { name: 'Share in another way' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(`${link}$`));

  // A day that is typed shows what is booked for it, as one that is offered.
  await openPage(page, '/owner/orders/new');
  const [load = '', after] = await loadOf();
  const shown = load.replaceAll(/\s/g, '\\s');
  expect(Number(after)).toBe(Number(before) + 3);
  await page.getByRole('radio', { name: 'Another day' }).check();
  const other = page.getByLabel('Which other day?');
  await other.fill(day);
  await expect(other).toHaveAccessibleDescription(new RegExp(`^\\w+day .+ · ${shown}$`));
  await other.fill(dayFromToday(500));
  await expect(other).toHaveAccessibleDescription(/, in 500 days · no orders yet$/);
  await expectAccessibleAndToFit(page, SIZES);
  await page.setViewportSize(PHONE);
  await openPage(page, order);
  await page.getByRole('link', { name: /^Move to another day/ }).click();
  await page.getByLabel('Another day', { exact: true }).fill(day);
  await expect(page.getByLabel('Another day', { exact: true })).toHaveAccessibleDescription(
    new RegExp(` · ${shown}$`),
  );
  await expectAccessibleAndToFit(page, SIZES);
});

test('a refund leaves cakes and points of its day as they are until the order is cancelled', {
  tag: '@nightly',
}, async ({ page, context, shop, owner }) => {
  await signInContext(context, shop, 'owner');
  const name = nameOf('Kate');
  const [order] = await bookOrders(shop, [
    { name, day: 64, refunded: 'all', items: [{ units: 3 }, { units: 2 }] },
  ]);
  await owner.limit(5);
  const day = `/owner/day/${order?.items[0]?.day}`;
  await openPage(page, day);
  await expect(page.getByText('2 cakes for 1 customer · 5 of 5 points')).toBeVisible();
  await owner.cancel(order?.id ?? '');
  await openPage(page, day);
  await expect(page.getByText('No orders · 0 of 5 points')).toBeVisible();
});

test.describe('on the day of the collection', () => {
  // A day that customers cannot choose is asked about.
  test.use({ expectedErrors: /status of 422/ });

  test('money that goes back at Stripe marks the card, and needs the owner until the order is cancelled', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    const id = await buyByApi(shop);
    await openPage(page, `/owner/orders/${id}`);
    const state = (await page.getByText(/^Order \w{6} · /).textContent()) ?? '';
    const [, number = ''] = /^Order (\w{6}) /.exec(state) ?? [];
    await page.getByRole('link', { name: /^Move to another day/ }).click();
    await page.getByLabel('Another day', { exact: true }).fill(dayFromToday(0));
    const move = page.getByRole('button', { name: 'Move', exact: true });
    await move.click();
    await page.getByLabel('Move it there anyway').check();
    await move.click();
    await expect(page.getByText(/ moved to /).first()).toBeVisible();
    await endUndo(shop, id);

    const sessions = await listSessions(shop.stripe);
    const session = sessions.find(({ client_reference_id }) => client_reference_id === id);
    await fetch(`${shop.stripe}/practice/sessions/${session?.id}/refund`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    await openPage(page, '/owner');
    const card = page.getByRole('article').filter({ hasText: number });
    await expect(card).toContainText('Refunded, still to make');
    await page.getByRole('link', { name: /^Needs you/ }).click();
    const incident = page.getByRole('listitem').filter({ hasText: number });
    await expect(incident).toContainText('An order for today was refunded in full at Stripe.');
    await expect(incident.getByRole('button', { name: 'Done' })).toBeVisible();
    await expectAccessibleAndToFit(page, SIZES);
    await incident.getByRole('link', { name: 'Open the order' }).click();
    await page
      .getByRole('region', { name: 'Refunded in full, but not cancelled' })
      .getByRole('link', { name: 'Cancel this order' })
      .click();
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
    await openPage(page, '/owner/needs-you');
    await expect(page.getByRole('main')).not.toContainText(number);
    await openPage(page, '/owner');
    await expect(card).toHaveCount(0);
  });
});

test('the chart of a month shows what its days brought, at each width', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await bookOrders(shop, [{ name: nameOf('Ada'), items: [{ price: 9_000 }] }]);
  await openPage(page, '/owner/money');
  const chart = page.getByRole('region', { name: 'Week by week' }).locator('svg');
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 844 });
    const bars = chart.locator('rect');
    const heights = await bars.evaluateAll((all) =>
      all.map((bar) => bar.getBoundingClientRect().height),
    );
    expect(Math.max(...heights), `${width} px`).toBeGreaterThan(40);
    expect((await chart.boundingBox())?.width).toBeGreaterThan(Math.min(width, 600) * 0.8);
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
});
