import { expect, test } from 'vitest';
import { openPracticeStripe, payForCheckout, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

async function open() {
  const { stripe, service, receiver } = await openPracticeStripe();
  const post = (path: string, body: object = {}) => postPractice(service.origin, path, body);
  const netOf = async (payout: string) => {
    const { data } = await stripe.balanceTransactions.list({ payout, limit: 100 });
    return data.map(({ net, reporting_category }) => [net, reporting_category]);
  };
  const newest = async () => {
    const [payout] = (await stripe.payouts.list()).data;
    if (!payout) throw new Error('There is no payout.');
    return payout;
  };
  return { stripe, service, receiver, post, netOf, newest };
}

test('a payout contains all that no payout contains yet, and adds up', async () => {
  const { stripe, receiver, post, netOf, newest } = await open();
  await expect(post('payouts')).rejects.toThrow('nothing to pay out');
  await payForCheckout(stripe);
  await post('fees', { amount: 200, description: 'Radar (November)' });
  await post('payouts');
  const first = await newest();
  expect(first).toMatchObject({
    amount: 5_496 - 200,
    automatic: true,
    status: 'in_transit',
    reconciliation_status: 'completed',
  });
  expect(await netOf(first.id)).toEqual([
    [200 - 5_496, 'payout'],
    [-200, 'fee'],
    [5_496, 'charge'],
  ]);
  await post(`payouts/${first.id}/settle`, { status: 'paid' });
  await payForCheckout(stripe);
  await post('payouts', { reconciliation: 'later' });
  const second = await newest();
  expect(second).toMatchObject({ amount: 5_496, reconciliation_status: 'in_progress' });
  expect(await netOf(second.id)).toEqual([]);
  await post(`payouts/${second.id}/settle`, { status: 'paid' });
  expect(await netOf(second.id)).toHaveLength(2);
  expect(receiver.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['payout.created', 'payout.paid']),
  );
});

test('takes a negative balance from the bank, and pays out again what the bank returns', async () => {
  const { stripe, service, receiver, post, netOf, newest } = await open();
  const { id } = await payForCheckout(stripe);
  await post('payouts');
  const returned = await newest();
  await post(`payouts/${returned.id}/settle`, { status: 'paid' });
  await post(`sessions/${id}/dispute`);
  await submit(`${service.origin}/practice/payouts`, {});
  expect(await newest()).toMatchObject({ amount: -7_600 });

  await post(`payouts/${returned.id}/settle`, { status: 'failed' });
  expect(receiver.events.at(-1)).toMatchObject({
    type: 'payout.failed',
    data: { object: { id: returned.id, failure_code: 'account_closed' } },
  });
  await expect(post(`payouts/${returned.id}/settle`, { status: 'paid' })).rejects.toThrow(
    'is failed already',
  );
  await post('payouts');
  const again = await newest();
  expect(again).toMatchObject({ amount: 5_496 });
  expect(await netOf(again.id)).toEqual([
    [-5_496, 'payout'],
    [5_496, 'payout_reversal'],
  ]);
  expect(await (await fetch(service.origin)).text()).toContain('Payout of £54.96: in_transit');
});

test('does not say what a payout by hand contains', async () => {
  const { stripe, post, netOf, newest } = await open();
  await payForCheckout(stripe);
  await post('payouts', { amount: 1_000 });
  const byHand = await newest();
  expect(byHand).toMatchObject({ automatic: false, reconciliation_status: 'not_applicable' });
  expect(await netOf(byHand.id)).toEqual([]);
  await post('payouts');
  expect(await newest()).toMatchObject({ amount: 4_496 });
});
