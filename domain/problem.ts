import * as z from 'zod';
import { Difference } from './orders/check-items.ts';
import { OrderId } from './orders/order.ts';

/** What can go wrong with a call, by the last part of its `type`. Stable: callers tell them apart by it. */
export const ProblemName = z.enum([
  'invalid-request',
  'not-found',
  'method-not-allowed',
  'too-large',
  'not-json',
  'cross-site',
  'too-many-requests',
  'order-changed',
  'other-content',
  'order-expired',
  'already-paid',
  'payment-processing',
  'earlier-order-paid',
  'earlier-order-processing',
  'payments-unavailable',
  'bot-check',
  'bot-check-unavailable',
  'live-full',
  'database-unavailable',
  'server-error',
]);
export type ProblemName = z.infer<typeof ProblemName>;

const TYPE_PREFIX = 'urn:problem-type:battenberg:';

export function problemType(name: ProblemName): `${typeof TYPE_PREFIX}${ProblemName}` {
  return `${TYPE_PREFIX}${name}`;
}

/** The problem details with which the API answers whatever went wrong (RFC 9457). */
export const Problem = z.object({
  type: z.templateLiteral([TYPE_PREFIX, ProblemName]),
  title: z.string(),
  status: z.int(),
  /** What happened and what to do, in words for the visitor. */
  detail: z.string(),
  /** For `invalid-request`: what is wrong at which place of the body (a JSON pointer). */
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  /** For `order-changed`: everything that is no longer as the basket has it. */
  differences: z.array(Difference).optional(),
  /** For `earlier-order-paid` and `earlier-order-processing`: the earlier order. */
  order: OrderId.optional(),
});
export type Problem = z.infer<typeof Problem>;
