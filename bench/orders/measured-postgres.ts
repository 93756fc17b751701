import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import * as z from 'zod';
import { startPostgres } from '../../test/postgres.ts';
import { processorMsOfTree } from '../processor-time.ts';
import { type MeasuredDatabase, ROW } from './measured-database.ts';

/** As many connections as the shop has (server/database/open-postgres.ts). */
const CONNECTIONS = 10;

const Rows = z.tuple([z.object({ value: z.coerce.number() })]);

export async function openMeasuredPostgres(): Promise<MeasuredDatabase> {
  const postgres = await startPostgres({ durable: true });
  const databaseUrl = await postgres.url('orders');
  // In a database of its own, or the shop's would not start empty.
  const bare = new Pool({ connectionString: await postgres.url('bare'), max: CONNECTIONS });
  await bare.query('create table bare (id bigint generated always as identity, row text not null)');
  const ask = async (query: string) => {
    const [{ value }] = Rows.parse((await bare.query(query)).rows);
    return value;
  };
  const server = await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as value`);
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
  return {
    name: 'PostgreSQL',
    where: { databaseUrl, dataDir },
    async bareCommits(atOnce, seconds) {
      const began = performance.now();
      let commits = 0;
      const commitOn = async () => {
        while (performance.now() - began < seconds * 1_000) {
          await bare.query('insert into bare (row) values ($1)', [ROW]);
          commits += 1;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, commitOn));
      return (commits / (performance.now() - began)) * 1_000;
    },
    // Only what writes gets a number; it is counted at once, unlike the statistics.
    writes: () => ask('select pg_snapshot_xmax(pg_current_snapshot())::text as value'),
    processorMs: () => processorMsOfTree(server),
    async close() {
      await bare.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
