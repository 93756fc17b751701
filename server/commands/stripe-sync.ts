import { runShopCommand } from './run-command.ts';

// `npm run stripe:sync`: creates a product and a price at Stripe for every size.

await runShopCommand(
  async ({ shop }, env) => {
    const prices = await shop.syncPrices();
    return { ok: true, text: `${prices} prices stand at ${env.stripe.STRIPE_ORIGIN}.` };
  },
  { startsShop: true },
);
