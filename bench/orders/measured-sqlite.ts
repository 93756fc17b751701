import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqlitePath } from '#server/database/open-sqlite.ts';
import { type MeasuredDatabase, ROW } from './measured-database.ts';

/** Where the index of the write-ahead log counts transactions (sqlite.org/walformat.html, iChange). */
const COUNT_AT = 8;

export async function openMeasuredSqlite(): Promise<MeasuredDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
  // As server/database/open-sqlite.ts has it, on the same disk.
  const bare = new DatabaseSync(join(dataDir, 'bare.sqlite'));
  bare.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
    create table bare (id integer primary key, row text not null)`);
  const insert = bare.prepare('insert into bare (row) values (?)');
  return {
    name: 'SQLite',
    where: { dataDir },
    async bareCommits(_, seconds) {
      const began = performance.now();
      let commits = 0;
      while (performance.now() - began < seconds * 1_000) {
        bare.exec('begin immediate');
        insert.run(ROW);
        bare.exec('commit');
        commits += 1;
      }
      return (commits / (performance.now() - began)) * 1_000;
    },
    async writes() {
      const index = await open(`${sqlitePath(dataDir)}-shm`);
      const { buffer } = await index.read(Buffer.alloc(4), 0, 4, COUNT_AT);
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
