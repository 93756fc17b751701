import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { createShopClient } from '../harness/shop-client.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { queryDatabase } from '../test/query-database.ts';
import { createHistory } from './history.ts';
import { startWorld } from './world.ts';

// `npm run faults:race -- --rounds 100 --database postgres --servers 4`: 40 shoppers order the last point of a
// day at the same moment, over HTTP, again and again. No round may have two winners or none.

const RACERS = 40;
/** On a busy machine the last of them wait long. */
const TIMEOUT_MS = 60_000;
const Ids = z.array(z.object({ id: z.string() }));
const Options = z.object({
  rounds: z.coerce.number().int().positive(),
  database: z.enum(['sqlite', 'postgres']),
  servers: z.coerce.number().int().min(1).max(8),
});
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    database: { type: 'string', default: 'sqlite' },
    servers: { type: 'string', default: '1' },
  },
});
const { rounds, database, servers } = Options.parse(values);

buildIfNeeded();
const { catalogue, where, origins, nextToken, stop } = await startWorld(
  { database, servers },
  createHistory(),
);
// The id of a size ends with its inches: this one takes one point.
const offer = catalogue.offers.find(({ item }) => item.sizeId.endsWith('-6'));
const [day] = catalogue.days;
if (!offer || !day) throw new Error('There is nothing to race for.');
const order = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '020 7946 0123',
  items: [{ ...offer.item, message: '', day }],
};
let wrong = 0;
const began = performance.now();
try {
  for (let round = 1; round <= rounds; round += 1) {
    // One more point than the orders of earlier rounds take.
    await editCalendar(where, ({ capacities }) => {
      capacities[day] = round;
    });
    const results = await race();
    const accepted = results.filter(({ kind }) => kind === 'checkout').map(({ id }) => id);
    const stored = await storedOf(results.map(({ id }) => id));
    // Whatever the shoppers were told, the database has one order for the day, and no other was accepted.
    if (stored.length === 1 && accepted.every((id) => id === stored[0])) continue;
    wrong += 1;
    console.log(`round ${round}: ${JSON.stringify({ accepted, stored, results })}`);
  }
} finally {
  await stop();
}
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(`${rounds} rounds, ${rounds - wrong} with exactly one winner, ${seconds} s`);
process.exit(wrong === 0 ? 0 : 1);

/** Lets shoppers order at the same moment, each at one of the servers. */
async function race() {
  const tokens = await Promise.all(Array.from({ length: RACERS }, nextToken));
  return Promise.all(
    tokens.map(async (token, n) => {
      const id = randomUUID();
      const origin = origins[n % origins.length] ?? '';
      const client = createShopClient({ origin: () => origin, nextToken: async () => token });
      const options = { caller: `198.51.100.${n}`, timeoutMs: TIMEOUT_MS };
      return { id, ...(await client.place(id, order, options)) };
    }),
  );
}

async function storedOf(ids: string[]): Promise<string[]> {
  const list = ids.map((id) => `'${id}'`).join(', ');
  const rows = await queryDatabase(
    where,
    `select distinct id from orders join order_items on order_id = id where day = '${day}' and id in (${list})`,
  );
  return Ids.parse(rows).map(({ id }) => id);
}
