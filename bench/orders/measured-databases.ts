import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { sqlitePath } from '#server/db/open-sqlite.ts';
import { startPostgres } from '../../test/postgres.ts';
import type { DatabaseName } from '../databases.ts';
import { processorMsOfTree } from '../processor-time.ts';

/** A shop's database with counters that do not disturb the shop. */
export interface MeasuredDatabase {
  name: DatabaseName;
  where: DatabaseLocation;
  /** Commits transactions of one row from so many clients. @returns how many it committed. */
  commitBare(clients: number, seconds: number): Promise<number>;
  /** How many transactions have written something. */
  commits(): Promise<number>;
  /** The CPU time of database processes; 0 for SQLite, which runs in the shop. */
  processorMs(): number;
  close(): Promise<void>;
}

/** About the length of an order's row. */
const ROW = 'x'.repeat(200);
/** The position of the transaction counter in the WAL index (sqlite.org/walformat.html, iChange). */
const COUNTER_OFFSET = 8;
/** The shop's pool size (server/db/open-postgres.ts). */
const CONNECTIONS = 10;

const Rows = z.tuple([z.object({ value: z.coerce.number() })]);

export async function openMeasuredSqlite(): Promise<MeasuredDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
  // The pragmas of server/db/open-sqlite.ts, on the same disk.
  const bare = new DatabaseSync(join(dataDir, 'bare.sqlite'));
  bare.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
    create table bare (id integer primary key, row text not null)`);
  const insert = bare.prepare('insert into bare (row) values (?)');
  return {
    name: 'SQLite',
    where: { dataDir },
    async commitBare(_, seconds) {
      const end = performance.now() + seconds * 1_000;
      let commits = 0;
      for (; performance.now() < end; commits += 1) {
        bare.exec('begin immediate');
        insert.run(ROW);
        bare.exec('commit');
      }
      return commits;
    },
    async commits() {
      const index = await open(`${sqlitePath(dataDir)}-shm`);
      const { buffer } = await index.read(Buffer.alloc(4), 0, 4, COUNTER_OFFSET);
      await index.close();
      return buffer.readUInt32LE();
    },
    processorMs: () => 0,
    async close() {
      bare.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export async function openMeasuredPostgres(): Promise<MeasuredDatabase> {
  const postgres = await startPostgres({ durable: true });
  const databaseUrl = await postgres.url('orders');
  // In another database: the shop's must be empty at its first start.
  const bare = new Pool({ connectionString: await postgres.url('bare'), max: CONNECTIONS });
  await bare.query('create table bare (id bigint generated always as identity, row text not null)');
  const readNumber = async (query: string) => {
    const [{ value }] = Rows.parse((await bare.query(query)).rows);
    return value;
  };
  const server = await readNumber(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as value`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
  return {
    name: 'PostgreSQL',
    where: { databaseUrl, dataDir },
    async commitBare(clients, seconds) {
      const end = performance.now() + seconds * 1_000;
      let commits = 0;
      const commitUntilEnd = async () => {
        while (performance.now() < end) {
          await bare.query('insert into bare (row) values ($1)', [ROW]);
          commits += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, commitUntilEnd));
      return commits;
    },
    // Only transactions that write get an id; the statistics views would lag.
    commits: () => readNumber('select pg_snapshot_xmax(pg_current_snapshot())::text as value'),
    processorMs: () => processorMsOfTree(server),
    async close() {
      await bare.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
