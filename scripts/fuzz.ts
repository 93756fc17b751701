import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startPostgres } from '../test/postgres.ts';
import { fuzz } from './fuzz/run.ts';

// `npm run fuzz`: thousands of requests that nobody should send, at a running shop on each database.
// `-- --requests 500 --seed 7 --database sqlite` repeats a part of a run.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    database: { type: 'string', default: 'both' },
  },
});
const Options = z.object({
  requests: z.coerce.number().int().positive(),
  seed: z.coerce.number().int(),
  database: z.enum(['sqlite', 'postgres', 'both']),
});
const { requests, seed, database } = Options.parse(values);

checkNodeVersion();
buildIfNeeded();
const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-fuzz-'));
const postgres = database === 'sqlite' ? undefined : await startPostgres();
let stood = true;
try {
  if (database !== 'postgres') {
    console.log(`\nSQLite, ${requests} requests, seed ${seed}`);
    stood = await fuzz({ dataDir: join(dataDir, 'sqlite') }, requests, seed);
  }
  if (postgres) {
    console.log(`\nPostgreSQL, ${requests} requests, seed ${seed}`);
    const where = { dataDir: join(dataDir, 'postgres'), databaseUrl: await postgres.url('fuzz') };
    stood = (await fuzz(where, requests, seed)) && stood;
  }
} finally {
  await postgres?.stop();
  await rm(dataDir, { recursive: true });
}
console.log(stood ? '\nIt stood all of them.' : '\nIt did not stand them: see above.');
process.exitCode = stood ? 0 : 1;
