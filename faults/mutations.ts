import type { Wrong } from './judge.ts';

/** A hole made in the built shop on purpose, which the judge has to find. */
export interface Mutation {
  /** Text of `build/server/index.js`; it has to be there once. */
  from: string;
  to: string;
  /** The kinds of faults that show the hole. */
  only: string;
  found: Wrong;
}

export const mutations: Record<string, Mutation> = {
  'no-idempotency-key': {
    from: 'idempotencyKey: `',
    to: 'idempotencyKey: Math.random() + `',
    only: 'Stripe delayed',
    found: 'charged twice',
  },
  'delivered-before-sent': {
    from: 'const delivery = await send(',
    to: 'await ports.outbox.delivered(orderId, revision); const delivery = await send(',
    only: 'e-mail refused|e-mail cut before|mailer.send start',
    found: 'lost',
  },
  'success-page-believed': {
    from: 'let checked = true;',
    to: 'let checked = true; await ports.orders.fund(id, ports.clock.now());',
    only: 'webhook delayed',
    found: 'unpaid shown paid',
  },
};
