import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canTransition, type OrderState, transitions } from '#domain/orders/order.ts';
import {
  type ClaimedEmail,
  claimEmails,
  markEmailSent,
  postponeEmail,
  requeueCafes,
} from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { advanceTime, cafesEmail, firstClaim } from '#test/outbox-time.ts';
import { sampleOrder } from '#test/samples.ts';
import { expireStored } from '#test/stored-orders.ts';

const LEASE_SECONDS = 400;
const PAUSE_SECONDS = 300;
/** Differ from lease and pause by more than a slow test takes. */
const PASSES = [150, 250, 850];

const actionNames = ['fund', 'expire', 'claim', 'deliver', 'postpone', 'requeue', 'pass'] as const;
const actions = fc.array(
  fc.record({
    what: fc.constantFrom(...actionNames),
    server: fc.nat({ max: 1 }),
    /** Index of a claim, newest first: its server may report late and more than once. */
    claim: fc.nat({ max: 2 }),
    seconds: fc.constantFrom(...PASSES),
  }),
  { maxLength: 25 },
);
type Action = typeof actions extends fc.Arbitrary<(infer Each)[]> ? Each : never;

/** The domain's model of an order and its notification, without a database. */
class Model {
  state: OrderState = 'placed';
  notification: (ClaimedEmail & { due: number; delivered: boolean }) | undefined;
  now = 0;

  fund(): boolean {
    if (!canTransition('fund', this.state)) return false;
    this.state = transitions.fund.to;
    const unsent = { ...firstClaim(''), attempt: 0, delivered: false };
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

  deliver({ revision }: ClaimedEmail): void {
    if (canTransition('deliver', this.state)) this.state = transitions.deliver.to;
    if (this.notification?.revision === revision) this.notification.delivered = true;
  }

  postpone({ revision, attempt }: ClaimedEmail): void {
    const waiting = this.notification;
    if (waiting?.revision !== revision || waiting.attempt !== attempt || waiting.delivered) return;
    Object.assign(waiting, { due: this.now + PAUSE_SECONDS, lastReason: 'status 429' });
  }

  requeue(): void {
    const { notification } = this;
    // One that was not tried is due as it is.
    if (!notification || notification.attempt === 0) return;
    notification.revision += 1;
    const unsent = { attempt: 0, lastReason: null, delivered: false };
    Object.assign(notification, { ...unsent, due: this.now });
  }
}

/** Runs the actions on the database and on the model, which must agree after each. */
async function run(
  place: TestDatabase,
  server: (turn: number) => OpenDatabase,
  sequence: Action[],
) {
  const order = sampleOrder();
  const model = new Model();
  const claims: ClaimedEmail[] = [];
  const deliveries = new Set<number>();
  await addOrder(server(0), order);
  for (const { what, server: turn, claim, seconds } of sequence) {
    const database = server(turn);
    const { db } = database;
    const claimed = claims[claim];
    if (what === 'fund') expect(await fundOrder(database, order.id)).toBe(model.fund());
    if (what === 'expire') expect(await expireStored(database, order.id)).toBe(model.expire());
    if (what === 'claim') {
      const expected = model.claim();
      const [given] = await claimEmails(db, 1, LEASE_SECONDS);
      expect(given && { revision: given.revision, attempt: given.attempt }).toEqual(expected);
      if (given) {
        // No revision whose delivery is recorded is sent again.
        expect(deliveries).not.toContain(given.revision);
        claims.unshift(given);
      }
    }
    if (what === 'deliver' && claimed) {
      await markEmailSent(db, claimed);
      model.deliver(claimed);
      deliveries.add(claimed.revision);
    }
    if (what === 'postpone' && claimed) {
      await postponeEmail(db, claimed, PAUSE_SECONDS, 'status 429');
      model.postpone(claimed);
    }
    if (what === 'requeue') {
      await requeueCafes(db, order.id);
      model.requeue();
    }
    if (what === 'pass') {
      await advanceTime(place, seconds);
      model.now += seconds;
    }
    expect((await readOrder(database.db, order.id))?.state).toBe(model.state);
  }
  await expectDelivered(place, server(0), order.id, model);
}

/** Checks that no notification is lost: an undelivered one is claimed in the end, at its latest revision. */
async function expectDelivered(
  place: TestDatabase,
  { db }: OpenDatabase,
  id: string,
  { notification }: Model,
): Promise<void> {
  await advanceTime(place, 10_000);
  const waiting = await claimEmails(db, 9, LEASE_SECONDS);
  const expected = notification && !notification.delivered ? [notification.revision] : [];
  expect(waiting.map(({ revision }) => revision)).toEqual(expected);
  for (const { revision } of waiting) await markEmailSent(db, cafesEmail(id, revision));
  if (notification) expect((await readOrder(db, id))?.state).toBe('paid');
  expect(await claimEmails(db, 9, LEASE_SECONDS)).toEqual([]);
}

describe.each(bothDatabases)('an order on $name', ({ fresh }) => {
  test('follows the model of the domain for any sequence of actions', async () => {
    const place = await fresh();
    const server = await place.openTwo();
    await fc.assert(
      fc.asyncProperty(actions, (sequence) => run(place, server, sequence)),
      { numRuns: 25 },
    );
  });
});
