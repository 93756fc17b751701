import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { createHistory } from './history.ts';
import { hasOneWinner, race, readOnePoint } from './last-point.ts';
import { startWorld } from './world.ts';

// `npm run faults:race -- --rounds 100 --database postgres --servers 4`: 40 shoppers order the last point of a
// day at the same moment, over HTTP, again and again. No round may have two winners or none.

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

checkNodeVersion();
buildIfNeeded();
const world = await startWorld(
  { database, servers, mutation: undefined, points: 1 },
  createHistory(),
);
let wrong = 0;
let accepted = 0;
const others = new Map<string, number>();
const began = performance.now();
try {
  const order = await readOnePoint(world);
  for (let number = 1; number <= rounds; number += 1) {
    const round = await race(world, order, number);
    accepted += round.accepted.length;
    for (const each of round.others) others.set(each, (others.get(each) ?? 0) + 1);
    if (hasOneWinner(round)) continue;
    wrong += 1;
    console.log(`round ${number}: ${JSON.stringify(round)}`);
  }
} finally {
  await world.stop();
}
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(
  `${rounds} rounds, ${accepted} orders accepted, ${rounds - wrong} rounds with exactly one winner, ${seconds} s`,
);
for (const [text, count] of others) console.log(`${count} times: ${text}`);
process.exit(wrong === 0 ? 0 : 1);
