import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';

// `npm run stripe:sync`: gives every size its product and price at Stripe.

const env = readEnv(process.env);
const { shop, close } = await compose(env, createLog('warn'));
const prices = await shop.syncPrices();
await close();
console.log(`${prices} prices stand at ${env.stripe.STRIPE_ORIGIN}.`);
