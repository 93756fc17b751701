import { expect, test } from 'vitest';
import { NOON } from '#test/samples.ts';
import { createStripePayments } from './payments.ts';

test.each([
  ['sk_live_x', 'https://dashboard.stripe.com/search?query=du_1'],
  ['rk_live_x', 'https://dashboard.stripe.com/search?query=du_1'],
  ['sk_test_x', 'https://dashboard.stripe.com/test/search?query=du_1'],
  ['rk_test_x', 'https://dashboard.stripe.com/test/search?query=du_1'],
])('with the key %s the dashboard is at %s', (secretKey, url) => {
  const payments = createStripePayments(
    {
      secretKey,
      webhookSecret: 'whsec_x',
      origin: 'https://api.stripe.com',
      shopOrigin: 'http://shop.example',
    },
    { now: () => NOON },
  );
  expect(payments.dashboardUrl('du_1')).toBe(url);
});
