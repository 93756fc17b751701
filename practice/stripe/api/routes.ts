import { Hono } from 'hono';
import type { Account } from '../account.ts';
import { ApiError } from './api-error.ts';
import { createSession } from './create-session.ts';
import { type Endpoint, serveEndpoint } from './endpoint.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { listDisputes } from './list-disputes.ts';
import { listSessions } from './list-sessions.ts';
import { retrievePaymentIntent } from './payment-intents.ts';
import { createPrice, listPrices, retrievePrice, updatePrice } from './prices.ts';
import { createProduct, listProducts, retrieveProduct, updateProduct } from './products.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { expireSession, listSessionLineItems, retrieveSession, updateSession } from './sessions.ts';

/** The part of Stripe's API a shop with a hosted checkout needs, under `/v1`. */
export function apiRoutes(account: Account, keys: IdempotencyKeys): Hono {
  const serve = (endpoint: Endpoint) => serveEndpoint(account, keys, endpoint);

  return new Hono()
    .get('/products', serve(listProducts))
    .post('/products', serve(createProduct))
    .get('/products/:id', serve(retrieveProduct))
    .post('/products/:id', serve(updateProduct))
    .get('/prices', serve(listPrices))
    .post('/prices', serve(createPrice))
    .get('/prices/:id', serve(retrievePrice))
    .post('/prices/:id', serve(updatePrice))
    .get('/checkout/sessions', serve(listSessions))
    .post('/checkout/sessions', serve(createSession))
    .get('/checkout/sessions/:id', serve(retrieveSession))
    .post('/checkout/sessions/:id', serve(updateSession))
    .get('/checkout/sessions/:id/line_items', serve(listSessionLineItems))
    .post('/checkout/sessions/:id/expire', serve(expireSession))
    .get('/payment_intents/:id', serve(retrievePaymentIntent))
    .get('/disputes', serve(listDisputes))
    .get('/refunds', serve(listRefunds))
    .post('/refunds', serve(createRefund))
    .all('*', (context) =>
      serve(() => {
        throw new ApiError(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${context.req.method}: ${context.req.path}).`,
        });
      })(context, async () => {}),
    );
}
