import type { Locator, Page } from '@playwright/test';
import { addDays, asDay, dayInWords, londonDay, weekday } from '#domain/calendar/days.ts';
import type { CatalogueLine, Order } from '#domain/orders/order.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { readEnv } from '#server/env.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { addSample } from '#test/stored-orders.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { sampleItem, sampleOrder } from '../samples.ts';
import { expectAccessible, expectAccessibleAndToFit } from './accessible.ts';
import { expect, test, timeAt } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

const A4 = [595, 842];
/** 62 × 100 mm in points. */
const LABEL = [176, 283];
const ORDERS = 60;
const WEDNESDAY = 3;
const PHONE = '020 7946 0999';
const EMAIL = 'never-printed@example.org';

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff von und zu Guttenberg-Featherstonehaugh';
const LONGEST_MESSAGE = 'WWWWWWWW  MMMMMMMMMMMM & CO. é';
const NOTE = 'Please ring the bell twice. '.repeat(7);
const EMOJI = '🎂👩🏽‍🍳🎉'.repeat(10);
const MANY_ALLERGENS = [
  ...['Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Gluten (barley)', 'Nuts (almonds)'],
  ...['Nuts (pistachios)', 'Nuts (peanuts)', 'Soya (soybeans)', 'Celery', 'Lupin', 'Mustard'],
  ...['Sesame', 'Sulphites'],
];

const OPTIONS = [
  { groupId: 'sponge', choiceId: 'chocolate', group: 'Sponge', name: 'chocolate' },
  { groupId: 'number', choiceId: 'number', group: 'Number topper', name: 'digits', text: '77' },
].map((option) => ({ ...option, price: 0, api: null }));

test('the kitchen prints the bake sheet, tickets and labels of a busy day, and nothing is cut', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  const soonest = addDays(londonDay(timeAt(shop)), 120);
  // Wednesday is the longest name of a day.
  const day = addDays(soonest, (WEDNESDAY - weekday(soonest) + 7) % 7);
  const item = (changes: Partial<CatalogueLine>) =>
    sampleItem({ day, cakeId: 'chocolate-ganache-cake', ...changes });
  const worst = item({
    title: 'Vegan Chocolate & Berry Cake',
    message: LONGEST_MESSAGE,
    allergens: MANY_ALLERGENS,
    options: OPTIONS,
  });
  const candles = item({
    cakeId: 'candles-rainbow',
    isAddOn: true,
    title: 'Rainbow Candles',
    size: 'Box',
  });
  const [hard] = await addPaidOrders(shop, [
    {
      name: LONG_NAME,
      note: NOTE,
      staffNote: NOTE,
      items: [worst, item({ message: EMOJI, size: '6' }), candles, candles],
    },
    ...Array.from({ length: ORDERS - 1 }, (_, each) => ({
      name: `Ada ${each}`,
      items: [item({ message: `Happy  ${each}` })],
    })),
  ]);
  const cakes = ORDERS + 1;
  await signInContext(context, shop, 'kitchen');
  await page.emulateMedia({ media: 'print' });

  await openPage(page, `/owner/print/bake-sheet/${day}`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(dayInWords(day));
  await expect(page.getByText(`${cakes} cakes · printed`)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    /1 × Vegan Chocolate & Berry Cake 8 in \(Sponge: chocolate · Number topper\)/,
    /59 × Victoria Sponge 8 in/,
    /1 × Victoria Sponge 6 in/,
  ]);
  await expect(page.getByRole('row')).toHaveCount(cakes + 1);
  const columns = ['Made', 'Boxed', 'Cake', 'Message', 'Allergens', 'For'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  const row = page.getByRole('row').filter({ hasText: 'with 2 × Rainbow Candles' });
  await expect(row).toContainText('1 of 2');
  await expect(row).toContainText('Sponge: chocolate · Number topper: “77”');
  await expect(row).toContainText('Wolfeschlegelsteinhausenbergerdorff');
  await expect(row).not.toContainText('Guttenberg');
  await expectWithin(page.getByRole('cell'), page.getByRole('table'));
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  const sheets = await pagesOf(page);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'No' }).click();
  await expect(page.getByText('Did it print?')).toBeHidden();
  await page.reload();
  await expect(page.getByText('changed since')).toHaveCount(0);
  await answerPrinted(page);
  await page.goto(`/owner/print/bake-sheet/${day}`);
  await expect(page.getByText(', 0 changed since')).toBeVisible();
  const topper = { cakeId: 'topper', isAddOn: true, title: 'Wooden topper', size: '' };
  await addPaidOrders(shop, [
    {
      name: 'Late Lizzy',
      items: [item({ title: 'Ant Cake' }), item({ ...topper, message: 'Max is 5' })],
    },
  ]);
  await page.reload();
  await expect(page.getByText(', 1 changed since')).toBeVisible();
  const late = page.getByRole('row').filter({ hasText: 'Ant Cake' });
  await expect(late).toContainText('new Ant Cake');
  const onTopper = 'ith Wooden topper: Max is 5';
  await expect(late).toContainText(onTopper);
  expect(new Set(sheets.map(String))).toEqual(new Set([String(A4)]));
  expect(sheets.length).toBeGreaterThan(2);
  expect(sheets.length).toBeLessThan(8);
  await expectNothingPrivate(page);

  await page.emulateMedia({ media: 'print' });
  await page.goto(`/owner/print/tickets/${day}`);
  await expectFilled(page.getByRole('listitem'), cakes + 1);
  await expect(page.getByText(onTopper)).toBeVisible();
  expect((await pagesOf(page)).map(String)).toEqual(
    Array(Math.ceil((cakes + 1) / 4)).fill(String(A4)),
  );
  await expectNothingPrivate(page);

  await page.goto(`/owner/print/labels/${day}`);
  await expectFilled(page.getByRole('listitem'), cakes + 1);
  await expect(page.getByText(onTopper)).toBeVisible();
  expect((await pagesOf(page)).map(String)).toEqual(Array(cakes + 1).fill(String(LABEL)));
  await expectNothingPrivate(page);

  await page.goto(`/owner/print/labels/${day}?order=${hard?.number}`);
  await expectFilled(page.getByRole('listitem'), 2);
  const label = page.getByRole('listitem').first();
  await expect(label).toContainText(LONG_NAME);
  await expect(label).toContainText(
    'Contains: eggs, milk, wheat (gluten), barley (gluten), almonds (nuts), pistachios (nuts), peanuts, soybeans (soya), celery',
  );
  await expect(label).toContainText('May contain: hazelnuts (nuts)');
  await expect(label).toContainText(`Eat by ${dayInWords(addDays(day, 4), 'short')}. In its box`);
  await expect(label).toContainText(`${hard?.number} · 1 of 2`);
  await expect(label.getByRole('img')).toBeVisible();
  expect((await pagesOf(page)).map(String)).toEqual([String(LABEL), String(LABEL)]);
  await expectNothingPrivate(page);

  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  // The paper fits the phone.
  await page.goto(`/owner/print/bake-sheet/${day}`);
  await expectAccessibleAndToFit(page, [390]);
  await page.goto(`/owner/print/tickets/${day}`);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Print' })).toBeInViewport({ ratio: 1 });
  const next = addDays(asDay(day), 1);
  await openPage(page, `/owner/print/tickets/${next}`);
  await expect(page.getByText('Nothing is collected on this day.')).toBeVisible();
  // Tickets alone count as printed too.
  await answerPrinted(page);
  await page.goto(`/owner/print/bake-sheet/${next}`);
  await expect(page.getByText(', 0 changed since')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a sheet is marked as printed, names what was cancelled since, and Back leads to where one came from', {
    tag: '@nightly',
  }, async ({ page, context, shop, owner }) => {
    await signInContext(context, shop, 'kitchen');
    const day = addDays(londonDay(timeAt(shop)), 117);
    const items = [sampleItem({ day, message: 'For Ada' })];
    const [order] = await addPaidOrders(shop, [{ name: 'Ada Lovelace', items }]);
    await page.goto(`/owner/day/${day}`);
    await page.getByRole('link', { name: 'Print bake sheet' }).click();
    await expect(page.getByText('in a message (a red dot on the screen) is a space')).toBeVisible();
    // The other papers of the day are one tap away, and lead back to the day.
    await page.getByRole('link', { name: 'Labels' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Labels for/);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Print bake sheet' }).click();
    await page.getByRole('button', { name: 'Yes, all printed' }).click();
    await expect(page).toHaveURL(`/owner/day/${day}`);
    await expect(page.getByText(`Printed: ${dayInWords(day, 'short')}.`)).toBeVisible();
    await owner.cancel(order?.id ?? '');
    await page.goto('/owner/week');
    await page.goto(`/owner/print/bake-sheet/${day}`, {
      referer: `${shop.origin}/owner/week?from=${day}`,
    });
    await expect(page.getByRole('article')).toContainText(
      `Cancelled since the last print: Victoria Sponge 8 in for Ada (${order?.number}).`,
    );
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(`/owner/week?from=${day}`);
  });
});

/** Adds them to the book of the running shop, which other tests share: on a day of their own. */
async function addPaidOrders(
  { environment }: RunningShop,
  wanted: (Pick<Order, 'note' | 'staffNote' | 'items'> & { name: string })[],
): Promise<Order[]> {
  const { DATABASE_URL, DATA_DIR } = readEnv(environment);
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  try {
    const added: Order[] = [];
    for (const { name, ...rest } of wanted) {
      const customer = { name, email: EMAIL, phone: PHONE };
      const order = await addSample(database, sampleOrder({ customer, ...rest }));
      await fundOrder(database, order.id);
      added.push(order);
    }
    return added;
  } finally {
    await database.close();
  }
}

/** As by the button, and by the browser's own command. */
async function answerPrinted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const yes = page.getByRole('button', { name: 'Yes, all printed' });
  await expect(yes).toBeFocused();
  await yes.click();
  await expect(page.getByRole('status').last()).toContainText('Printed: ');
}

/** @returns width and height of each page of the PDF, in points. */
async function pagesOf(page: Page): Promise<number[][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) =>
    size.map((points) => Math.round(Number(points))),
  );
}

/** Each part has room for its contents. */
async function expectFilled(parts: Locator, count: number): Promise<void> {
  await expect(parts).toHaveCount(count);
  const cut = await parts.evaluateAll((all) =>
    all
      .filter(
        (part) =>
          part.scrollHeight > part.clientHeight + 1 ||
          part.scrollWidth > part.clientWidth + 1 ||
          part.lastElementChild === null ||
          part.lastElementChild.getBoundingClientRect().bottom >
            part.getBoundingClientRect().bottom,
      )
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
}

async function expectWithin(parts: Locator, whole: Locator): Promise<void> {
  const edge = await whole.evaluate((element) => element.getBoundingClientRect().right);
  const cut = await parts.evaluateAll(
    (all, right) =>
      all
        .filter(
          (part) =>
            part.getBoundingClientRect().right > right + 1 ||
            part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => part.textContent),
    edge,
  );
  expect(cut).toEqual([]);
}

/** The kitchen may not see it, neither on the paper nor in the data of the page. */
async function expectNothingPrivate(page: Page): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  for (const secret of [PHONE, EMAIL, '£']) expect(html).not.toContain(secret);
  // A price in pence, and not a part of an id or a time.
  expect(html).not.toMatch(/(?<![\w.-])(4800|9600)(?![\w.-])/);
}
