import * as z from 'zod';
import { Difference } from '#domain/orders/difference.ts';
import { OrderId } from '#domain/orders/order.ts';

/** By the last part of its `type`, which is stable: callers tell errors apart by it. */
export const apiErrors = {
  'invalid-request': { status: 422, title: 'Something in the request is not right' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'The request is not JSON' },
  'cross-site': { status: 403, title: 'The request comes from another website' },
  'too-many-requests': { status: 429, title: 'That is too much at once' },
  'order-changed': { status: 409, title: 'Something has changed since you filled your basket' },
  'other-content': { status: 409, title: 'This order has been placed with other content' },
  'order-expired': { status: 409, title: 'The time to pay for this order is over' },
  'already-paid': { status: 409, title: 'This order has been paid' },
  'email-not-corrected': { status: 409, title: 'The e-mail address cannot be corrected here' },
  'payment-processing': { status: 409, title: 'The payment of this order is under way' },
  'earlier-order-paid': { status: 409, title: 'The order before this one has been paid' },
  'earlier-order-processing': {
    status: 409,
    title: 'The payment of the order before this one is under way',
  },
  'cannot-wait': { status: 409, title: 'There is nothing to wait for' },
  'cannot-ask': { status: 409, title: 'This cannot be asked for just now' },
  'order-unreadable': { status: 503, title: 'We cannot show this order just now' },
  'payments-unavailable': { status: 503, title: 'The card checkout cannot be reached' },
  'bot-check': { status: 401, title: 'Please show that you are a person' },
  'bot-check-unavailable': { status: 503, title: 'The check for robots cannot be reached' },
  'not-signed-in': { status: 401, title: 'Please sign in' },
  'not-allowed': { status: 403, title: 'This is not for you' },
  'live-full': { status: 503, title: 'Too many listen just now' },
  'database-unavailable': { status: 503, title: 'The shop cannot be reached just now' },
  'server-error': { status: 500, title: 'Something went wrong on our side' },
} as const;
export type ApiErrorName = keyof typeof apiErrors;

const errorNames = Object.keys(apiErrors).filter((name): name is ApiErrorName => name in apiErrors);

const TYPE_PREFIX = 'urn:problem-type:battenberg:';

export function problemType(name: ApiErrorName): `${typeof TYPE_PREFIX}${ApiErrorName}` {
  return `${TYPE_PREFIX}${name}`;
}

/** Problem details (RFC 9457): the body of every error response. */
export const ProblemDetails = z.object({
  type: z.templateLiteral([TYPE_PREFIX, z.enum(errorNames)]),
  title: z.string(),
  status: z.int(),
  /** What happened and what to do, for the visitor. */
  detail: z.string(),
  /** For `invalid-request`: what is wrong at which JSON pointer into the body. */
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  /** For `order-changed`: everything that differs from the basket. */
  differences: z.array(Difference).optional(),
  /** For `earlier-order-paid` and `earlier-order-processing`: the earlier order. */
  order: OrderId.optional(),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;
