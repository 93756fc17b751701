import * as z from 'zod';
import { parseJson } from '#domain/guard.ts';
import { type ApiErrorName, problemType } from '#server/api/public-json.ts';

/**
 * The result of a `PUT`. `unserved`: the shop, a proxy or a starting server answers that it cannot serve it
 * now. `lost`: no response, or one that cannot be read.
 */
export type PlaceResult =
  | { kind: 'checkout'; url: string }
  | { kind: 'problem'; name: string; body: unknown }
  | { kind: 'unserved'; status: number; name: string | undefined }
  | { kind: 'lost' };

export interface BasketItem {
  cakeId: string;
  sizeId: string;
  api: string;
  options?: { group: string; choice: string; text?: string; api: string | null }[];
  message: string;
  day: string;
  time?: string;
  allergens: string[];
  mayContain?: string[];
}

export interface OrderBody {
  name: string;
  email: string;
  phone: string;
  items: BasketItem[];
  replaces?: string;
  /** The token of a place that the waiting list has offered. */
  offer?: string;
}

export interface SeenOrder {
  state: string;
  paid: boolean;
}

const Checkout = z.object({ checkoutUrl: z.url() });
const Problem = z.object({ type: z.string() });
const Order = z.object({ state: z.string(), paid: z.boolean() });
const Confirmation = z.object({ order: Order });
/** The shop has served the request, or rejected it. */
const SERVED = [200, 201, 401, 404, 409, 422];
const NOT_FOUND = 404;
const TIMEOUT_MS = 8_000;

interface ShopClientSettings {
  /** Of the server that gets the next call. */
  origin(): string;
  nextToken(): Promise<string>;
}

interface PlaceOptions {
  timeoutMs?: number | undefined;
  /** The visitor's address: orders of one address wait for one another. */
  caller?: string;
}

/** The API calls of the shop's pages. */
export function createShopClient({ origin, nextToken }: ShopClientSettings) {
  /** @returns undefined without a response; `body` is undefined if it is no JSON. */
  async function call(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS) {
    try {
      const response = await fetch(`${origin()}${path}`, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, body: parseJson(await response.text()) };
    } catch {
      return undefined;
    }
  }

  async function see(path: string, init: RequestInit): Promise<{ body: unknown } | string> {
    const response = await call(path, init);
    if (!response) return 'no response';
    const { status, body } = response;
    return SERVED.includes(status) && status !== NOT_FOUND ? { body } : `${status}`;
  }

  return {
    async place(
      id: string,
      body: OrderBody,
      { timeoutMs, caller }: PlaceOptions = {},
    ): Promise<PlaceResult> {
      const response = await call(
        `/api/orders/${id}`,
        {
          method: 'PUT',
          headers: {
            'Content-Type': 'application/json',
            'X-Firebase-AppCheck': await nextToken(),
            ...(caller !== undefined && { 'X-Forwarded-For': caller }),
          },
          body: JSON.stringify(body),
        },
        timeoutMs,
      );
      if (!response) return { kind: 'lost' };
      const { status } = response;
      if (!SERVED.includes(status)) {
        const problem = Problem.safeParse(response.body).data;
        return { kind: 'unserved', status, name: problem && nameOf(problem.type) };
      }
      if (response.body === undefined) return { kind: 'lost' };
      const checkout = Checkout.safeParse(response.body);
      if (checkout.success) return { kind: 'checkout', url: checkout.data.checkoutUrl };
      const { type } = Problem.parse(response.body);
      return { kind: 'problem', name: nameOf(type), body: response.body };
    },

    /** Asks for a place on a full day. @returns whether the customer is on the list. */
    async wait(id: string, { day, items }: Pick<OrderBody, 'items'> & { day: string }) {
      const response = await call(`/api/waiting-list/${id}`, {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/json',
          'X-Firebase-AppCheck': await nextToken(),
        },
        body: JSON.stringify({
          day,
          items: items.map(({ cakeId, sizeId }) => ({ cakeId, sizeId })),
          email: `${id}@example.org`,
        }),
      });
      return response?.status === 200 || response?.status === 201;
    },

    /** The call of the thank-you page. @returns a text when no order is shown. */
    async confirm(id: string): Promise<SeenOrder | string> {
      const seen = await see(`/api/orders/${id}/confirm`, { method: 'POST' });
      return typeof seen === 'string' ? seen : Confirmation.parse(seen.body).order;
    },

    /** @returns a text when no order is shown. */
    async read(id: string): Promise<SeenOrder | string> {
      const seen = await see(`/api/orders/${id}`, {});
      return typeof seen === 'string' ? seen : Order.parse(seen.body);
    },
  };
}

function nameOf(type: string): string {
  const prefix = problemType('not-found' satisfies ApiErrorName).replace('not-found', '');
  return type.replace(prefix, '');
}
