import { forgetOffer, heldOffer } from '#app/buy/basket/held-offer.ts';
import {
  currentAttempt,
  forgetAttempt,
  itemsOfAttempt,
  nextAttempt,
  recordAccepted,
} from '#app/buy/basket/order-attempt.ts';
import type { getToken } from '#app/buy/bot-check/bot-check.ts';
import { sendWithToken } from '#app/buy/bot-check/send-with-token.ts';
import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { arrayOf, isString, matching, objectOf, optional } from '#domain/guard.ts';
import type { CustomerDetails } from '#domain/orders/customer-details.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { ProblemDetails } from '#server/api/public-json.ts';
import { type Change, changesOf, isDifference } from './basket-changes.ts';
import { isHttpUrl } from './confirm-order.ts';
import { asSent, keepSent } from './kept-details.ts';
import { linkTokenFor } from './kept-links.ts';
import { requestedItems } from './requested-items.ts';

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
  getToken?: typeof getToken;
}

/** Several tabs need more than one: each may find that another has started the next attempt. */
const MOST_ATTEMPTS = 4;
/** Longer than an order takes while the payment provider is slow. A lost connection need not fail by itself. */
const MAX_ANSWER_MS = 60_000;
const UNEXPECTED = { ok: false, reason: 'unexpected' } as const;

/** Places the order and returns the URL of its card checkout. Idempotent. */
export async function startCheckout(
  details: CustomerDetails,
  basket: Basket,
  options: Options = {},
): Promise<Started> {
  for (let made = 0; made < MOST_ATTEMPTS; made += 1) {
    const { orderId, replaces } = currentAttempt();
    const answer = await place(orderId, orderRequest(orderId, details, basket, replaces), options);
    if (answer.problem === 'other-content' || answer.problem === 'order-expired') {
      nextAttempt(orderId);
    } else if (answer.order && heldBy(answer.order, basket).length === 0) {
      // That order has other items, so this one need not replace it.
      forgetAttempt(answer.order);
      // Another tab has replaced that order; the paid order is at the end of the chain.
      if (replaces) forgetAttempt(replaces);
    } else {
      if (!answer.problem) keepSent(asSent(orderId, details, basket));
      return outcome(orderId, answer, basket);
    }
  }
  return UNEXPECTED;
}

/** The basket items that are in a previous order. */
function heldBy(orderId: OrderId, basket: Basket): BasketItem[] {
  const itemIds = itemsOfAttempt(orderId);
  return basket.filter(({ id }) => itemIds.includes(id));
}

/** An answer after which no further attempt is needed. */
function outcome(orderId: OrderId, answer: Answer, basket: Basket): Started {
  const offer = heldOffer();
  switch (answer.problem) {
    case undefined:
      recordAccepted(orderId, basket);
      if (offer && basket.some(({ selectedDay }) => selectedDay === offer.day))
        forgetOffer(offer.token);
      return { ok: true, checkoutUrl: answer.checkoutUrl };
    case 'already-paid':
    case 'payment-processing':
      // The server sends this only for an order with the same content.
      recordAccepted(orderId, basket);
      return { ok: false, reason: 'already-paid', orderId };
    case 'earlier-order-paid':
    case 'earlier-order-processing':
      return answer.order ? partly(answer.problem, answer.order, basket) : UNEXPECTED;
    case 'order-changed': {
      const changes = changesOf(basket, answer.differences ?? []);
      return changes.length > 0 ? { ok: false, reason: 'changed', changes } : UNEXPECTED;
    }
    case 'invalid-request': {
      const details = answer.errors?.map(({ detail }) => detail);
      return { ok: false, reason: 'invalid-request', problems: [...new Set(details)] };
    }
    case 'too-many-requests':
      return { ok: false, reason: 'too-many-requests', wait: answer.wait ?? '' };
    case 'bot-check-unavailable':
      return { ok: false, reason: 'bot-check' };
    case 'bot-check':
    case 'payments-unavailable':
    case 'too-large':
    case 'unreachable':
      return { ok: false, reason: answer.problem };
    default:
      return UNEXPECTED;
  }
}

function partly(problem: string, orderId: OrderId, basket: Basket): Started {
  const items = heldBy(orderId, basket);
  if (items.length === basket.length) return { ok: false, reason: 'already-paid', orderId };
  const reason = problem === 'earlier-order-paid' ? 'partly-paid' : 'partly-processing';
  return { ok: false, reason, orderId, items };
}

function place(
  orderId: OrderId,
  request: OrderRequest,
  { getToken, ...options }: Options,
): Promise<Answer> {
  return sendWithToken(
    (header) => send(orderId, request, header, options),
    // The fallback exchange may give another token.
    ({ problem }) => problem === 'bot-check' || problem === 'bot-check-unavailable',
    getToken,
  );
}

async function send(
  orderId: OrderId,
  request: OrderRequest,
  tokenHeader: Record<string, string>,
  { signal, fetch = globalThis.fetch }: Options,
): Promise<Answer> {
  try {
    signal?.throwIfAborted();
    const response = await fetch(`/api/orders/${orderId}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...tokenHeader },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    const answer = await readAnswer(response);
    signal?.throwIfAborted();
    return answer;
  } catch {
    return { problem: 'unreachable' };
  }
}

type Answer = PlacedOrder | Rejection;

interface PlacedOrder {
  checkoutUrl: string;
  problem?: undefined;
  order?: undefined;
}

/** The members of the schema `ProblemDetails` that the checkout reads. */
interface Rejection extends Pick<ProblemDetails, 'differences' | 'order'> {
  /** The name of its type. */
  problem: string;
  errors?: { detail: string }[] | undefined;
  wait?: string;
}

const isPlacedOrder = objectOf<{ checkoutUrl: string }>({ checkoutUrl: isHttpUrl });

const isProblem = objectOf<Omit<Rejection, 'problem' | 'wait'> & { type: string }>({
  type: matching(/^urn:problem-type:battenberg:/),
  errors: optional(arrayOf(objectOf<{ detail: string }>({ detail: isString }))),
  differences: optional(arrayOf(isDifference)),
  order: optional(isOrderId),
});

/** The body may be anything: a proxy's error page, a truncated response, a newer server's format. */
async function readAnswer(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return isPlacedOrder(body) ? body : { problem: 'unexpected' };
  // Proxies send these two statuses as well, without our problem types.
  if (response.status === 429) return { problem: 'too-many-requests', wait: waitText(response) };
  if (isProblem(body)) return { ...body, problem: body.type.replace(/.*:/, '') };
  return { problem: response.status === 413 ? 'too-large' : 'unexpected' };
}

/** "4 minutes", from `Retry-After`, which may also be a date or missing. */
function waitText({ headers }: Response): string {
  const minutes = Math.ceil(Number(headers.get('Retry-After')) / 60);
  return minutes > 1 ? `${minutes} minutes` : 'a minute';
}

function orderRequest(
  orderId: OrderId,
  { name, email, phone, note }: CustomerDetails,
  basket: Basket,
  replaces: OrderId | undefined,
): OrderRequest {
  const offer = heldOffer();
  return {
    name,
    email,
    phone,
    note,
    items: requestedItems(basket),
    ...(replaces && { replaces }),
    ...(offer && { offer: offer.token }),
    linkToken: linkTokenFor(
      orderId,
      basket.map(({ selectedDay }) => selectedDay),
    ),
  };
}
