import * as z from 'zod';
import { CheckoutUrl } from '#app/checkout/confirm-order.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { Problem, ProblemName, problemType, readDifference } from '#server/api/public-json.ts';

/** What the shop may answer to an order that is placed. */
export type Answer =
  | { kind: 'checkout'; url: string }
  | { kind: 'order-changed'; differences: Difference[] }
  | { kind: 'invalid-request'; problems: string[] }
  | { kind: 'other-content' | 'order-expired' }
  | { kind: 'already-paid' | 'payment-processing' }
  | EarlierOrder
  | { kind: 'payments-unavailable' | 'bot-check' | 'too-large' | 'unexpected' }
  | { kind: 'too-many-requests'; wait: string };

/** The order that this one was to replace has been paid, or its payment is under way. */
export interface EarlierOrder {
  kind: 'earlier-order-paid' | 'earlier-order-processing';
  order: OrderId;
}

const PlacedOrder = z.object({ checkoutUrl: CheckoutUrl });

/** Anything may come back: a proxy's error page, half an answer, a newer version of the shop. */
export async function readAnswer(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const placed = PlacedOrder.safeParse(body);
    return placed.success
      ? { kind: 'checkout', url: placed.data.checkoutUrl }
      : { kind: 'unexpected' };
  }
  // Said by proxies too, in words of their own.
  if (response.status === 429) return { kind: 'too-many-requests', wait: waitOf(response) };
  const problem = Problem.safeParse(body);
  if (problem.success) return readProblem(problem.data);
  // Too large is also said by proxies, which do not know our problem types.
  return { kind: response.status === 413 ? 'too-large' : 'unexpected' };
}

/** "4 minutes", as `Retry-After` says it; it may also be a date, or missing. */
function waitOf({ headers }: Response): string {
  const minutes = Math.ceil(Number(headers.get('Retry-After')) / 60);
  return minutes > 1 ? `${minutes} minutes` : 'a minute';
}

function readProblem({ type, errors = [], differences = [], order }: Problem): Answer {
  const name = ProblemName.options.find((known) => problemType(known) === type);
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
      // Another token may come from elsewhere, in the slower way.
      return { kind: 'bot-check' };
    default:
      return { kind: 'unexpected' };
  }
}
