import { vi } from 'vitest';
import { currentAttempt, forgetAttempt } from '#app/buy/basket/order-attempt.ts';
import type { TokenOutcome } from '#app/buy/bot-check/token-store.ts';
import { startCheckout } from '#app/buy/checkout/start-checkout.ts';
import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { asDay } from '#domain/calendar/days.ts';

export const customer = {
  name: 'Ada',
  email: 'ada@example.test',
  phone: '020 7946 0000',
  note: '',
};
export const basket: [BasketItem] = [
  {
    id: 7,
    cake: {
      id: 'berry',
      title: 'Berry Drip Cake',
      img: 'x.jpg',
      category: [],
      allergens: ['Eggs'],
    },
    size: { id: 'berry-8', size: '8', slices: '14–18', price: 6800, api: 'price_1' },
    messageOnCake: 'Happy Birthday',
    selectedDay: asDay('2026-12-12'),
    price: 0,
  },
];
export const checkoutUrl = 'http://localhost:3001/c/pay/1';

/** Stubs `localStorage` with an empty one. */
export function freshStorage(): void {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  forgetAttempt(currentAttempt().orderId);
}

/** Starts a checkout without a server. */
export function start(
  { fetch }: Pick<ReturnType<typeof fakeShop>, 'fetch'>,
  getToken = tokens(),
  items: Basket = basket,
) {
  return startCheckout(customer, items, { fetch, getToken });
}

/** A bot check that returns the first token, and the next one after each rejected token. */
export function tokens(...list: string[]) {
  return async (rejected?: string): Promise<TokenOutcome> => {
    const token = list[rejected === undefined ? 0 : list.indexOf(rejected) + 1];
    return token ? { ok: true, token } : { ok: false, error: 'bot-check-error' };
  };
}

/** A `fetch` that returns these responses in turn and records the requests. */
export function fakeShop(...responses: Response[]) {
  const requests: { call: string; body: unknown }[] = [];
  const tokens: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    tokens.push(new Headers(init?.headers).get('X-Firebase-AppCheck'));
    requests.push({ call: `${init?.method} ${input}`, body });
    const response = responses.shift();
    if (!response) throw new Error('More requests than responses.');
    return response;
  };
  return { fetch, requests, tokens };
}

/** A `fetch` that never answers. Fakes timers, also that of `AbortSignal.timeout`. */
export function silentShop(): typeof globalThis.fetch {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), milliseconds);
    return limit.signal;
  });
  return (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
}

export function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

export function problem(status: number, name: string, members: object = {}): Response {
  const type = `urn:problem-type:battenberg:${name}`;
  return new Response(JSON.stringify({ type, title: name, status, detail: name, ...members }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}
