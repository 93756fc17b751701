import { Hono } from 'hono';
import type { Account } from '../account.ts';
import { listDisputes } from '../resources/disputes.ts';
import { listBalanceTransactions, retrievePaymentIntent } from '../resources/payments.ts';
import { listPayouts } from '../resources/payouts.ts';
import {
  createPrice,
  listPrices,
  retrievePrice,
  updatePrice,
  updateProduct,
} from '../resources/prices.ts';
import { createRefund, listRefunds } from '../resources/refunds.ts';
import {
  createSession,
  expireSessionByRequest,
  listSessions,
  retrieveSession,
  updateSession,
} from '../resources/sessions.ts';
import { serveEndpoint } from './endpoint.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { ApiError, type Endpoint } from './protocol.ts';

/** The part of Stripe's API that the shop and its tests call, under `/v1`. */
export function apiRoutes(account: Account, keys: IdempotencyKeys): Hono {
  const serve = (endpoint: Endpoint) => serveEndpoint(account, keys, endpoint);

  return new Hono()
    .post('/products/:id', serve(updateProduct))
    .get('/prices', serve(listPrices))
    .post('/prices', serve(createPrice))
    .get('/prices/:id', serve(retrievePrice))
    .post('/prices/:id', serve(updatePrice))
    .get('/checkout/sessions', serve(listSessions))
    .post('/checkout/sessions', serve(createSession))
    .get('/checkout/sessions/:id', serve(retrieveSession))
    .post('/checkout/sessions/:id', serve(updateSession))
    .post('/checkout/sessions/:id/expire', serve(expireSessionByRequest))
    .get('/payment_intents/:id', serve(retrievePaymentIntent))
    .get('/balance_transactions', serve(listBalanceTransactions))
    .get('/payouts', serve(listPayouts))
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
