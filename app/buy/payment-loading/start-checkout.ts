import { getToken as getBotCheckToken, TOKEN_HEADER } from '#app/buy/bot-check/bot-check.ts';
import type { TokenOutcome } from '#app/buy/bot-check/bot-check-errors.ts';
import {
  currentAttempt,
  forgetAttempt,
  itemsOfAttempt,
  nextAttempt,
  recordAccepted,
} from '#app/buy/checkout/order-attempt.ts';
import { rememberEmail } from '#app/buy/checkout/ordered-email.ts';
import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { shownAllergens } from '#domain/catalogue/allergens.ts';
import type { Customer, OrderId } from '#domain/orders/order.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { type Change, changesOf } from './basket-changes.ts';
import {
  type CheckoutResponse,
  type EarlierOrder,
  readCheckoutResponse,
} from './checkout-response.ts';

export type Started =
  | { ok: true; checkoutUrl: string }
  | { ok: false; reason: 'changed'; changes: Change[] }
  /** The whole basket is in an order that is paid or whose payment is processing. */
  | { ok: false; reason: 'already-paid'; orderId: OrderId }
  /** Part of the basket is. */
  | {
      ok: false;
      reason: 'partly-paid' | 'partly-processing';
      orderId: OrderId;
      items: BasketItem[];
    }
  | { ok: false; reason: 'invalid-request'; problems: string[] }
  | { ok: false; reason: 'too-many-requests'; wait: string }
  | {
      ok: false;
      reason: 'payments-unavailable' | 'bot-check' | 'too-large' | 'unreachable' | 'unexpected';
    };

interface Options {
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
  getToken?: typeof getBotCheckToken;
}

/** Several tabs need more than one: each may find that another has started the next attempt. */
const MOST_ATTEMPTS = 4;
/** Longer than an order takes while the payment provider is slow. A lost connection need not fail by itself. */
const MAX_ANSWER_MS = 60_000;

/** Places the order and returns the URL of its card checkout. Idempotent. */
export async function startCheckout(
  customer: Customer,
  basket: Basket,
  options: Options = {},
): Promise<Started> {
  let attempt = currentAttempt();
  for (let made = 0; made < MOST_ATTEMPTS; made += 1) {
    const { orderId, replaces } = attempt;
    const answer = await place(orderId, orderRequest(customer, basket, replaces), options);
    switch (answer.kind) {
      case 'other-content':
      case 'order-expired':
        attempt = nextAttempt(orderId);
        break;
      case 'earlier-order-paid':
      case 'earlier-order-processing':
        if (heldBy(answer.order, basket).length > 0) return outcome(orderId, answer, basket);
        // That order has other items, so this one need not replace it.
        forgetAttempt(answer.order);
        // Another tab has replaced that order; the paid order is at the end of the chain.
        if (replaces) forgetAttempt(replaces);
        attempt = currentAttempt();
        break;
      default:
        if (answer.kind === 'checkout') rememberEmail({ orderId, email: customer.email });
        return outcome(orderId, answer, basket);
    }
  }
  return { ok: false, reason: 'unexpected' };
}

/** The basket items that are in a previous order. */
function heldBy(orderId: OrderId, basket: Basket): BasketItem[] {
  const itemIds = itemsOfAttempt(orderId);
  return basket.filter(({ id }) => itemIds.includes(id));
}

type Placed = CheckoutResponse | { kind: 'unreachable' };

/** Sends the order without a token too: the server decides, and explains a rejection. */
async function place(orderId: OrderId, request: OrderRequest, options: Options): Promise<Placed> {
  const { getToken = getBotCheckToken } = options;
  const first = await getToken();
  const answer = await send(orderId, request, first, options);
  if (answer.kind !== 'bot-check' || !first.ok) return answer;
  // The token's order limit is reached or the server's keys have changed: retries with a new token.
  return send(orderId, request, await getToken(first.token), options);
}

async function send(
  orderId: OrderId,
  request: OrderRequest,
  check: TokenOutcome,
  { signal, fetch = globalThis.fetch }: Options,
): Promise<Placed> {
  try {
    signal?.throwIfAborted();
    const response = await fetch(`/api/orders/${orderId}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        ...(check.ok && { [TOKEN_HEADER]: check.token }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    const answer = await readCheckoutResponse(response);
    signal?.throwIfAborted();
    return answer;
  } catch {
    return { kind: 'unreachable' };
  }
}

/** A response after which no further attempt is needed. */
type Final = Exclude<Placed, { kind: 'other-content' | 'order-expired' }>;

function outcome(orderId: OrderId, answer: Final, basket: Basket): Started {
  const itemIds = basket.map(({ id }) => id);
  switch (answer.kind) {
    case 'checkout':
      recordAccepted(orderId, itemIds);
      return { ok: true, checkoutUrl: answer.url };
    case 'already-paid':
    case 'payment-processing':
      // The server sends this only for an order with the same content.
      recordAccepted(orderId, itemIds);
      return { ok: false, reason: 'already-paid', orderId };
    case 'order-changed':
      return { ok: false, reason: 'changed', changes: changesOf(basket, answer.differences) };
    case 'invalid-request':
      return { ok: false, reason: 'invalid-request', problems: answer.problems };
    case 'too-many-requests':
      return { ok: false, reason: 'too-many-requests', wait: answer.wait };
    case 'earlier-order-paid':
    case 'earlier-order-processing':
      return partly(answer, basket);
    default:
      return { ok: false, reason: answer.kind };
  }
}

function partly({ kind, order: orderId }: EarlierOrder, basket: Basket): Started {
  const items = heldBy(orderId, basket);
  if (items.length === basket.length) return { ok: false, reason: 'already-paid', orderId };
  const reason = kind === 'earlier-order-paid' ? 'partly-paid' : 'partly-processing';
  return { ok: false, reason, orderId, items };
}

function orderRequest(
  { name, email, phone }: Customer,
  basket: Basket,
  replaces: OrderId | undefined,
): OrderRequest {
  return {
    name,
    email,
    phone,
    items: basket.map(({ cake, size, messageOnCake, selectedDay }) => ({
      cakeId: cake.id,
      sizeId: size.id,
      // The item was added before the price was synced: the server returns the current price.
      api: size.api ?? 'unknown',
      message: messageOnCake,
      day: selectedDay,
      allergens: [...shownAllergens(cake)],
      ...(cake.mayContain && { mayContain: cake.mayContain }),
    })),
    ...(replaces && { replaces }),
  };
}
