import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as demo from '#cafe/catalogue.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { Database } from '#server/database/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { deafen } from '#test/deafen.ts';
import { listener } from '#test/listener.ts';
import { samplePrice } from '#test/samples.ts';
import { stateOf } from '#test/state-of.ts';
import { openTestShop, type TestShop } from '#test/test-shop.ts';

const TOPICS = ['categories', 'cakes', 'calendar'];
const LISTENERS = 4;
const CAKES = demo.catalogue.cakes.slice(0, 5);

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
  fc.record({ kind: fc.constant('seed' as const), cakes: fc.integer({ min: 3, max: 20 }) }),
);
/** A connection breaks: a listener's, or those by which the servers hear of one another. */
const cut = fc.oneof(
  fc.record({ kind: fc.constant('hang up' as const), who: fc.nat(LISTENERS - 1) }),
  fc.constant({ kind: 'deafen' as const }),
);
/** A listener comes back, wherever, and says what it has heard in one way or the other, or nothing. */
const comeBack = fc.record({
  kind: fc.constant('come back' as const),
  who: fc.nat(LISTENERS - 1),
  server: fc.nat(1),
  saying: fc.constantFrom('Last-Event-ID', 'since', 'nothing'),
});
const story = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: change },
    { weight: 2, arbitrary: cut },
    { weight: 3, arbitrary: comeBack },
  ),
  { maxLength: 25 },
);
const choices = fc.array(fc.subarray(TOPICS, { minLength: 1 }), {
  minLength: LISTENERS,
  maxLength: LISTENERS,
});

describe.each(bothDatabases)('whatever happens on $name', ({ fresh }) => {
  test('whoever listens ends with exactly what the shop has', async () => {
    const place = await fresh();
    const shop = await openTestShop({ where: place.where, servers: 2 });
    // In a process of its own, as the owner's command.
    const owner = await place.open();
    await fc.assert(
      fc.asyncProperty(choices, story, async (chosen, happenings) => {
        const crowd = chosen.map((topics, who) => aListener(shop, topics, who));
        for (const each of crowd) await each.comeBack(0, 'nothing');
        for (const happening of happenings) {
          if (happening.kind === 'hang up') crowd[happening.who]?.hangUp();
          else if (happening.kind === 'deafen') await deafen(place);
          else if (happening.kind === 'come back') {
            await crowd[happening.who]?.comeBack(happening.server, happening.saying);
          } else await carryOut(owner, happening);
        }
        const state = await stateOf(shop);
        for (const each of crowd) {
          if (!each.isConnected()) await each.comeBack(1, 'Last-Event-ID');
          await vi.waitFor(() => expect(each.copy()).toEqual(each.partOf(state)), 20_000);
          each.hangUp();
        }
      }),
      { numRuns: 30 },
    );
  });
});

function aListener(shop: TestShop, topics: string[], who: number) {
  const it = listener();
  return {
    ...it,
    async comeBack(server: number, saying: string): Promise<void> {
      it.hangUp();
      const origin = shop.origins[(who + server) % 2] ?? '';
      const id = it.lastId();
      await it.connect({
        origin,
        topics: topics.join(),
        ...(saying === 'since' && id !== undefined && { since: id }),
        ...(saying === 'Last-Event-ID' && id !== undefined && { lastEventId: id }),
      });
    },
    partOf: (state: Record<string, unknown>) =>
      Object.fromEntries(topics.map((topic) => [topic, state[topic]])),
  };
}

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function carryOut({ catalogue, calendar, seed }: Database, change: Change): Promise<void> {
  switch (change.kind) {
    case 'price':
      return void (await catalogue.setPrice(
        samplePrice(change.cake.sizes[0]?.id ?? '', change.price),
      ));
    case 'hide':
      return void (await catalogue.setHidden(change.cake.id, change.hidden));
    case 'days': {
      const days = Array.from({ length: change.many }, (_, day) =>
        addDays(Day.parse('2027-03-01'), change.from + day),
      );
      return void (await (change.closed ? calendar.forbid(days) : calendar.allow(days)));
    }
    case 'seed':
      return seed({
        ...demo.catalogue,
        cakes: demo.catalogue.cakes.slice(0, change.cakes),
        calendar: demo.calendar,
      });
  }
}
