import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canTransition, type OrderState, transitions } from '#domain/orders/order.ts';
import type { Notification } from '#domain/orders/order-ports.ts';
import { bothDatabases, type Place } from '#test/both-databases.ts';
import { claimOf, letPass } from '#test/outbox-time.ts';
import { sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

const LEASE_SECONDS = 400;
const PAUSE_SECONDS = 300;
/** Apart from the lease and the pause by more than a slow test takes. */
const PASSES = [150, 250, 850];

const names = ['fund', 'expire', 'claim', 'deliver', 'postpone', 'rearm', 'pass'] as const;
const happenings = fc.array(
  fc.record({
    what: fc.constantFrom(...names),
    server: fc.nat({ max: 1 }),
    /** Which of the claims so far, newest first: its server may report late and more than once. */
    claim: fc.nat({ max: 2 }),
    seconds: fc.constantFrom(...PASSES),
  }),
  { maxLength: 25 },
);
type Happening = typeof happenings extends fc.Arbitrary<(infer Each)[]> ? Each : never;

/** An order and its notification as the domain describes them, with no database. */
class Model {
  state: OrderState = 'placed';
  notification: (Notification & { due: number; delivered: boolean }) | undefined;
  now = 0;

  fund(): boolean {
    if (!canTransition('fund', this.state)) return false;
    this.state = transitions.fund.to;
    const [orderId, lastReason] = ['', null];
    const unsent = { orderId, lastReason, revision: 0, attempt: 0, delivered: false };
    this.notification = { ...unsent, due: this.now };
    return true;
  }

  expire(): boolean {
    if (!canTransition('expire', this.state)) return false;
    this.state = transitions.expire.to;
    return true;
  }

  claim(): { revision: number; attempt: number } | undefined {
    const waiting = this.notification;
    if (!waiting || waiting.delivered || waiting.due > this.now) return undefined;
    waiting.attempt += 1;
    waiting.due = this.now + LEASE_SECONDS;
    return { revision: waiting.revision, attempt: waiting.attempt };
  }

  deliver({ revision }: Notification): void {
    if (canTransition('deliver', this.state)) this.state = transitions.deliver.to;
    if (this.notification?.revision === revision) this.notification.delivered = true;
  }

  postpone({ revision, attempt }: Notification): void {
    const waiting = this.notification;
    if (waiting?.revision !== revision || waiting.attempt !== attempt || waiting.delivered) return;
    waiting.due = this.now + PAUSE_SECONDS;
  }

  rearm(): void {
    const { notification } = this;
    if (!notification) return;
    notification.revision += 1;
    Object.assign(notification, { attempt: 0, due: this.now, delivered: false });
  }
}

/** The same story in the database and in the model, which must agree after each step. */
async function tell(place: Place, server: (turn: number) => Database, story: Happening[]) {
  const order = sampleOrder();
  const model = new Model();
  const claims: Notification[] = [];
  const deliveries = new Set<number>();
  await server(0).orders.add(order);
  for (const { what, server: turn, claim, seconds } of story) {
    const { orders, outbox } = server(turn);
    const claimed = claims[claim];
    if (what === 'fund') expect(await orders.fund(order.id)).toBe(model.fund());
    if (what === 'expire') expect(await orders.expire(order.id)).toBe(model.expire());
    if (what === 'claim') {
      const expected = model.claim();
      const [given] = await outbox.claim(claimOf(1, { leaseSeconds: LEASE_SECONDS }));
      expect(given && { revision: given.revision, attempt: given.attempt }).toEqual(expected);
      if (given) {
        // No revision whose delivery is recorded is sent again.
        expect(deliveries).not.toContain(given.revision);
        claims.unshift(given);
      }
    }
    if (what === 'deliver' && claimed) {
      await outbox.delivered(order.id, claimed.revision);
      model.deliver(claimed);
      deliveries.add(claimed.revision);
    }
    if (what === 'postpone' && claimed) {
      await outbox.postpone(claimed, PAUSE_SECONDS, 'status 429');
      model.postpone(claimed);
    }
    if (what === 'rearm') {
      await outbox.requeue(order.id);
      model.rearm();
    }
    if (what === 'pass') {
      await letPass(place, seconds);
      model.now += seconds;
    }
    expect((await orders.find(order.id))?.state).toBe(model.state);
  }
  await endsDelivered(place, server(0), order.id, model);
}

/** Nothing is lost: what has not been delivered is claimed in the end, at its latest revision. */
async function endsDelivered(
  place: Place,
  { orders, outbox }: Database,
  id: string,
  { notification }: Model,
): Promise<void> {
  await letPass(place, 10_000);
  const waiting = await outbox.claim(claimOf(9));
  const expected = notification && !notification.delivered ? [notification.revision] : [];
  expect(waiting.map(({ revision }) => revision)).toEqual(expected);
  for (const { revision } of waiting) await outbox.delivered(id, revision);
  if (notification) expect((await orders.find(id))?.state).toBe('paid');
  expect(await outbox.claim(claimOf(9))).toEqual([]);
}

describe.each(bothDatabases)('an order on $name', ({ fresh }) => {
  test('goes through whatever happens as the domain says', async () => {
    const place = await fresh();
    const server = await place.openTwo();
    await fc.assert(
      fc.asyncProperty(happenings, (story) => tell(place, server, story)),
      { numRuns: 60 },
    );
  });
});
