import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { londonDay, weekday } from '#domain/calendar/days.ts';
import { readEnv } from '#server/env.ts';
import { allergenPlaces } from '../allergen-places.ts';
import { emailsAbout } from '../inbox.ts';
import { queryDatabase } from '../query-database.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test, timeAt } from './shop-fixture.ts';
import { emailsTo, signInContext } from './staff.ts';
import { hydration, openPage, visitor } from './visitor.ts';

const CAKE = 'chocolate-ganache-cake';
const TITLE = 'Chocolate Ganache Cake';
const PAGE = `/cakes/celebration-cakes/${CAKE}`;
const TRACES = 'May contain: Nuts (hazelnuts)';

// A basket from before a change of its cake's allergens.
test.use({ expectedErrors: /status of 409/ });

test('every place that shows allergens shows what the cake may contain', async ({
  page,
  browser,
  owner: baker,
  shop,
}) => {
  test.slow();
  const opened = new Set<string>();
  async function expectTraces(file: string, place: Locator, traces = TRACES) {
    await expect(place, `${file}: ${allergenPlaces[file]}`).toContainText(traces);
    opened.add(file);
  }
  const main = page.getByRole('main');

  await page.goto('/cakes/celebration-cakes');
  const card = page.getByRole('link', { name: new RegExp(TITLE) });
  await expectTraces('app/shop/category/shown-cakes.ts', card, 'May contain nuts');
  const praline = { id: 'praline', name: 'praline', price: 0, vegan: false };
  await baker.offerOptions(CAKE, [
    {
      ...{ id: 'topping', name: 'Topping', kind: 'several', most: 1 },
      choices: [{ ...praline, mayContain: ['Nuts (hazelnuts)'] }],
    },
  ]);
  const ada = visitor(page);
  await ada.openCake(PAGE);
  const topping = page.getByRole('group', { name: /^Topping/ });
  await expectTraces('app/shop/cake/shown-options.ts', topping);
  await expectTraces(
    'app/shop/cake/option-choice.tsx',
    page.getByRole('status').filter({ hasText: 'Contains:' }),
  );
  await expectTraces(
    'app/shop/cake/cake-details.tsx',
    page.getByRole('tabpanel', { name: 'Allergens' }),
  );
  await ada.chooseDay();
  await ada.addToBasket();
  await expectTraces('app/buy/basket/basket-content.tsx', ada.basket);
  await ada.rememberTraces(['Sesame']);
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  const before = 'May contain: Sesame';
  const chosen = ada.panel.getByRole('region', { name: 'Your order' }).locator('summary');
  await expectTraces('app/buy/checkout/pick-up-content.tsx', chosen, before);
  await ada.fillIn();
  await ada.placeOrder();
  await expect(ada.heading('A few things have changed')).toBeVisible();
  await expectTraces('app/buy/checkout/basket-changes.ts', main.getByRole('listitem'));
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  const note = page.getByRole('region', { name: 'Allergens' });
  await expectTraces('app/buy/thank-you/order-summary.tsx', note);
  await expect(async () => {
    const [email] = await emailsAbout(shop.mail, ada.orderId());
    expect(email).toContain(TRACES);
  }).toPass();
  opened.add('domain/orders/order-text.ts');

  // As if the cake had got traces since.
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnv(shop.environment);
  await queryDatabase(
    { dataDir, databaseUrl },
    `update order_items set may_contain = null where order_id = '${ada.orderId()}'`,
  );
  await openPage(page, new URL(page.url()).pathname);
  const again = page.getByRole('region', { name: 'Order it again' });
  await again.getByRole('list').getByRole('button').first().click();
  await expectTraces('app/buy/thank-you/order-again.tsx', again.getByRole('status'));

  // The catalogue does not know their cake, so that what they say is their own copy.
  const name = `Ada${randomUUID().slice(0, 8)}`;
  const email = `${name}@customers.example`;
  const ordered = { cakeId: 'cake-of-last-year', mayContain: ['Nuts (hazelnuts)'] };
  // A Monday.
  const later = 15 - weekday(londonDay(timeAt(shop)));
  const laterEmail = `later-${email}`;
  const [order, agreed, open] = await bookOrders(shop, [
    { name, email, items: [ordered] },
    { name: `${name} B`, isByPhone: true, items: [ordered, { cakeId: CAKE, title: TITLE }] },
    { name: `${name} C`, email: laterEmail, day: later, items: [ordered] },
  ]);
  const { number = '', items = [] } = order ?? {};
  const day = items[0]?.day ?? '';

  async function linkTo(address: string): Promise<string> {
    let link = '';
    await expect(async () => {
      const [sent] = await emailsTo(shop.mail, address);
      expect(sent?.text).toContain(TRACES);
      link = /\/my-order\/[0-9a-z]{26}/.exec(sent?.text ?? '')?.[0] ?? '';
    }).toPass({ timeout: 30_000 });
    return link;
  }
  const link = await linkTo(email);
  opened.add('server/emails/customer-sections.ts');
  await page.goto(`${await linkTo(laterEmail)}/add/${open?.items[0]?.day}?cake=${CAKE}`);
  await expectTraces('app/buy/my-order/add-forms.tsx', main.getByRole('group', { name: TITLE }));
  await expectTraces(
    'app/buy/my-order/addition-form.ts',
    main.getByRole('group', { name: /^Topping/ }),
  );
  await page.goto(link);
  await expectTraces('app/buy/my-order/order-page.tsx', main.getByRole('listitem').first());

  const owner = await browser.newPage();
  await signInContext(owner.context(), shop, 'owner');
  for (const path of ['/owner', `/owner/day/${day}`]) {
    await openPage(owner, path);
    const own = owner.getByRole('article', { name, exact: true });
    await expectTraces('app/owner/collections/collection-card.tsx', own);
  }
  await openPage(owner, `/owner/orders/${number}`);
  await expectTraces('app/owner/collections/collection-card.tsx', owner.getByRole('main'));
  await owner.goto(`/owner/print/bake-sheet/${day}`);
  const row = owner.getByRole('row').filter({ hasText: number });
  await expectTraces('app/owner/print/bake-sheet.tsx', row);
  await owner.goto(`/owner/print/tickets/${day}`);
  const ticket = owner.getByRole('listitem').filter({ hasText: number });
  await expectTraces('app/owner/print/tickets.tsx', ticket);
  await owner.goto(`/owner/print/labels/${day}?order=${number}`);
  const onLabel = 'May contain: hazelnuts (nuts)';
  await expectTraces('app/owner/print/labels.tsx', owner.getByRole('main'), onLabel);

  await openPage(owner, '/owner/orders/new');
  await owner.getByLabel('Cake', { exact: true }).selectOption({ label: TITLE });
  await expectTraces(
    'app/owner/orders/new-order-item.tsx',
    owner.getByText('Read out:').locator('..'),
  );
  await openPage(owner, `/owner/orders/${agreed?.number}/pay-link`);
  const changed = owner.getByText(new RegExp(`${TITLE}.* has changed`)).locator('..');
  await expectTraces('app/owner/orders/pay-link.tsx', changed);
  await owner.getByRole('button', { name: 'Make a pay link' }).click();
  await hydration(owner);
  const payLink = owner.getByRole('textbox');
  await page.goto(await payLink.inputValue());
  const toPay = main.getByRole('listitem').filter({ hasNotText: TITLE });
  await expectTraces('app/buy/pay/pay.tsx', toPay.first());
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expectTraces(
    'app/buy/pay/pay.tsx',
    page.getByText(new RegExp(`${TITLE}.* now`)).locator('..'),
  );
  await owner.close();

  expect([...opened].sort()).toEqual(Object.keys(allergenPlaces).sort());
});
