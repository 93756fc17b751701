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
    data.map(({ amount, net, reporting_category, source }) => [
      amount === net && amount,
      reporting_category,
      source,
    ]),
  ).toEqual([
    [5_600, 'dispute_reversal', dispute?.id],
    [-5_600, 'dispute', dispute?.id],
    [1_000, 'refund_failure', refund.id],
    [-1_000, 'refund', refund.id],
    [5_600, 'charge', payment.latest_charge],
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
    { amount: 5_600, reporting_category: 'charge' },
  ]);
});
