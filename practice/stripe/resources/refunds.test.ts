import { expect, test } from 'vitest';
import {
  goodCard,
  openCheckout,
  openPracticeStripe,
  payForCheckout,
  submit,
} from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

test('refunds a payment in parts, up to its amount', async () => {
  const { stripe } = await openPracticeStripe();
  const {
    payment_intent: { id: payment_intent },
  } = await payForCheckout(stripe);
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

test('rejects refunds of unpaid sessions and unknown reasons', async () => {
  const { stripe } = await openPracticeStripe();

  await expect(stripe.refunds.create({ payment_intent: 'pi_x' })).rejects.toThrow(
    "No such payment_intent: 'pi_x'",
  );
  await expect(
    stripe.refunds.create({ payment_intent: 'pi_x', reason: 'regret' }),
  ).rejects.toMatchObject({ param: 'reason' });
});

test('sends refund events with the current charge', async () => {
  const { stripe, receiver } = await openPracticeStripe();
  const { payment_intent: payment } = await payForCheckout(stripe);
  await stripe.refunds.create({ payment_intent: payment.id, amount: 1_000 });

  await expect
    .poll(() => receiver.events.map(({ type }) => type).sort())
    .toEqual(['charge.refunded', 'checkout.session.completed', 'refund.created']);
  expect(receiver.events.find(({ type }) => type === 'charge.refunded')).toMatchObject({
    data: {
      object: {
        object: 'charge',
        payment_intent: payment.id,
        amount: 5_600,
        amount_refunded: 1_000,
        refunded: false,
      },
    },
  });
  await stripe.refunds.create({ payment_intent: payment.id });
  expect(
    await stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] }),
  ).toMatchObject({ latest_charge: { amount_refunded: 5_600, refunded: true } });
});

test('the amount of a failed refund can be refunded again', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { id, payment_intent: payment } = await payForCheckout(stripe);
  await postPractice(service.origin, `sessions/${id}/refund`, { status: 'pending' });
  const [pending] = (await stripe.refunds.list({ payment_intent: payment.id })).data;
  expect(pending).toMatchObject({ amount: 5_600, status: 'pending' });
  await expect(stripe.refunds.create({ payment_intent: payment.id })).rejects.toThrow('already');

  const refund = pending?.id ?? '';
  await postPractice(service.origin, `refunds/${refund}/settle`, { status: 'succeeded' });
  await postPractice(service.origin, `refunds/${refund}/settle`, { status: 'failed' });
  expect(receiver.events.map(({ type }) => type).sort()).toEqual([
    'charge.refunded',
    'checkout.session.completed',
    'refund.created',
    'refund.failed',
    'refund.updated',
    'refund.updated',
  ]);
  expect((await stripe.refunds.list({ payment_intent: payment.id })).data).toMatchObject([
    { id: refund, status: 'failed' },
  ]);
  expect(await stripe.refunds.create({ payment_intent: payment.id })).toMatchObject({
    amount: 5_600,
    status: 'succeeded',
  });
  await expect(
    postPractice(service.origin, `refunds/${refund}/settle`, { status: 'failed' }),
  ).rejects.toThrow('already');
});

test('lists the refunds of one payment', async () => {
  const { stripe } = await openPracticeStripe();
  const one = await payForCheckout(stripe);
  const other = await payForCheckout(stripe);
  const first = await stripe.refunds.create({ payment_intent: one.payment_intent.id, amount: 1 });
  const second = await stripe.refunds.create({ payment_intent: one.payment_intent.id, amount: 2 });
  await stripe.refunds.create({ payment_intent: other.payment_intent.id });

  const listed = await stripe.refunds.list({ payment_intent: one.payment_intent.id });
  expect(listed.data.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('a refund is made once for its idempotency key, and names the card of its charge', async () => {
  const { stripe } = await openPracticeStripe();
  const { payment_intent: payment } = await payForCheckout(stripe);
  const request = { payment_intent: payment.id, amount: 100 };
  const [first, again] = [
    await stripe.refunds.create(request, { idempotencyKey: 'one' }),
    await stripe.refunds.create(request, { idempotencyKey: 'one' }),
  ];
  expect(again.id).toBe(first.id);
  await expect(
    stripe.refunds.create({ ...request, amount: 200 }, { idempotencyKey: 'one' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  expect(
    await stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] }),
  ).toMatchObject({
    latest_charge: { payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
  });
});

test('refunds of the card ending in 7726 are pending at first', async () => {
  const { stripe } = await openPracticeStripe();
  const { url, session } = await openCheckout(stripe);
  await submit(url, { ...goodCard, card_number: '4000 0000 0000 7726' });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  const refund = await stripe.refunds.create({ payment_intent: String(payment_intent) });
  expect(refund.status).toBe('pending');
});
