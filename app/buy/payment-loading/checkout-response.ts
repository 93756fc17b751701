import { isHttpUrl } from '#app/buy/checkout/confirm-order.ts';
import { isDay } from '#domain/calendar/days.ts';
import { isAllergen, isSize } from '#domain/catalogue/catalogue-guards.ts';
import { arrayOf, isInteger, isString, objectOf, oneOf, optional } from '#domain/guard.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';
import type { Problem, PublicClosedReason, PublicDifference } from '#server/api/public-json.ts';

/** The response to an order, as far as the checkout acts on it. */
export type CheckoutResponse =
  | { kind: 'checkout'; url: string }
  | { kind: 'order-changed'; differences: Difference[] }
  | { kind: 'invalid-request'; problems: string[] }
  | { kind: 'other-content' | 'order-expired' }
  | { kind: 'already-paid' | 'payment-processing' }
  | EarlierOrder
  | { kind: 'payments-unavailable' | 'bot-check' | 'too-large' | 'unexpected' }
  | { kind: 'too-many-requests'; wait: string };

/** The order that this one replaces has been paid, or its payment is processing. */
export interface EarlierOrder {
  kind: 'earlier-order-paid' | 'earlier-order-processing';
  order: OrderId;
}

const TYPE_PREFIX = 'urn:problem-type:battenberg:';

const isPlacedOrder = objectOf<{ checkoutUrl: string }>({ checkoutUrl: isHttpUrl });

type OfKind<Kind extends PublicDifference['kind']> = Extract<PublicDifference, { kind: Kind }>;

const differenceGuards = {
  gone: objectOf<OfKind<'gone'>>({ kind: oneOf(['gone']), item: isInteger }),
  price: objectOf<OfKind<'price'>>({ kind: oneOf(['price']), item: isInteger, size: isSize }),
  day: objectOf<OfKind<'day'>>({
    kind: oneOf(['day']),
    item: isInteger,
    reason: oneOf<PublicClosedReason>([
      'too-soon',
      'too-far',
      'sunday',
      'closed-period',
      'forbidden-day',
    ]),
    offered: arrayOf(isDay),
    notice: optional(isString),
    left: optional(isInteger),
  }),
  'no-message': objectOf<OfKind<'no-message'>>({ kind: oneOf(['no-message']), item: isInteger }),
  allergens: objectOf<OfKind<'allergens'>>({
    kind: oneOf(['allergens']),
    item: isInteger,
    allergens: arrayOf(isAllergen),
    contains: optional(arrayOf(isString)),
    mayContain: optional(arrayOf(isString)),
  }),
};

/** Agrees with the schema `PublicDifference`. */
export function isPublicDifference(value: unknown): value is PublicDifference {
  return Object.values(differenceGuards).some((guard) => guard(value));
}

/** The public JSON calls the weekly closed day `sunday`. */
function readDifference(difference: PublicDifference): Difference {
  if (difference.kind !== 'day') return difference;
  const { reason } = difference;
  return { ...difference, reason: reason === 'sunday' ? 'closed-weekday' : reason };
}

/** The part of the schema `Problem` that the checkout reads, with any text as its type. */
interface AnyProblem extends Pick<Problem, 'differences' | 'order'> {
  type: string;
  errors?: { detail: string }[] | undefined;
}

const isProblem = objectOf<AnyProblem>({
  type: isString,
  errors: optional(arrayOf(objectOf<{ detail: string }>({ detail: isString }))),
  differences: optional(arrayOf(isPublicDifference)),
  order: optional(isOrderId),
});

/** The body may be anything: a proxy's error page, a truncated response, a newer server's format. */
export async function readCheckoutResponse(response: Response): Promise<CheckoutResponse> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    return isPlacedOrder(body)
      ? { kind: 'checkout', url: body.checkoutUrl }
      : { kind: 'unexpected' };
  }
  // Proxies send these two statuses as well, without our problem types.
  if (response.status === 429) return { kind: 'too-many-requests', wait: waitText(response) };
  if (isProblem(body) && body.type.startsWith(TYPE_PREFIX)) return readProblem(body);
  return { kind: response.status === 413 ? 'too-large' : 'unexpected' };
}

/** "4 minutes", from `Retry-After`, which may also be a date or missing. */
function waitText({ headers }: Response): string {
  const minutes = Math.ceil(Number(headers.get('Retry-After')) / 60);
  return minutes > 1 ? `${minutes} minutes` : 'a minute';
}

function readProblem({ type, errors = [], differences = [], order }: AnyProblem): CheckoutResponse {
  const name = type.slice(TYPE_PREFIX.length);
  switch (name) {
    case 'order-changed':
      return differences.length > 0
        ? { kind: 'order-changed', differences: differences.map(readDifference) }
        : { kind: 'unexpected' };
    case 'invalid-request':
      return {
        kind: 'invalid-request',
        problems: [...new Set(errors.map(({ detail }) => detail))],
      };
    case 'other-content':
    case 'order-expired':
    case 'already-paid':
    case 'payment-processing':
    case 'payments-unavailable':
    case 'too-large':
      return { kind: name };
    case 'earlier-order-paid':
    case 'earlier-order-processing':
      return order ? { kind: name, order } : { kind: 'unexpected' };
    case 'bot-check':
    case 'bot-check-unavailable':
      // The fallback exchange may give another token.
      return { kind: 'bot-check' };
    default:
      return { kind: 'unexpected' };
  }
}
