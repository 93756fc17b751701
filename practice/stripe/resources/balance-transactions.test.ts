import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe, payForCheckout, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

test('records each change of the balance, and names its source', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { id, payment_intent: payment } = await payForCheckout(stripe);
  const refund = await stripe.refunds.create({ payment_intent: payment.id, amount: 1_000 });
  await postPractice(service.origin, `refunds/${refund.id}/settle`, { status: 'failed' });
  await postPractice(service.origin, `sessions/${id}/dispute`);
  const [dispute] = (await stripe.disputes.list({ payment_intent: payment.id })).data;
  await postPractice(service.origin, `disputes/${dispute?.id}/status`, { status: 'won' });

  const { data } = await stripe.balanceTransactions.list();
  expect(
    data.map(({ amount, fee, net, reporting_category, source }) => [
      amount,
      fee,
      net,
      reporting_category,
      source,
    ]),
  ).toEqual([
    [5_600, 0, 5_600, 'dispute_reversal', dispute?.id],
    [-5_600, 2_000, -7_600, 'dispute', dispute?.id],
    [1_000, 0, 1_000, 'refund_failure', refund.id],
    [-1_000, 0, -1_000, 'refund', refund.id],
    // 1.5 % and 20p.
    [5_600, 104, 5_496, 'charge', payment.latest_charge],
  ]);
  const named = await stripe.balanceTransactions.list({ limit: 5, expand: ['data.source'] });
  expect(named.data.map(({ source }) => source)).toMatchObject([
    { object: 'dispute', payment_intent: payment.id },
    { object: 'dispute' },
    { object: 'refund', payment_intent: payment.id },
    { object: 'refund' },
    { object: 'charge', payment_intent: payment.id },
  ]);
  expect((await stripe.balanceTransactions.list({ source: refund.id, limit: 1 })).data).toEqual([
    data[2],
  ]);

  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  });
  expect(session).toMatchObject({
    payment_intent: { latest_charge: { balance_transaction: data[4] } },
  });
  const [refunded] = (
    await stripe.refunds.list({
      payment_intent: payment.id,
      expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
    })
  ).data;
  expect(refunded).toMatchObject({
    balance_transaction: data[3],
    failure_balance_transaction: data[2],
  });
  expect((await stripe.disputes.list({ payment_intent: payment.id })).data).toMatchObject([
    { balance_transactions: [data[1], data[0]] },
  ]);
  await expect
    .poll(() => receiver.events.map(({ type }) => type))
    .toEqual(
      expect.arrayContaining(['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated']),
    );
});

test('a bank debit moves money when it succeeds', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  await submit(url, { method: 'bacs_debit', name: 'Ada Lovelace' });
  const expand = ['payment_intent.latest_charge'];
  expect(await stripe.checkout.sessions.retrieve(session.id, { expand })).toMatchObject({
    payment_intent: { latest_charge: { balance_transaction: null } },
  });
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  await postPractice(service.origin, `sessions/${session.id}/bank-debit`, { status: 'succeeded' });
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([
    { amount: 5_600, fee: 56, net: 5_544, reporting_category: 'charge' },
  ]);
});

test('books a card payment later, and says so', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  await postPractice(service.origin, 'settings', { balance: 'later' });
  const { id, payment_intent: payment } = await payForCheckout(stripe);
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  await postPractice(service.origin, `sessions/${id}/book`);
  const { data } = await stripe.balanceTransactions.list();
  expect(data).toMatchObject([{ amount: 5_600, source: payment.latest_charge }]);
  expect(receiver.events.at(-1)).toMatchObject({
    type: 'charge.updated',
    data: { object: { balance_transaction: data[0]?.id, payment_intent: payment.id } },
  });
  await expect(postPractice(service.origin, `sessions/${id}/book`)).rejects.toThrow('No money');
});
