import { expect, test } from 'vitest';
import { openPracticeStripe, payForCheckout } from '#test/practice-stripe.ts';

test('a payment has the payment_intent_data of its session', async () => {
  const { stripe } = await openPracticeStripe();
  const { payment_intent: payment } = await payForCheckout(stripe, {
    payment_intent_data: { metadata: { order: '1' } },
  });

  expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject({
    object: 'payment_intent',
    amount: 5_600,
    currency: 'gbp',
    latest_charge: payment.latest_charge,
    metadata: { order: '1' },
    status: 'succeeded',
  });
  await expect(stripe.paymentIntents.retrieve('pi_x')).rejects.toThrow(
    "No such payment_intent: 'pi_x'",
  );
});

test('expands the charge', async () => {
  const { stripe } = await openPracticeStripe();
  const { payment_intent: payment } = await payForCheckout(stripe);
  const expanded = await stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] });

  expect(expanded.latest_charge).toMatchObject({
    id: payment.latest_charge,
    object: 'charge',
    amount: 5_600,
    amount_refunded: 0,
    disputed: false,
    paid: true,
    payment_intent: payment.id,
    refunded: false,
  });
});
