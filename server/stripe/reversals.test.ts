import { expect, onTestFinished, test } from 'vitest';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { CARDS, payByCard } from '#test/card-page.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { at, NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { practicePayments } from '#test/shop-on.ts';
import { postPractice } from '../../harness/practice-services.ts';

/** Two servers and a paid order. */
async function open() {
  const practice = await startPracticeStripe({
    port: 0,
    publicHost: '127.0.0.1',
    now: () => new Date(NOON),
  });
  onTestFinished(() => practice.close());
  const [one, other] = [practicePayments(practice.origin), practicePayments(practice.origin)];
  const size = { lookupKey: 'victoria-8', name: 'Victoria Sponge, 8 inches', price: 4800 };
  const { stripePriceId: api } = await one.addPrice(size);
  const placed = sampleOrder({ items: [sampleItem({ api })], total: 4800, payBy: at(3600) });
  const { checkoutId, url } = await one.openCheckout(placed);
  await payByCard(url, CARDS.pays);
  return {
    one,
    other,
    order: { ...placed, checkoutId },
    url,
    stripe: practiceStripe(practice.origin),
    set: (settings: object) => postPractice(practice.origin, 'settings', settings),
  };
}

test('a refund that Stripe made, though it answered 500, is not made again', async () => {
  const { one, other, order, url, stripe, set } = await open();
  const refund = { id: 'refund-1', amount: 1000 };
  await set({ api: 'error-after' });
  await expect(one.refund(order, refund)).rejects.toMatchObject({ reason: 'unreachable' });
  await set({ api: 'normal' });
  const made = await Promise.all([one, other, one].map((each) => each.refund(order, refund)));
  expect(await stripe.refundsOf(url)).toMatchObject([{ id: made[0], amount: 1000 }]);
  expect(new Set(made).size).toBe(1);
});

test('a refund that Stripe refused stays refused, and another one is made', async () => {
  const { one, other, order, url, stripe } = await open();
  const refund = { id: 'refund-1', amount: 1000 };
  const dispute = await stripe.dispute(url);
  await expect(one.refund(order, refund)).rejects.toMatchObject({ reason: 'refused' });
  await stripe.setDisputeStatus(dispute, 'won');
  await expect(other.refund(order, refund)).rejects.toMatchObject({ reason: 'refused' });
  expect(await stripe.refundsOf(url)).toEqual([]);
  const id = await one.refund(order, { id: 'refund-2', amount: 1000 });
  expect(await stripe.refundsOf(url)).toMatchObject([{ id }]);
});
