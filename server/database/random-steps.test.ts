import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { can, type OrderId, type OrderState, steps } from '#domain/orders/order.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { at, sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

const LEASE = 4;

/** What may happen to an order. */
type Happening = 'fund' | 'expire' | 'claim' | 'deliver' | 'postpone';
const happenings = fc.array(
  fc.record({
    what: fc.constantFrom<Happening[]>('fund', 'expire', 'claim', 'deliver', 'postpone'),
    /** Seconds since what happened before. */
    after: fc.nat({ max: 5 }),
  }),
  { maxLength: 15 },
);

/** An order and its notification as the domain describes them, with no database. */
class Model {
  state: OrderState = 'placed';
  notification: { attempt: number; due: number } | undefined;

  happens(what: Happening, now: number) {
    const { notification } = this;
    switch (what) {
      case 'fund':
        if (!can('fund', this.state)) return false;
        this.state = steps.fund.to;
        this.notification = { attempt: 0, due: now };
        return true;
      case 'expire':
        if (!can('expire', this.state)) return false;
        this.state = steps.expire.to;
        return true;
      case 'claim':
        if (!notification || notification.due > now) return undefined;
        this.notification = { attempt: notification.attempt + 1, due: now + LEASE };
        return this.notification.attempt;
      case 'deliver':
        if (!can('deliver', this.state)) return undefined;
        this.state = steps.deliver.to;
        this.notification = undefined;
        return undefined;
      case 'postpone':
        if (notification) notification.due = now + LEASE;
        return undefined;
    }
  }
}

async function happens({ orders, outbox }: Database, id: OrderId, what: Happening, now: number) {
  switch (what) {
    case 'fund':
      return orders.fund(id, at(now));
    case 'expire':
      return orders.expire(id);
    case 'claim':
      return (await outbox.claim(at(now), at(now + LEASE), 1))[0]?.attempt;
    case 'deliver':
      return outbox.delivered(id, at(now));
    case 'postpone':
      return outbox.postpone(id, at(now + LEASE), 'no reason');
  }
}

describe.each(bothDatabases)('an order on $name', ({ fresh }) => {
  test('goes through whatever happens as the domain says', async () => {
    const server = await (await fresh()).openTwo();
    await fc.assert(
      fc.asyncProperty(happenings, async (story) => {
        const order = sampleOrder();
        const model = new Model();
        await server(0).orders.add(order);
        let now = 0;
        for (const [n, { what, after }] of story.entries()) {
          now += after;
          expect(await happens(server(n), order.id, what, now)).toBe(model.happens(what, now));
          expect((await server(n).orders.find(order.id))?.state).toBe(model.state);
        }
        // Nothing is left for the next round to claim.
        await server(0).orders.fund(order.id, at(now));
        await server(0).outbox.delivered(order.id, at(now));
      }),
      { numRuns: 60 },
    );
  });
});
