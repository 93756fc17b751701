import { askPayment } from '#app/basket/ask-payment.ts';
import { attemptPlaced, currentAttempt, newAttempt } from '#app/basket/attempt.ts';
import { getToken as getBotCheckToken, TOKEN_HEADER } from '#app/bot-check/bot-check.ts';
import type { Basket } from '#domain/basket/basket.ts';
import type { TokenOutcome } from '#domain/bot-check/errors.ts';
import type { Customer, OrderId } from '#domain/orders/order.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type Change, changesOf } from './apply-changes.ts';

export type Started =
  | { ok: true; checkoutUrl: string }
  | { ok: false; reason: 'changed'; changes: Change[] }
  /** This very order has been paid. */
  | { ok: false; reason: 'already-paid'; orderId: OrderId }
  /** An earlier order that holds some of this basket has been paid. */
  | { ok: false; reason: 'partly-paid'; orderId: OrderId }
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

/** Places the order and gets the address of its card checkout. Safe to repeat. */
export async function startCheckout(
  customer: Customer,
  basket: Basket,
  options: Options = {},
): Promise<Started> {
  const request = orderRequest(customer, basket);
  const orderId = currentAttempt();
  const answer = await place(orderId, request, options);
  switch (answer.kind) {
    case 'other-content':
      return replaceAttempt(orderId, request, basket, options);
    case 'order-expired': {
      const next = newAttempt();
      return outcome(next, await place(next, request, options), basket);
    }
    default:
      return outcome(orderId, answer, basket);
  }
}

/**
 * The basket or the details are no longer those of the order begun before. Before another order is
 * made it is asked whether that one has been paid: its items would be charged a second time.
 */
async function replaceAttempt(
  before: OrderId,
  request: OrderRequest,
  basket: Basket,
  options: Options,
): Promise<Started> {
  const confirmation = await askPayment(before, options);
  if (!confirmation?.checked) return { ok: false, reason: 'payments-unavailable' };
  const { state } = confirmation.order;
  if (state === 'funded' || state === 'paid') {
    return { ok: false, reason: 'partly-paid', orderId: before };
  }
  const next = newAttempt();
  return outcome(next, await place(next, request, options), basket);
}

type Placed = Answer | { kind: 'unreachable' };

/** Without a token it is sent all the same: the shop has the say, and the words for it. */
async function place(orderId: OrderId, request: OrderRequest, options: Options): Promise<Placed> {
  const { getToken = getBotCheckToken } = options;
  const first = await getToken();
  const answer = await send(orderId, request, first, options);
  if (answer.kind !== 'bot-check' || !first.ok) return answer;
  // A token serves so many orders and no more, or the shop's keys have changed: another one will do.
  return send(orderId, request, await getToken(first.token), options);
}

async function send(
  orderId: OrderId,
  request: OrderRequest,
  check: TokenOutcome,
  { signal, fetch = globalThis.fetch }: Options,
): Promise<Placed> {
  try {
    const response = await fetch(`/api/orders/${orderId}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        ...(check.ok && { [TOKEN_HEADER]: check.token }),
      },
      body: JSON.stringify(request),
      ...(signal && { signal }),
    });
    return await readAnswer(response);
  } catch {
    return { kind: 'unreachable' };
  }
}

function outcome(orderId: OrderId, answer: Placed, basket: Basket): Started {
  const itemIds = basket.map(({ id }) => id);
  switch (answer.kind) {
    case 'checkout':
      attemptPlaced(orderId, itemIds);
      return { ok: true, checkoutUrl: answer.url };
    case 'already-paid':
      // Said only of an order with this very content.
      attemptPlaced(orderId, itemIds);
      return { ok: false, reason: 'already-paid', orderId };
    case 'order-changed':
      return { ok: false, reason: 'changed', changes: changesOf(basket, answer.differences) };
    case 'invalid-request':
      return { ok: false, reason: 'invalid-request', problems: answer.problems };
    case 'too-many-requests':
      return { ok: false, reason: 'too-many-requests', wait: answer.wait };
    case 'other-content':
    case 'order-expired':
      // Of an id made a moment ago.
      return { ok: false, reason: 'unexpected' };
    default:
      return { ok: false, reason: answer.kind };
  }
}

function orderRequest({ name, email, phone }: Customer, basket: Basket): OrderRequest {
  return {
    name,
    email,
    phone,
    items: basket.map(({ cake, size, messageOnCake, selectedDay }) => ({
      cakeId: cake.id,
      sizeId: size.id,
      // Put into the basket before its price was known to the provider: the server names the right one.
      api: size.api ?? 'unknown',
      message: messageOnCake,
      day: selectedDay,
      allergens: cake.allergens,
    })),
  };
}
