import { expect, test } from 'vitest';
import { openPracticeStripe, payForCheckout } from '#test/practice-stripe.ts';
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
    data.map(({ amount, net, type, reporting_category, source }) => [
      amount === net && amount,
      type,
      reporting_category,
      source,
    ]),
  ).toEqual([
    [5_600, 'adjustment', 'dispute_reversal', dispute?.id],
    [-5_600, 'adjustment', 'dispute', dispute?.id],
    [1_000, 'refund_failure', 'refund_failure', refund.id],
    [-1_000, 'refund', 'refund', refund.id],
    [5_600, 'charge', 'charge', payment.latest_charge],
  ]);
  expect((await stripe.balanceTransactions.list({ source: refund.id, limit: 1 })).data).toEqual([
    data[2],
  ]);
  expect((await stripe.balanceTransactions.list({ type: 'charge' })).data).toEqual([data[4]]);
  expect(await stripe.balanceTransactions.retrieve(data[0]?.id ?? '')).toEqual(data[0]);
  await expect(stripe.balanceTransactions.retrieve('txn_x')).rejects.toThrow(
    "No such balance_transaction: 'txn_x'",
  );

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
  const { data } = await stripe.balanceTransactions.list();
  expect(data).toEqual([]);
  await postPractice(service.origin, 'foreign-sessions', {
    amount: 700,
    currency: 'gbp',
    method: 'bacs_debit',
  });
  const [session] = (await stripe.checkout.sessions.list()).data;
  const charge = 'payment_intent.latest_charge';
  const { id = '' } = session ?? {};
  expect(await stripe.checkout.sessions.retrieve(id, { expand: [charge] })).toMatchObject({
    payment_intent: { latest_charge: { balance_transaction: null } },
  });
  await postPractice(service.origin, `sessions/${id}/bank-debit`, { status: 'succeeded' });
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([
    { amount: 700, type: 'payment', reporting_category: 'charge' },
  ]);
});
