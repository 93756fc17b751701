import { sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addOrder } from '#server/orders/add.ts';
import { freshPostgres } from '#test/both-databases.ts';
import { emptyPostgresUrl } from '#test/postgres-setup.ts';
import { queryDatabase } from '#test/query-database.ts';
import { sampleOrder } from '#test/samples.ts';
import { waitFor } from '#test/wait-for.ts';
import { openDatabase } from './open-database.ts';
import { openPostgres } from './open-postgres.ts';

test('an unreachable PostgreSQL fails at once', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  await expect(openDatabase({ databaseUrl, dataDir: 'not used' })).rejects.toThrow('ECONNREFUSED');
});

test('the shop recovers after PostgreSQL has closed its idle connections', async () => {
  const place = await freshPostgres();
  const database = await place.open();
  await Promise.all([1, 2, 3].map(() => database.ping()));
  await place.run(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'battenberg' and datname = current_database()`);
  // Queries fail until the pool has noticed.
  await waitFor(async () =>
    expect(await addOrder(database, sampleOrder())).toMatchObject({ ok: true }),
  );
});

test('the shop recovers after PostgreSQL has closed a connection within a transaction', async () => {
  const db = await openPostgres(await emptyPostgresUrl());
  onTestFinished(() => db.destroy());
  const work = db
    .transaction()
    .execute((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
  await expect(work).rejects.toThrow('57P01');
  await waitFor(() => db.selectFrom('orders').select('id').execute());
});

test('a shop that does nothing keeps a connection, by which a restore recognises it', async () => {
  const place = await freshPostgres();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ping } = await place.open();
  await Promise.all([1, 2, 3].map(() => ping()));
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const shops = `select count(*) from pg_stat_activity
    where application_name = 'battenberg' and datname = current_database()`;
  // The others are closed.
  await waitFor(async () =>
    expect(await queryDatabase(place.where, shops)).toEqual([{ count: 1 }]),
  );
});

test('an error says which constraint rejects a row, and nothing of the row', async () => {
  const database = await (await freshPostgres()).open();
  const order = sampleOrder();
  await addOrder(database, order);
  const overpaid = database.db.updateTable('orders').set({ paid: -1 }).execute();
  const error: unknown = await overpaid.catch((reason: unknown) => reason);
  const logged = JSON.stringify(pino.stdSerializers.err(Object(error)));
  expect(logged).toContain('orders_check');
  expect(logged).not.toContain(order.customer.name);
});

test('a count is a number', async () => {
  const db = await openPostgres(await emptyPostgresUrl());
  onTestFinished(() => db.destroy());
  const { rows } = await sql`select count(*) as orders from orders`.execute(db);
  expect(rows).toEqual([{ orders: 0 }]);
});
