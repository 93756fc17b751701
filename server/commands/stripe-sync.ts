import { resolve } from 'node:path';
import { runShopCommand } from './run-command.ts';

// `npm run stripe:sync`: creates a product and a price at Stripe for every size.

await runShopCommand(
  async ({ shop }, env) => {
    const prices = await shop.syncPrices();
    // Without the shop's DATA_DIR or DATABASE_URL this would be another shop's.
    const place = env.DATABASE_URL ? 'PostgreSQL' : resolve(env.DATA_DIR);
    const text = `${prices} prices are active at ${env.stripe.STRIPE_ORIGIN}, for the shop in ${place}.`;
    return { ok: true, text };
  },
  { startsShop: true },
);
