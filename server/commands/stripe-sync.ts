import { runOnShop } from './run-command.ts';

// `npm run stripe:sync`: gives every size its product and price at Stripe.

await runOnShop(async ({ shop }, env) => {
  const prices = await shop.syncPrices();
  console.log(`${prices} prices stand at ${env.stripe.STRIPE_ORIGIN}.`);
});
