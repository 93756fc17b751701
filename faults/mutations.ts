import type { Wrong } from './judge.ts';

/** A hole made in the built shop on purpose, which the judge has to find. */
export interface Mutation {
  edits: {
    /** Matches in `build/server/index.js` once: a regular expression. */
    from: string;
    /** `$&` is what was there. */
    to: string;
  }[];
  /** The kinds of faults that show the hole. */
  only: string;
  found: Wrong;
}

export const mutations: Record<string, Mutation> = {
  'no-idempotency-key': {
    edits: [
      { from: 'idempotencyKey: (?=`)', to: 'idempotencyKey: Math.random() + ' },
      // Only the first checkout of an order is attached, and only an attached one is shown.
      { from: 'attachCheckout\\(order\\.id, checkoutId\\)(?=\\) return)', to: '$& || true' },
    ],
    only: 'Stripe delayed',
    found: 'charged twice',
  },
  'delivered-before-sent': {
    edits: [
      {
        from: 'const delivery = await send[$\\d]*\\(ports',
        to: 'await ports.outbox.delivered(orderId, revision); $&',
      },
    ],
    only: 'e-mail refused|e-mail cut before|mailer.send start',
    found: 'lost',
  },
  'success-page-believed': {
    edits: [
      {
        from: 'let checked = true;',
        to: '$& await ports.orders.fund(id);',
      },
    ],
    only: 'webhook delayed',
    found: 'unpaid shown paid',
  },
};
