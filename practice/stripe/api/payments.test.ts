import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { goodCard, openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';

async function payFor(stripe: Stripe) {
  const { session, url } = await openCheckout(stripe, {
    payment_intent_data: { description: 'Order 1', metadata: { order: '1' } },
  });
  await submit(url, goodCard);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  if (paid.payment_intent === null || typeof paid.payment_intent === 'string') {
    throw new Error('The payment intent was not expanded');
  }
  return paid.payment_intent;
}

test('a payment remembers what the session said of it', async () => {
  const { stripe } = await openPracticeStripe();
  const payment = await payFor(stripe);

  expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject({
    object: 'payment_intent',
    amount: 5_600,
    amount_received: 5_600,
    currency: 'gbp',
    description: 'Order 1',
    metadata: { order: '1' },
    status: 'succeeded',
  });
  await expect(stripe.paymentIntents.retrieve('pi_x')).rejects.toThrow(
    "No such payment_intent: 'pi_x'",
  );
});

test('a payment is given back in parts, and never more than was paid', async () => {
  const { stripe } = await openPracticeStripe();
  const { id: payment_intent } = await payFor(stripe);
  const part = await stripe.refunds.create({
    payment_intent,
    amount: 1_000,
    reason: 'requested_by_customer',
  });

  expect(part).toMatchObject({ object: 'refund', amount: 1_000, status: 'succeeded' });
  await expect(stripe.refunds.create({ payment_intent, amount: 4_601 })).rejects.toThrow(
    'Refund amount (£46.01) is greater than unrefunded amount on charge (£46.00)',
  );
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 4_600 });
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
});

test('only what was paid can be given back, and only for a reason Stripe knows', async () => {
  const { stripe } = await openPracticeStripe();

  await expect(stripe.refunds.create({ payment_intent: 'pi_x' })).rejects.toThrow(
    "No such payment_intent: 'pi_x'",
  );
  await expect(
    stripe.refunds.create({ payment_intent: 'pi_x', reason: 'regret' }),
  ).rejects.toMatchObject({ param: 'reason' });
});
