import type { Wrong } from './judge.ts';

/** A bug injected into the built shop, which the judge must detect. */
export interface Mutation {
  edits: {
    /** A regular expression with one match in `build/server/index.js`. */
    from: string;
    /** `$&` is the matched text. */
    to: string;
  }[];
  /** The kinds of faults that reveal the bug. */
  only: string;
  found: Wrong;
}

export const mutations: Record<string, Mutation> = {
  'no-idempotency-key': {
    edits: [
      { from: 'idempotencyKey: (?=`)', to: 'idempotencyKey: Math.random() + ' },
      // Otherwise only the first checkout of an order would be attached and shown.
      {
        from: 'attachCheckout\\(shop, order\\.id, checkoutId\\)(?=\\) return url)',
        to: '$& || true',
      },
    ],
    only: 'Stripe delayed',
    found: 'charged twice',
  },
  'delivered-before-sent': {
    edits: [
      {
        from: 'const delivery = await shop\\.mailer\\.send\\(email\\)',
        to: 'await markEmailSent(shop.db, claimed); $&',
      },
    ],
    only: 'e-mail refused|e-mail cut before|mailer.send start',
    found: 'lost',
  },
  'thank-you-page-trusted': {
    edits: [
      {
        from: 'let checked = true;',
        to: '$& await fundOrder(shop, order.id);',
      },
    ],
    only: 'webhook delayed',
    found: 'unpaid shown paid',
  },
};
