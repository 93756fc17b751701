import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as cafe from '#cafe/catalogue.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { Database } from '#server/db/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { setPrice } from '#test/edit-cake.ts';
import { expectedSnapshot } from '#test/expected-snapshot.ts';
import { createListener } from '#test/listener.ts';
import { EDIT, samplePrice } from '#test/samples.ts';
import { openTestShop, type TestShop } from '#test/test-shop.ts';

const TOPICS = ['categories', 'cakes', 'calendar'];
const LISTENERS = 4;
const CAKES = cafe.catalogue.cakes.slice(0, 5);

const change = fc.oneof(
  fc.record({
    kind: fc.constant('price' as const),
    cake: fc.constantFrom(...CAKES),
    price: fc.integer({ min: 100, max: 9_000 }),
  }),
  fc.record({
    kind: fc.constant('hide' as const),
    cake: fc.constantFrom(...CAKES),
    hidden: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('days' as const),
    from: fc.nat(20),
    many: fc.integer({ min: 1, max: 5 }),
    closed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('place' as const),
    cake: fc.constantFrom(...CAKES),
    before: fc.constantFrom(...CAKES),
  }),
);
const disconnect = fc.record({
  kind: fc.constant('disconnect' as const),
  who: fc.nat(LISTENERS - 1),
});
const reconnect = fc.record({
  kind: fc.constant('reconnect' as const),
  who: fc.nat(LISTENERS - 1),
  server: fc.nat(1),
  sends: fc.constantFrom('Last-Event-ID', 'since', 'nothing'),
});
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: change },
    { weight: 2, arbitrary: disconnect },
    { weight: 3, arbitrary: reconnect },
  ),
  { maxLength: 25 },
);
const topicsOfListeners = fc.array(fc.subarray(TOPICS, { minLength: 1 }), {
  minLength: LISTENERS,
  maxLength: LISTENERS,
});

describe.each(bothDatabases)('random changes and reconnections on $name', ({ stocked }) => {
  test('every listener ends with exactly the state of the shop', async () => {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, servers: 2 });
    // A connection of its own, like the owner's command.
    const owner = await place.open();
    await fc.assert(
      fc.asyncProperty(topicsOfListeners, actions, async (chosen, steps) => {
        const listeners = chosen.map((topics, index) => openListener(shop, topics, index));
        for (const each of listeners) await each.reconnect(0, 'nothing');
        for (const step of steps) {
          if (step.kind === 'disconnect') listeners[step.who]?.disconnect();
          else if (step.kind === 'reconnect') {
            await listeners[step.who]?.reconnect(step.server, step.sends);
          } else await apply(owner, step);
        }
        const state = await expectedSnapshot(shop);
        for (const each of listeners) {
          if (!each.isConnected()) await each.reconnect(1, 'Last-Event-ID');
          await vi.waitFor(() => expect(each.copy()).toEqual(each.partOf(state)), 20_000);
          each.disconnect();
        }
      }),
      { numRuns: 30 },
    );
  });
});

function openListener(shop: TestShop, topics: string[], index: number) {
  const listener = createListener();
  return {
    ...listener,
    async reconnect(server: number, sends: string): Promise<void> {
      listener.disconnect();
      const origin = shop.origins[(index + server) % 2] ?? '';
      const id = listener.lastId();
      await listener.connect({
        origin,
        topics: topics.join(),
        ...(sends === 'since' && id !== undefined && { since: id }),
        ...(sends === 'Last-Event-ID' && id !== undefined && { lastEventId: id }),
      });
    },
    partOf: (state: Record<string, unknown>) =>
      Object.fromEntries(topics.map((topic) => [topic, state[topic]])),
  };
}

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply({ catalogue, calendar }: Database, change: Change): Promise<void> {
  switch (change.kind) {
    case 'price':
      return setPrice(catalogue, samplePrice(change.cake.sizes[0]?.id ?? '', change.price));
    case 'hide':
      return void (await catalogue.setHidden(change.cake.id, change.hidden, EDIT));
    case 'days': {
      const days = Array.from({ length: change.many }, (_, day) =>
        addDays(Day.parse('2027-03-01'), change.from + day),
      );
      const make = change.closed ? 'close' : 'reopen';
      return void (await calendar.changeDays({ days, make }));
    }
    case 'place': {
      const [category] = change.cake.category;
      return catalogue.placeCake(change.cake.id, change.before.id, category);
    }
  }
}
