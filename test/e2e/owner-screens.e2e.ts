import { randomUUID } from 'node:crypto';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import * as z from 'zod';
import pages from '#app/routes.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { expectAccessible, expectAccessibleAndToFit } from './accessible.ts';
import { ask } from './asked-requests.ts';
import { bookOrders } from './booked-orders.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { invite, signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

const WIDTHS = [390, 320, 768, 1440];
// That of a screen that does not exist.
test.use({ expectedErrors: /status of 404/ });

const PaidOut = z.object({ id: z.string() });

const VERBS = 'owner/frame/verbs.ts';

/** Also the pages to sign in. */
async function ownersScreens(): Promise<string[]> {
  const owners = listed(await pages).filter(({ path }) => /^\/owner(\/|$)/.test(path));
  return owners.flatMap(({ path, file, within }) =>
    file.endsWith('.tsx') && within !== VERBS ? path : [],
  );
}

/** The addresses that are only for forms. */
async function ownersVerbs(): Promise<string[]> {
  return listed(await pages).flatMap(({ path, within }) => (within === VERBS ? path : []));
}

interface Listed {
  path: string;
  file: string;
  /** The file of the layout around it. */
  within: string;
}

function listed(routes: RouteConfigEntry[], parent = '', within = ''): Listed[] {
  return routes.flatMap(({ path, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return children ? listed(children, own, file) : { path: own, file, within };
  });
}

// The screens of all routes, and what an address adds to them.
test('no screen of the owner’s side has a finding of axe, or is wider than its window', {
  tag: '@nightly',
}, async ({ page, context, shop, owner }) => {
  test.setTimeout(10 * 60_000);
  await signInContext(context, shop, 'owner');
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const items = [{ cakeId: 'red-velvet-cake', title: 'Red Velvet Cake', message: 'Happy 7th' }];
  const [order] = await bookOrders(shop, [
    { name, day: 2, email: `${randomUUID()}@example.org`, note: 'No nuts', items },
    { name: 'Grace', fulfilment: 'ready' },
    { name: 'Paula', isPaidLate: true },
  ]);
  const { number: request } = await ask(shop);
  await buyByApi(shop);
  const { id: payout } = PaidOut.parse(await postPractice(shop.stripe, 'payouts'));
  await postPractice(shop.stripe, `payouts/${payout}/settle`, { status: 'paid' });
  const { person: cook } = await invite(shop, 'kitchen');
  await owner.limit(20);
  const day = order?.items[0]?.day ?? '';
  const values: Record<string, string> = {
    ...{ day, order: order?.number ?? '', record: order?.id ?? '', request },
    ...{ payout, person: cook.id },
    ...{ cake: 'red-velvet-cake', option: 'sponge', category: 'celebration-cakes' },
    ...{ words: 'contact', photo: 'red-velvet.jpg', '*': 'no-such-screen' },
  };
  const paths = (await ownersScreens()).map((pattern) =>
    pattern.replaceAll(/:(\w+)|\*/g, (whole, key) => values[key ?? whole] ?? whole),
  );
  for (const path of [
    ...paths,
    ...['/owner/orders/new?quote', `/owner/orders/new?request=${request}`],
    ...['/owner/orders?show=unpaid', `/owner/orders/${values.order}/text?item=0`],
    ...[
      `/owner/orders/${values.order}/move?day=${day}`,
      `/owner/orders/${values.order}/add?day=${day}`,
    ],
    ...[`/owner/calendar/close?from=${day}`, `/owner/calendar/hours?day=${day}`],
    ...['/owner/prices?percent=4&step=50', '/owner/prices?percent=x&step=50'],
    ...['/owner/cakes?sort=yes', '/owner/cakes?find=velvet', '/owner/cakes?find=xyz'],
    ...['hours', 'terms', 'gallery', 'testimonials', 'collection'].map(
      (key) => `/owner/words/${key}`,
    ),
    ...['/owner/week?from=2024-01-01', '/owner/money?month=2024-01', '/owner/money/sales?in=2024'],
  ]) {
    expect(path).not.toContain(':');
    await openPage(page, path);
    const isPaper = /^\/owner\/print\/(tickets|label)/.test(path);
    await test.step(path, () =>
      isPaper ? expectAccessible(page) : expectAccessibleAndToFit(page, WIDTHS),
    );
  }

  await openPage(page, '/owner');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible(page);
});

for (const role of ['counter', 'kitchen'] as const) {
  test(`the screens of the ${role} have no finding of axe`, { tag: '@nightly' }, async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, role);
    const [order] = await bookOrders(shop, [
      { name: 'Kay', isByPhone: true, items: [{ message: 'Happy  7th' }] },
      { name: 'Late', day: -1 },
    ]);
    for (const path of [
      '',
      '/week',
      '/orders',
      `/orders/${order?.number}`,
      '/needs-you',
      '/more',
    ]) {
      await openPage(page, `/owner${path}`);
      await test.step(path, () => expectAccessibleAndToFit(page, WIDTHS));
    }
  });
}

test('an address that is only for a form leads to a screen', { tag: '@nightly' }, async ({
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const [order] = await bookOrders(shop, [{ name: 'Ada' }]);
  const { number: request } = await ask(shop);
  const values: Record<string, string> = {
    ...{ order: order?.number ?? '', request, cake: 'red-velvet-cake' },
    ...{ category: 'celebration-cakes', words: 'contact', photo: 'red-velvet.jpg' },
  };
  const verbs = await ownersVerbs();
  expect(verbs.length).toBeGreaterThan(30);
  for (const pattern of verbs) {
    const path = pattern.replaceAll(/:(\w+)/g, (_, key) => values[key] ?? 'any');
    const answer = await context.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(new URL(answer.url()).pathname, path).toMatch(/^\/owner(?!\/sign-in)/);
    expect(new URL(answer.url()).pathname, path).not.toBe(path);
  }
});
