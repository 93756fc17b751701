import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import type { ClosedReason } from '#domain/calendar/rules.ts';
import { Allergen, Size } from '#domain/catalogue/catalogue.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import { OrderId } from '#domain/orders/order.ts';

/** The last part of a problem's `type`. Stable: callers tell problems apart by it. */
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
  'email-not-corrected',
  'payment-processing',
  'earlier-order-paid',
  'earlier-order-processing',
  'order-unreadable',
  'payments-unavailable',
  'bot-check',
  'bot-check-unavailable',
  'live-full',
  'not-signed-in',
  'not-allowed',
  'database-unavailable',
  'server-error',
]);
export type ProblemName = z.infer<typeof ProblemName>;

const TYPE_PREFIX = 'urn:problem-type:battenberg:';

export function problemType(name: ProblemName): `${typeof TYPE_PREFIX}${ProblemName}` {
  return `${TYPE_PREFIX}${name}`;
}

/** As `ClosedReason`, except that the API has always called the weekly closed day `sunday`. */
export const PublicClosedReason = z.enum([
  'too-soon',
  'too-far',
  'sunday',
  'closed-period',
  'forbidden-day',
]);
export type PublicClosedReason = z.infer<typeof PublicClosedReason>;

export function publicReason(reason: ClosedReason): PublicClosedReason {
  return reason === 'closed-weekday' ? 'sunday' : reason;
}

/** As `Difference`. */
export const PublicDifference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gone'), item: z.int() }),
  z.object({ kind: z.literal('price'), item: z.int(), size: Size }),
  z.object({
    kind: z.literal('day'),
    item: z.int(),
    reason: PublicClosedReason,
    offered: z.array(Day),
    /** What the cake's own lead time says, if it has one. */
    notice: z.string().optional(),
    /** If the day is full: what is left of it, in points of sizes. */
    left: z.int().optional(),
  }),
  z.object({ kind: z.literal('no-message'), item: z.int() }),
  z.object({
    kind: z.literal('allergens'),
    item: z.int(),
    allergens: z.array(Allergen),
    /** The precise ones, if the cafe has named them. */
    contains: z.array(z.string()).optional(),
    mayContain: z.array(z.string()).optional(),
  }),
]);
export type PublicDifference = z.infer<typeof PublicDifference>;

export function publicDifference(difference: Difference): PublicDifference {
  if (difference.kind !== 'day') return difference;
  return { ...difference, reason: publicReason(difference.reason) };
}

/** Problem details (RFC 9457): the body of every error response. */
export const Problem = z.object({
  type: z.templateLiteral([TYPE_PREFIX, ProblemName]),
  title: z.string(),
  status: z.int(),
  /** What happened and what to do, for the visitor. */
  detail: z.string(),
  /** For `invalid-request`: what is wrong at which JSON pointer into the body. */
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  /** For `order-changed`: everything that differs from the basket. */
  differences: z.array(PublicDifference).optional(),
  /** For `earlier-order-paid` and `earlier-order-processing`: the earlier order. */
  order: OrderId.optional(),
});
export type Problem = z.infer<typeof Problem>;
