import { resolve } from 'node:path';
import { formatPence } from '#domain/money.ts';
import { runShopCommand } from './run-command.ts';

// `npm run stripe:sync`: creates a product and a price at Stripe for every size.

await runShopCommand(
  async ({ shop }, env) => {
    const { prices, left } = await shop.syncPrices();
    // Without the shop's DATA_DIR or DATABASE_URL this would be another shop's.
    const place = env.DATABASE_URL ? 'PostgreSQL' : resolve(env.DATA_DIR);
    const text = `${prices} prices are active at ${env.stripe.STRIPE_ORIGIN}, for the shop in ${place}.`;
    if (left.length === 0) return { ok: true, text };
    const names = left.map(
      ({ name, price, stripePriceId }) => `  ${name}, ${formatPence(price)} (${stripePriceId})`,
    );
    return {
      ok: false,
      text: [
        text,
        'Stripe did not archive these old prices, which are still active there:',
        ...names,
        'Archive them in Stripe’s product catalogue, or run this command again.',
      ].join('\n'),
    };
  },
  { startsShop: true },
);
