import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { emailsAbout } from '../inbox.ts';
import { expectAccessible } from './accessible.ts';
import { bookOrders, printSheet } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { linkTo, signInContext } from './staff.ts';
import { answerTo, openPage, visitor } from './visitor.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & אגוזים "שקדים" 👩🏽‍🍳';

/** Nothing of a note has become a part of the page. */
async function expectPlainText(page: Page): Promise<void> {
  await expect(page.locator('img[src=x], img[onerror]')).toHaveCount(0);
}

// A basket from before a change of its cake's allergens, and a note that is too long.
test.use({ expectedErrors: /status of 4(09|22)/ });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a customer’s note is kept through every screen to the thank-you page and the cafe’s e-mail', {
    tag: '@nightly',
  }, async ({ page, shop }) => {
    const ada = visitor(page);
    await ada.openCake('/cakes/celebration-cakes/chocolate-ganache-cake');
    await ada.chooseDay();
    await ada.addToBasket();
    await ada.rememberTraces(['Sesame']);
    await ada.openBasket();
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    const summary = ada.panel.getByText('Anything we should know?');
    const note = ada.panel.getByLabel('Your note');
    await expect(note).toBeHidden();
    await summary.click();
    await expect(note).toHaveAccessibleDescription(/cannot make a cake free of an allergen/);
    await note.fill('x'.repeat(201));
    await note.blur();
    await expect(note).toHaveAccessibleDescription(/^Please use at most 200 letters\./);
    await ada.placeOrder();
    await expect(note).toBeFocused();
    await expectAccessible(page);
    await note.fill(`${HOSTILE}\nNo candles`);
    // What is sent stays in sight.
    await summary.click();
    await expect(note).toBeVisible();

    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await ada.expectCardPage();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    await expect(page.getByText(`Your note: ${HOSTILE} No candles`)).toBeVisible();
    await expectPlainText(page);
    const [email] = await emailsAbout(shop.mail, ada.orderId());
    expect(email).toContain(`\nNote from the customer: ${HOSTILE} No candles\n`);
  });
});

test('both notes are on every screen and paper of staff, and the customer reads the own one alone', {
  tag: '@nightly',
}, async ({ page: owner, context, browser, shop }) => {
  test.slow();
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  const ours = `Brings the topper ${HOSTILE}`;
  const [order] = await bookOrders(shop, [
    { name, email, note: `Nut allergy ${HOSTILE}`, staffNote: ours },
  ]);
  const { id = '', number = '', items = [] } = order ?? {};
  const day = items[0]?.day ?? '';
  const theirs = `Nut allergy ${HOSTILE}`;

  await signInContext(context, shop, 'owner');
  const card = (page: Page) => page.getByRole('article', { name, exact: true });
  const row = (page: Page) => page.getByRole('row').filter({ hasText: number });
  const ticket = (page: Page) => page.getByRole('listitem').filter({ hasText: number });
  const main = (page: Page) => page.getByRole('main');
  const places: [path: string, place: (page: Page) => Locator, shows: string[]][] = [
    ['/owner', card, [theirs, ours]],
    [`/owner/day/${day}`, card, [theirs, ours]],
    [`/owner/print/bake-sheet/${day}`, row, [theirs, ours]],
    [`/owner/print/tickets/${day}`, ticket, [theirs, ours]],
    // It goes home with the customer, beside what the law wants to be read.
    [`/owner/print/labels/${day}?order=${number}`, main, []],
    [`/owner/print/customer/${id}?record=${id}`, main, [theirs, ours]],
    [`/owner/orders/${number}`, main, [theirs, ours]],
  ];
  for (const [path, place, shows] of places) {
    await openPage(owner, path);
    await expect(place(owner), path).toContainText(name.split(' ')[0] ?? '');
    for (const note of [theirs, ours]) {
      const expected = expect(place(owner), path);
      await (shows.includes(note) ? expected : expected.not).toContainText(note);
    }
    await expectPlainText(owner);
  }

  const link = await browser.newPage({ javaScriptEnabled: false });
  await link.goto(await linkTo(shop, email));
  await expect(main(link)).toContainText(theirs);
  await expect(main(link)).not.toContainText('topper');
  await expectPlainText(link);
  await link.close();

  // The kitchen writes the note of staff, and the sheet that was printed says so.
  const kitchen = await browser.newPage();
  await signInContext(kitchen.context(), shop, 'kitchen');
  await printSheet(shop, order?.id ?? '');
  await openPage(kitchen, `/owner/orders/${number}`);
  const field = kitchen.getByLabel('Our note');
  await kitchen.getByText('Change our note').click();
  await field.fill('x'.repeat(201));
  const save = kitchen.getByRole('button', { name: 'Save the note' });
  await save.click();
  await expect(field).toHaveAccessibleDescription(/Please use at most 200 letters/);
  await field.fill('Topper is in the fridge');
  await answerTo(kitchen, () => save.click());
  // The owner's open screen follows.
  await expect(main(owner)).toContainText('Our note: Topper is in the fridge');
  await expect(main(kitchen)).toContainText('to “Topper is in the fridge”');
  await kitchen.getByRole('button', { name: 'Undo' }).click();
  await expect(main(kitchen)).toContainText(`Our note: ${ours}`);
  await openPage(kitchen, `/owner/print/bake-sheet/${day}`);
  await expect(row(kitchen)).toContainText('new');
  await kitchen.close();

  // Without scripts the order says what is wrong with the note.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await signInContext(plain.context(), shop, 'kitchen');
  await plain.goto(`/owner/orders/${number}`);
  await plain.getByText('Change our note').click();
  await plain.getByLabel('Our note').fill('x'.repeat(201));
  await plain.getByRole('button', { name: 'Save the note' }).click();
  await expect(plain.getByRole('alert')).toHaveText(/Please use at most 200 letters/);
  await expect(plain.getByLabel('Our note')).toHaveValue('x'.repeat(201));
  await plain.close();
});
