import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe, payForCheckout } from '#test/practice-stripe.ts';

const idsOf = async (list: Promise<Stripe.ApiList<Stripe.Checkout.Session>>) =>
  (await list).data.map(({ id }) => id);

test('lists sessions newest first in pages', async () => {
  const { stripe } = await openPracticeStripe();
  const opened = [
    await openCheckout(stripe),
    await openCheckout(stripe),
    await openCheckout(stripe),
  ];
  const newestFirst = opened.map(({ session }) => session.id).reverse();

  const page = await stripe.checkout.sessions.list({ limit: 2 });
  expect(page).toMatchObject({ object: 'list', url: '/v1/checkout/sessions', has_more: true });
  expect(page.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
  const all: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(newestFirst);
  await expect(
    stripe.checkout.sessions.list({ starting_after: 'cs_test_x' }),
  ).rejects.toMatchObject({ param: 'starting_after' });
});

test('filters by time of creation', async () => {
  let now = new Date();
  const { stripe } = await openPracticeStripe({ now: () => now });
  const { session: first } = await openCheckout(stripe);
  now = new Date(now.getTime() + 10_000);
  const { session: second } = await openCheckout(stripe);
  const created = (range: Stripe.RangeQueryParam) =>
    idsOf(stripe.checkout.sessions.list({ created: range }));

  expect(await created({ gte: second.created })).toEqual([second.id]);
  expect(await created({ gte: first.created })).toEqual([second.id, first.id]);
  expect(await created({ gte: first.created, lt: second.created })).toEqual([first.id]);
  await expect(created({ gte: -1 })).rejects.toMatchObject({
    param: expect.stringContaining('created'),
  });
});

test('filters by status and by payment', async () => {
  let now = new Date();
  const { stripe } = await openPracticeStripe({ now: () => now });
  const { session: overdue } = await openCheckout(stripe);
  now = new Date(now.getTime() + 24 * 60 * 60_000);
  const paid = await payForCheckout(stripe);
  const { session: open } = await openCheckout(stripe);

  expect(await idsOf(stripe.checkout.sessions.list({ status: 'open' }))).toEqual([open.id]);
  expect(await idsOf(stripe.checkout.sessions.list({ status: 'complete' }))).toEqual([paid.id]);
  expect(await idsOf(stripe.checkout.sessions.list({ status: 'expired' }))).toEqual([overdue.id]);
  const { id: payment_intent } = paid.payment_intent;
  expect(await idsOf(stripe.checkout.sessions.list({ payment_intent }))).toEqual([paid.id]);
});

test('expands payments in lists', async () => {
  const { stripe } = await openPracticeStripe();
  const paid = await payForCheckout(stripe);
  const { session: open } = await openCheckout(stripe);

  const { data } = await stripe.checkout.sessions.list({
    expand: ['data.payment_intent.latest_charge'],
  });
  expect(data).toMatchObject([
    { id: open.id, payment_intent: null },
    { id: paid.id, payment_intent: { latest_charge: { amount_refunded: 0 } } },
  ]);
});
