import * as z from 'zod';
import { type ProblemName, problemType } from '#server/api/public-json.ts';
import type { Random } from './random.ts';

/** The result of a `PUT`. `lost`: no response, or one that cannot be read. */
export type PlaceResult =
  | { kind: 'checkout'; url: string }
  | { kind: 'problem'; name: string; order: string | undefined }
  | { kind: 'lost' };

export interface BasketItem {
  cakeId: string;
  sizeId: string;
  api: string;
  message: string;
  day: string;
  allergens: string[];
}

export interface OrderBody {
  name: string;
  email: string;
  phone: string;
  items: BasketItem[];
  replaces?: string;
}

export interface SeenOrder {
  state: string;
  paid: boolean;
}

const Checkout = z.object({ checkoutUrl: z.url() });
const Problem = z.object({ type: z.string(), order: z.string().optional() });
const Order = z.object({ state: z.string(), paid: z.boolean() });
const Confirmation = z.object({ order: Order });
/** Other statuses come from a proxy or a starting server and count as no response. */
const SHOP_STATUSES = [200, 201, 401, 404, 409, 422];
const TIMEOUT_MS = 8_000;

interface ShopClientSettings {
  origins: string[];
  random: Random;
  nextToken(): Promise<string>;
}

/** The API calls of the shop's pages, each to a random server. */
export function createShopClient({ origins, random, nextToken }: ShopClientSettings) {
  async function call(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS) {
    try {
      const response = await fetch(`${random.pick(origins)}${path}`, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body: unknown = await response.json();
      return SHOP_STATUSES.includes(response.status)
        ? { status: response.status, body }
        : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async place(id: string, body: OrderBody, timeoutMs?: number): Promise<PlaceResult> {
      const response = await call(
        `/api/orders/${id}`,
        {
          method: 'PUT',
          headers: {
            'Content-Type': 'application/json',
            'X-Firebase-AppCheck': await nextToken(),
          },
          body: JSON.stringify(body),
        },
        timeoutMs,
      );
      if (!response) return { kind: 'lost' };
      const checkout = Checkout.safeParse(response.body);
      if (checkout.success) return { kind: 'checkout', url: checkout.data.checkoutUrl };
      const { type, order } = Problem.parse(response.body);
      return { kind: 'problem', name: nameOf(type), order };
    },

    /** The call of the thank-you page. @returns `unknown` for an unknown order. */
    async confirm(id: string): Promise<SeenOrder | 'unknown' | undefined> {
      const response = await call(`/api/orders/${id}/confirm`, { method: 'POST' });
      if (response?.status === 404) return 'unknown';
      return response && Confirmation.parse(response.body).order;
    },

    async read(id: string): Promise<SeenOrder | 'unknown' | undefined> {
      const response = await call(`/api/orders/${id}`, {});
      if (response?.status === 404) return 'unknown';
      return response && Order.parse(response.body);
    },
  };
}

function nameOf(type: string): string {
  const prefix = problemType('not-found' satisfies ProblemName).replace('not-found', '');
  return type.replace(prefix, '');
}
