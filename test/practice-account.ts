import { onTestFinished } from 'vitest';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { postPractice } from '../harness/practice-services.ts';
import { sdkFor } from './practice-stripe.ts';
import { practicePayments } from './shop-on.ts';

/** An empty account at a practice Stripe, as the shop and as Stripe's own library see it. */
export async function openPracticeAccount() {
  const practice = await startPracticeStripe({ port: 0, publicHost: '127.0.0.1' });
  onTestFinished(() => practice.close());
  const payments = practicePayments(practice.origin);
  const account = sdkFor(practice.port);
  const active = async () =>
    (
      await account.prices.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 1000 })
    ).map(({ id, lookup_key, unit_amount, currency }) => ({
      id,
      lookup_key,
      unit_amount,
      currency,
    }));
  const set = (settings: object) => postPractice(practice.origin, 'settings', settings);
  return { payments, account, active, set };
}
