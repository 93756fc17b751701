import * as z from 'zod';
import { type ProblemName, problemType } from '#server/api/public-json.ts';
import type { Wanted } from './menu.ts';
import type { Random } from './random.ts';

/** What a shopper's browser learns. `lost`: there was no answer, or one that cannot be read. */
export type PlaceAnswer =
  | { kind: 'checkout'; url: string }
  | { kind: 'problem'; name: string; order: string | undefined }
  | { kind: 'lost' };

export interface OrderBody {
  name: string;
  email: string;
  phone: string;
  items: Wanted[];
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
/** What a proxy or a starting server answers is as good as no answer. */
const ANSWERED = [200, 201, 401, 404, 409, 422];
const PATIENCE_MS = 8_000;

interface ShopClientSettings {
  origins: string[];
  random: Random;
  nextToken(): Promise<string>;
}

/** The calls of the shop's pages, each to any of the servers. */
export function createShopClient({ origins, random, nextToken }: ShopClientSettings) {
  async function call(path: string, init: RequestInit, patienceMs = PATIENCE_MS) {
    try {
      const response = await fetch(`${random.pick(origins)}${path}`, {
        ...init,
        signal: AbortSignal.timeout(patienceMs),
      });
      const body: unknown = await response.json();
      return ANSWERED.includes(response.status) ? { status: response.status, body } : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async place(id: string, body: OrderBody, patienceMs?: number): Promise<PlaceAnswer> {
      const answer = await call(
        `/api/orders/${id}`,
        {
          method: 'PUT',
          headers: {
            'Content-Type': 'application/json',
            'X-Firebase-AppCheck': await nextToken(),
          },
          body: JSON.stringify(body),
        },
        patienceMs,
      );
      if (!answer) return { kind: 'lost' };
      const checkout = Checkout.safeParse(answer.body);
      if (checkout.success) return { kind: 'checkout', url: checkout.data.checkoutUrl };
      const { type, order } = Problem.parse(answer.body);
      return { kind: 'problem', name: nameOf(type), order };
    },

    /** What the success page asks. @returns `unknown` when there is no such order. */
    async confirm(id: string): Promise<SeenOrder | 'unknown' | undefined> {
      const answer = await call(`/api/orders/${id}/confirm`, { method: 'POST' });
      if (answer?.status === 404) return 'unknown';
      return answer && Confirmation.parse(answer.body).order;
    },

    async read(id: string): Promise<SeenOrder | 'unknown' | undefined> {
      const answer = await call(`/api/orders/${id}`, {});
      if (answer?.status === 404) return 'unknown';
      return answer && Order.parse(answer.body);
    },
  };
}

function nameOf(type: string): string {
  const prefix = problemType('not-found' satisfies ProblemName).replace('not-found', '');
  return type.replace(prefix, '');
}
