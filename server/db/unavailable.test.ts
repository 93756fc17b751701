import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import { freshPostgres } from '#test/both-databases.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite, sqlitePath } from './open-sqlite.ts';
import type { Tables } from './tables.ts';

const BIG = 'x'.repeat(1_000_000);
const fill = (db: Kysely<Tables>) =>
  db.transaction().execute(async (trx) => {
    await sql`create table if not exists ballast (cake text)`.execute(trx);
    await sql`insert into ballast values (${BIG})`.execute(trx);
  });

describe('DatabaseUnavailable on SQLite', () => {
  async function open() {
    const folder = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const db = await openSqlite(folder);
    onTestFinished(() => db.destroy());
    return { folder, db };
  }

  test('is thrown for a full disk with its error, and no longer when there is space', async () => {
    const { db } = await open();
    await sql`pragma max_page_count = 1`.execute(db);
    await expect(fill(db)).rejects.toMatchObject(unavailable(13));
    await sql`pragma max_page_count = 1000000`.execute(db);
    await fill(db);
  });

  test('is thrown if another process holds the write lock longer than the timeout', async () => {
    const { folder, db } = await open();
    const other = new DatabaseSync(sqlitePath(folder));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    // A second passes between two tries.
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    const [inTransaction, alone] = await Promise.allSettled([
      fill(db),
      db.deleteFrom('changes').execute(),
    ]);
    for (const { reason } of [inTransaction, alone].map((each) => Object(each))) {
      expect(reason).toMatchObject(unavailable(5));
    }
    other.exec('rollback');
    await fill(db);
  });

  test('is thrown for a read-only file', async () => {
    const { db } = await open();
    await sql`pragma query_only = on`.execute(db);
    await expect(fill(db)).rejects.toMatchObject(unavailable(8));
  });

  test('keeps the error of a failed commit, not of the rollback after it', async () => {
    const { db } = await open();
    const work = db.transaction().execute(async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      await sql`insert into order_items (order_id) values ('none')`.execute(trx).catch(() => {});
      // As SQLite does itself on a full disk.
      await sql`rollback`.execute(trx);
    });
    await expect(work).rejects.toThrow('cannot commit - no transaction is active');
    await fill(db);
  });

  test('is not thrown for an invalid statement', async () => {
    const { db } = await open();
    const error = await sql`select * from nothing`.execute(db).catch((thrown) => thrown);
    expect(error).not.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('DatabaseUnavailable on PostgreSQL', () => {
  async function open(options = '') {
    const { where } = await freshPostgres();
    const { proxyUrl, freeze } = await proxyTo(where.databaseUrl ?? '');
    const db = await openPostgres(`${proxyUrl}${options}`);
    onTestFinished(() => db.destroy());
    return { db, freeze };
  }
  const read = (db: Kysely<Tables>) => db.selectFrom('orders').select('id').execute();

  test('is thrown if there is no server', async () => {
    const nobody = openPostgres('postgres://nobody@127.0.0.1:1/nothing');
    await expect(nobody).rejects.toMatchObject(unavailable('ECONNREFUSED'));
  });

  test('is thrown if the connection ends within a transaction', async () => {
    const { db } = await open();
    const work = db
      .transaction()
      .execute((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
    await expect(work).rejects.toMatchObject(unavailable('57P01'));
    expect(await read(db)).toEqual([]);
  });

  test('is thrown after the statement timeout', async () => {
    const { db } = await open();
    const slow = db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 100`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(slow).rejects.toMatchObject(unavailable('57014'));
    expect(await read(db)).toEqual([]);
  });

  test('is thrown if the server does not answer, and the connection is closed', async () => {
    const { db, freeze } = await open('?query_timeout=2000');
    expect(await read(db)).toEqual([]);
    const thaw = freeze();
    await expect(read(db)).rejects.toMatchObject(unavailable('Query read timeout'));
    thaw();
    expect(await read(db)).toEqual([]);
  });

  test('is thrown if the pool is exhausted', async () => {
    const { db } = await open();
    const held = await Promise.all(
      Array.from({ length: 10 }, () => db.startTransaction().execute()),
    );
    await expect(read(db)).rejects.toThrow(DatabaseUnavailable);
    await Promise.all(held.map((transaction) => transaction.rollback().execute()));
    expect(await read(db)).toEqual([]);
  });

  test('is thrown by a read-only database', async () => {
    const { db } = await open();
    const write = db
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => trx.deleteFrom('orders').execute());
    await expect(write).rejects.toMatchObject(unavailable('25006'));
  });

  test('is not thrown for an invalid statement', async () => {
    const { db } = await open();
    const error = await sql`select * from nothing`.execute(db).catch((thrown) => thrown);
    expect(error).not.toBeInstanceOf(DatabaseUnavailable);
  });
});

function unavailable(code: string | number) {
  return {
    name: 'DatabaseUnavailable',
    message: `The database is unavailable: ${code}`,
    cause: expect.any(Error),
  };
}

/** A proxy that can stop forwarding, like a frozen machine. */
async function proxyTo(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const pairs: [Socket, Socket][] = [];
  const proxy = createServer((near) => {
    const folder = url.searchParams.get('host');
    const port = Number(url.port || 5432);
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, url.hostname);
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  const listening = Promise.withResolvers<void>();
  proxy.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const proxyPort = address !== null && typeof address === 'object' ? address.port : 0;
  const proxyUrl = `postgres://${url.username || 'postgres'}@127.0.0.1:${proxyPort}${url.pathname}`;
  const freeze = () => {
    for (const [near] of pairs) near.unpipe();
    return () => {
      for (const [near, far] of pairs) near.pipe(far);
    };
  };
  return { proxyUrl, freeze };
}
