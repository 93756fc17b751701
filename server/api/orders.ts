import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { CUSTOMER_FIELDS, tooLongText } from '#domain/orders/customer-details.ts';
import { OrderId } from '#domain/orders/order.ts';
import { OrderRequest } from '#domain/orders/order-request.ts';
import { PublicOrder } from '#domain/orders/public-order.ts';
import { emailSchema } from '#domain/orders/text-schemas.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import { confirmOrder } from '#server/orders/checkout.ts';
import { correctEmail } from '#server/orders/contact.ts';
import { placeOrder } from '#server/orders/place.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import type { Shop } from '#server/shop.ts';
import { BOT_CHECK_HEADER, requireBotCheck } from './bot-check.ts';
import { errorResponse, json, sendError, writeErrors } from './problem-details.ts';

const params = z.object({ id: OrderId });
/** Parsed by the shop, so that malformed and unknown ids get the same 404. */
const idParam = z.object({ id: z.string().openapi({ format: 'uuid' }) });
const TOO_MANY_HELD =
  'Too much from your internet connection is waiting for its payment. Please pay for an earlier order, wait until it lapses, or ring us to order more.';
const NO_CHECKOUT =
  'We cannot reach the card checkout just now. Nothing has been charged. Please try again.';
/** For malformed and unknown ids alike. */
export const NO_SUCH_ORDER = 'There is no such order.';
const notFound = errorResponse('No order with this id');

const PlacedOrder = z.object({ id: OrderId, checkoutUrl: z.url() });
const Confirmation = z.object({
  order: PublicOrder,
  checkoutUrl: z.url().nullable(),
  checked: z.boolean(),
});

const place = createRoute({
  method: 'put',
  path: '/orders/{id}',
  summary: 'Place an order under a client-generated id; idempotent',
  security: [{ botCheck: [] }],
  request: {
    params,
    body: { required: true, content: { 'application/json': { schema: OrderRequest } } },
  },
  responses: {
    200: json(PlacedOrder, 'Placed before with the same content; returns its checkout again'),
    201: json(PlacedOrder, 'Placed; it can be paid at the checkout'),
    401: errorResponse('No token of the bot check, or one that is not valid for another order'),
    404: errorResponse('The id is not a UUID'),
    409: errorResponse(
      'Changed since; or the id is another order, or one paid, in payment or expired; or so is `replaces`',
    ),
    422: errorResponse('What is wrong, field by field'),
    503: errorResponse('The card checkout or the bot check cannot be reached; nothing was charged'),
    ...writeErrors,
  },
});

const read = createRoute({
  method: 'get',
  path: '/orders/{id}',
  summary: 'The order and its payment status, without the details of the customer',
  request: { params: idParam },
  responses: { 200: json(PublicOrder, 'The order'), 404: notFound },
});

const confirm = createRoute({
  method: 'post',
  path: '/orders/{id}/confirm',
  summary: 'Check with the payment provider whether the order is paid',
  request: { params: idParam },
  responses: {
    200: json(Confirmation, 'The current order'),
    404: notFound,
    ...writeErrors,
  },
});

/** Trimmed and limited like the address of an order; unlike there, it must be one. */
const EmailCorrection = z.object({
  current: z.string().max(CUSTOMER_FIELDS.email.max),
  corrected: z
    .string()
    .trim()
    .max(CUSTOMER_FIELDS.email.max, tooLongText('email'))
    .pipe(emailSchema('This is not an e-mail address. Please check it.')),
});

const correct = createRoute({
  method: 'post',
  path: '/orders/{id}/email',
  summary: 'Correct the e-mail address of a paid order, once; the confirmation is sent there',
  request: {
    params: idParam,
    body: { required: true, content: { 'application/json': { schema: EmailCorrection } } },
  },
  responses: {
    204: { description: 'Corrected' },
    404: notFound,
    409: errorResponse('Not paid, corrected before, or `current` is not its address'),
    422: errorResponse('What is wrong, field by field'),
    ...writeErrors,
  },
});

export function addOrders(api: OpenAPIHono, shop: Shop, botCheck: BotCheck): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'botCheck', {
    type: 'apiKey',
    in: 'header',
    name: BOT_CHECK_HEADER,
    description: 'A token from the exchange under /v1; valid for a few orders.',
  });

  api.put('/orders/:id', requireBotCheck(shop, botCheck));
  api.openapi(place, async (c) => {
    const { id } = c.req.valid('param');
    const placed = await placeOrder(shop, id, c.req.valid('json'), c.get('caller'));
    if (placed.ok) {
      return c.json({ id, checkoutUrl: placed.checkoutUrl }, placed.created ? 201 : 200);
    }
    switch (placed.reason) {
      case 'too-many-held':
        c.header('Retry-After', String(placed.waitSeconds));
        return sendError(c, 'too-many-requests', TOO_MANY_HELD);
      case 'changed':
        return sendError(c, 'order-changed', 'Please look at what has changed.', {
          differences: placed.differences,
        });
      case 'other-content':
        return sendError(c, 'other-content', 'Please place it again under a new id.');
      case 'expired':
        return sendError(c, 'order-expired', 'Please place it again under a new id.');
      case 'already-paid':
        return sendError(c, 'already-paid', 'There is nothing left to pay.');
      case 'payment-processing':
        return sendError(c, 'payment-processing', 'The bank is still making the payment.');
      case 'earlier-order-paid':
      case 'earlier-order-processing':
        return sendError(c, placed.reason, 'Nothing has been charged for this one.', {
          order: placed.order,
        });
      case 'prices-not-synced':
      case 'payments-unavailable':
        return sendError(c, 'payments-unavailable', NO_CHECKOUT);
    }
  });

  api.openapi(read, async (c) => {
    const order = await readPublicOrder(shop.db, c.req.valid('param').id);
    return order ? c.json(order, 200) : sendError(c, 'not-found', NO_SUCH_ORDER);
  });

  api.openapi(confirm, async (c) => {
    const confirmation = await confirmOrder(shop, c.req.valid('param').id);
    return confirmation ? c.json(confirmation, 200) : sendError(c, 'not-found', NO_SUCH_ORDER);
  });

  api.openapi(correct, async (c) => {
    const corrected = await correctEmail(shop, c.req.valid('param').id, c.req.valid('json'));
    if (corrected) return c.body(null, 204);
    return corrected === undefined
      ? sendError(c, 'not-found', NO_SUCH_ORDER)
      : sendError(c, 'email-not-corrected', 'Please ring us, and we will correct it.');
  });
}
