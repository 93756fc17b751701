import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, linkTo, signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

const DAYS_AHEAD = 44;

test('what a customer changes is marked on every screen and sheet until somebody has seen it', {
  tag: '@nightly',
}, async ({ page: owner, context, shop, browser }) => {
  test.slow();
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  const item = { cakeId: 'berry-drip-cake', title: 'Berry Drip Cake', message: 'Happy 7th' };
  const [order] = await bookOrders(shop, [{ name, day: DAYS_AHEAD, email, items: [item, item] }]);
  const { id = '', number = '', items = [] } = order ?? {};
  const day = items[0]?.day ?? '';
  const link = await browser.newPage({ javaScriptEnabled: false });
  await link.goto(await linkTo(shop, email));
  await expect(link.getByRole('heading', { level: 1 })).toHaveText(`Your order ${number}`);

  const kitchen = await browser.newPage();
  await signInContext(kitchen.context(), shop, 'kitchen');
  await openPage(kitchen, `/owner/day/${day}`);
  const card = kitchen.getByRole('article', { name });
  await expect(card).toBeVisible();

  await link.getByText('Change the message').first().click();
  await link.getByLabel('Message on the cake').first().fill('Happy 8th');
  await link.getByRole('button', { name: 'Save' }).first().click();
  await expect(link.getByRole('main').getByRole('status').first()).toContainText('Saved.');
  await link.getByText('Somebody else collects it').click();
  await link.getByLabel('Their name').fill('Bob');
  await link.getByRole('button', { name: 'Save' }).click();
  await expect(link.getByRole('main').getByRole('status').first()).toContainText('Saved.');
  await link.getByText('Ask us to cancel it').click();
  await link.getByRole('button', { name: 'Ask to cancel' }).click();
  await expect(link.getByRole('main').getByRole('status').first()).toContainText(
    'We have your request',
  );
  await link.close();

  // The open screen of the day learns it by itself.
  await expect(card).toContainText('Changed by the customer');
  await expect(card).toContainText('Message on Berry Drip Cake: “Happy 8th”; it was “Happy 7th”');
  await expect(card).toContainText('The customer asks to cancel');
  await expect(card).toContainText('Ask the owner before you make it.');
  // And the cafe by e-mail.
  for (const subject of [/^New message · .* · Berry Drip Cake 8 in · /, /^Asks to cancel · /]) {
    await expect(async () => {
      const subjects = (await emailsTo(shop.mail, undefined)).map((each) => each.subject);
      expect(subjects.filter((each) => subject.test(each) && each.endsWith(name))).toHaveLength(1);
    }).toPass({ timeout: 30_000 });
  }

  await signInContext(context, shop, 'owner');
  await openPage(owner, '/owner');
  const list = owner.getByRole('region', { name: 'Changed by customers' });
  const row = list.getByRole('listitem').filter({ hasText: name }).first();
  await expect(row).toContainText('The customer asks to cancel');
  await expect(row).toContainText('“Happy 8th”; it was “Happy 7th”');
  await expect(row).toContainText(`Who collects it: Bob; it was ${name}`);
  await expectAccessible(owner);
  await openPage(owner, '/owner/orders');
  const line = owner.getByRole('listitem').filter({ hasText: number });
  await expect(line).toContainText('Changed by the customer: message');
  await expect(line).toContainText('Asks to cancel');
  await openPage(owner, `/owner/print/bake-sheet/${day}`);
  const marked =
    'Bob collects it; changed by the customer: message, who collects it; the customer asks to cancel';
  await expect(owner.getByRole('row').filter({ hasText: number })).toHaveText([
    new RegExp(marked),
    /Bob collects it; changed by the customer: who collects it; the customer asks to cancel/,
  ]);
  await openPage(owner, `/owner/print/tickets/${day}`);
  await expect(owner.getByText(marked)).toBeVisible();

  // Opening the order is not seeing it: a tap is. Nothing moves on the other open screens.
  await openPage(owner, `/owner/orders/${id}`);
  await expect(owner.getByText('Changed by the customer', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Seen' }).click();
  for (const screen of [card, owner.getByRole('main')]) {
    await expect(screen.getByText('Seen', { exact: true })).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Seen' })).toHaveCount(0);
    await expect(screen).toContainText('it was “Happy 7th”');
  }
  await expect(owner.getByText(/The customer’s changes marked as seen/)).toBeVisible();
  await kitchen.reload();
  await expect(card).toContainText('The customer asks to cancel');
  await expect(card).not.toContainText('Changed by the customer');
  await kitchen.close();

  // The wish waits for one of its two answers.
  const wish = owner.getByRole('region', { name: `${name} asks to cancel this order` });
  const cancel = wish.getByRole('link', { name: /^Cancel and refund £\d+$/ });
  await expect(cancel).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Cancel this order' })).toHaveCount(0);
  await expectAccessible(owner);
  await wish.getByRole('button', { name: 'Keep the order' }).click();
  await expect(owner.getByText(`The order of ${name} stays.`)).toBeVisible();
  await expect(wish).toHaveCount(0);
  const done = owner.getByRole('status').filter({ hasText: `The order of ${name} stays.` });
  await done.getByRole('button', { name: 'Undo' }).click();
  // What is collected cannot be cancelled, and the wish still has an answer.
  await owner.getByRole('button', { name: /^Collected/ }).click();
  await expect(wish).toContainText('so it cannot be cancelled');
  await expect(cancel).toHaveCount(0);
  await expect(wish.getByRole('button', { name: 'Keep the order' })).toBeVisible();
  await owner.getByRole('button', { name: 'Back to “To make”' }).click();
  await cancel.click();
  await owner.getByRole('button', { name: 'Cancel without a refund' }).click();
  await expect(owner.getByText('Cancelled: do not make it.')).toBeVisible();
  await expect(wish).toHaveCount(0);
});
