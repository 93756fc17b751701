import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe, payForCheckout, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

test('the button refunds a payment', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { id, payment_intent } = await payForCheckout(stripe);
  const refund = `${service.origin}/practice/sessions/${id}/refund`;

  const tooMuch = await submit(refund, { amount: '5601' });
  expect(tooMuch.status).toBe(400);
  expect(await tooMuch.text()).toContain('is greater than unrefunded amount');
  expect((await submit(refund, { amount: '100' })).headers.get('location')).toBe('/');
  expect((await submit(refund, {})).status).toBe(303);
  const refunds = await stripe.refunds.list({ payment_intent: payment_intent.id });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([5_500, 100]);
  expect(await (await fetch(service.origin)).text()).toContain('Refund of £55.00: succeeded');
});

test('opens and closes a dispute', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { id, payment_intent } = await payForCheckout(stripe);
  const eventOf = (type: string) => receiver.events.find((event) => event.type === type);
  await postPractice(service.origin, `sessions/${id}/dispute`);

  expect(eventOf('charge.dispute.created')).toMatchObject({
    data: {
      object: {
        object: 'dispute',
        amount: 5_600,
        payment_intent: payment_intent.id,
        status: 'needs_response',
        evidence_details: { due_by: expect.any(Number) },
      },
    },
  });
  await expect(stripe.refunds.create({ payment_intent: payment_intent.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  const [dispute] = (await stripe.disputes.list({ payment_intent: payment_intent.id })).data;
  await postPractice(service.origin, `disputes/${dispute?.id}/status`, { status: 'lost' });
  expect(eventOf('charge.dispute.closed')).toMatchObject({
    data: { object: { id: dispute?.id, status: 'lost' } },
  });
  expect(await (await fetch(service.origin)).text()).toContain('Dispute of £56.00: lost');
});

test('opens a dispute in another currency, above the charge, and withdraws it later', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { id, payment_intent } = await payForCheckout(stripe);
  await postPractice(service.origin, `sessions/${id}/dispute`, {
    amount: 6_720,
    currency: 'eur',
    funds: 'later',
  });
  const disputes = async () =>
    (await stripe.disputes.list({ payment_intent: payment_intent.id })).data;
  const [dispute] = await disputes();
  expect(dispute).toMatchObject({ amount: 6_720, currency: 'eur', balance_transactions: [] });

  await postPractice(service.origin, `disputes/${dispute?.id}/withdraw`, { amount: 5_730 });
  const withdrawn = [{ amount: -5_730, currency: 'gbp', reporting_category: 'dispute' }];
  expect(await disputes()).toMatchObject([{ balance_transactions: withdrawn }]);
  expect(receiver.events.map(({ type }) => type)).toContain('charge.dispute.funds_withdrawn');
  for (const status of ['under_review', 'won']) {
    await postPractice(service.origin, `disputes/${dispute?.id}/status`, { status });
  }
  expect(await disputes()).toMatchObject([
    { status: 'won', balance_transactions: [...withdrawn, { amount: 5_730, currency: 'gbp' }] },
  ]);
});

test('rejects refunds and disputes of unpaid sessions', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session } = await openCheckout(stripe);
  for (const action of ['refund', 'dispute']) {
    const path = (id: string) => `sessions/${id}/${action}`;
    await expect(postPractice(service.origin, path(session.id))).rejects.toThrow(
      'Nothing has been paid',
    );
    await expect(postPractice(service.origin, path('cs_test_x'))).rejects.toThrow('No such');
    await expect(postPractice(service.origin, path(session.id), { amount: 'x' })).rejects.toThrow(
      'amount',
    );
  }
});
