import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { explainFailure } from '#server/explain-failure.ts';
import {
  bothDatabases,
  emptyPostgres,
  freshPostgres,
  freshSqlite,
  type TestDatabase,
} from '#test/both-databases.ts';
import { queryDatabase } from '#test/query-database.ts';
import { sampleOrder, sampleSeed } from '#test/samples.ts';
import { backupFile, inShop, TOOLS_PATH } from '#test/shop-command.ts';
import { backUp, restore } from './backup.ts';

const run = promisify(execFile);
const environment = { PATH: TOOLS_PATH };
/** Besides both ends: in the header, the table of contents and the rows. */
const CUTS = [0, 0.002, 0.05, 0.2, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99];

// PostgreSQL's tools are processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe.each(bothDatabases)('a restore on $name', ({ name, fresh }) => {
  test('from a truncated file changes nothing', async () => {
    const { place, file } = await backedUp(fresh);
    const whole = await readFile(file);
    const before = await place.dump();
    for (const length of [
      ...CUTS.map((part) => Math.round(part * whole.length)),
      whole.length - 1,
    ]) {
      await writeFile(file, whole.subarray(0, length));
      expect(await outcome(place, file), `${length} of ${whole.length}`).toMatch(
        /^(not-a-backup|pg_restore failed: pg_restore: error: .*\.)$/,
      );
      expect(await place.dump()).toBe(before);
    }
    await writeFile(file, whole);
    expect(await outcome(place, file)).toBe('restored');
  });

  test('from a file with changed bytes changes nothing', async () => {
    const { place, file } = await backedUp(fresh);
    const whole = await readFile(file);
    const before = await place.dump();
    for (const part of [0.001, 0.1, 0.3]) {
      const spoilt = Buffer.from(whole);
      spoilt.fill('cake', Math.round(part * whole.length), Math.round((part + 0.3) * whole.length));
      await writeFile(file, spoilt);
      expect(await outcome(place, file)).toMatch(/^(not-a-backup|(pg_restore|psql) failed: .*\.)/);
      expect(await place.dump()).toBe(before);
    }
  });

  test('continues the trail, whose events were numbered by the database', async () => {
    const { place, file } = await backedUp(fresh);
    expect(await outcome(place, file)).toBe('restored');
    const order = sampleOrder();
    await inShop(place.where, ({ orders }) => orders.add(order));
    const events = await queryDatabase(
      place.where,
      'select id, order_id from order_events order by id',
    );
    expect(events).toHaveLength(21);
    expect(events.at(-1)?.order_id).toBe(order.id);
  });

  test('from a folder or from the other kind of database changes nothing', async () => {
    const { place, file } = await backedUp(fresh);
    const other = await backedUp(name === 'SQLite' ? freshPostgres : freshSqlite);
    const before = await place.dump();
    expect(await outcome(place, dirname(file))).toBe('not-a-backup');
    expect(await outcome(place, other.file)).toBe('not-a-backup');
    expect(await place.dump()).toBe(before);
  });

  test('from an unreadable file fails with the reason', async () => {
    const { place, file } = await backedUp(fresh);
    await chmod(dirname(file), 0o755);
    await chmod(file, 0);
    expect(await asUnprivileged(() => outcome(place, file))).toMatch(/permission denied.*monday/);
  });

  test('from a backup of a newer version changes nothing', async () => {
    const { place } = await backedUp(fresh);
    await place.run("insert into kysely_migration values ('999-next', '')");
    const file = await backupFile();
    await backUp(place.where, file, { environment });
    const before = await place.dump();
    expect(await outcome(place, file)).toBe('newer-backup');
    expect(await place.dump()).toBe(before);
  });
});

describe('with other applications in one PostgreSQL', () => {
  const OTHERS = `do $others$ begin
    set local search_path to public;
    create type mood as enum ('glad', 'sad');
    create table guests (id serial primary key, mood mood);
    insert into guests (mood) values ('glad');
    create index guests_by_mood on guests (mood);
    create view glad_guests as select * from guests where mood = 'glad';
    create function greet() returns text language sql as $$ select 'hello' $$;
    end $others$`;
  const ASKED = 'select id, mood, public.greet() from glad_guests';
  const GUEST = { id: 1, mood: 'glad', greet: 'hello' };

  test('a restore replaces only the shop’s tables', async () => {
    const { place } = await backedUp(freshPostgres);
    await place.run(OTHERS);
    const file = await backupFile();
    expect(await backUp(place.where, file, { environment })).toBe('backed-up');
    const lost = sampleOrder();
    await place.run(`insert into orders (id, number, state, name, email, phone, total, placed_at, pay_by)
      values ('${lost.id}', '', 'placed', '', '', '', 1, '', '')`);
    expect(await outcome(place, file)).toBe('restored');
    expect(await queryDatabase(place.where, ASKED)).toEqual([GUEST]);
    expect(await (await place.open()).orders.find(lost.id)).toBeUndefined();
  });

  test('a backup contains no table of theirs', async () => {
    const { place } = await backedUp(freshPostgres);
    await place.run(OTHERS);
    const file = await backupFile();
    await backUp(place.where, file, { environment });
    const { stdout } = await run('pg_restore', ['--list', file], { env: environment });
    expect(stdout).toContain('TABLE DATA battenberg orders');
    expect(stdout).not.toMatch(/guests|mood|greet/);
    const empty = await emptyPostgres();
    expect(await outcome(empty, file)).toBe('restored');
  });

  test('a restore changes nothing if a view of theirs reads the orders, and names the view', async () => {
    const { place, file } = await backedUp(freshPostgres);
    await place.run('create view public.takings as select sum(total) from orders');
    const before = await place.dump();
    expect(await outcome(place, file)).toMatch(
      /^Nothing was done\. Something of another application .*: view takings depends on .*orders/,
    );
    expect(await place.dump()).toBe(before);
    expect(await queryDatabase(place.where, 'select * from takings')).toHaveLength(1);
  });

  test('a restore leaves a table of theirs that has a name of ours', async () => {
    const { file } = await backedUp(freshPostgres);
    const place = await emptyPostgres();
    await place.run('create table orders (ordered text)');
    await place.run("insert into orders values ('theirs')");
    expect(await outcome(place, file)).toBe('restored');
    expect(await queryDatabase(place.where, 'select * from public.orders')).toEqual([
      { ordered: 'theirs' },
    ]);
  });

  test('a restore rejects backups with tables of another application', async () => {
    const { place } = await backedUp(freshPostgres);
    await place.run(OTHERS);
    const all = await backupFile();
    await dumpAll(place, all);
    expect(await outcome(place, all)).toBe('holds-other-tables');

    const others = await emptyPostgres();
    await others.run('create table orders (id text)');
    await others.run(OTHERS);
    const theirs = await backupFile();
    await dumpAll(others, theirs);
    const before = await place.dump();
    expect(await outcome(place, theirs)).toBe('not-a-backup');
    await dumpAll(place, theirs, '--format=plain');
    expect(await outcome(place, theirs)).toBe('not-a-backup');
    expect(await place.dump()).toBe(before);
  });

  test('a database without a shop is not backed up', async () => {
    const place = await emptyPostgres();
    await place.run(OTHERS);
    const file = await backupFile();
    expect(await backUp(place.where, file, { environment })).toBe('no-shop');
  });
});

describe('PostgreSQL’s tools', () => {
  test('are named if they are missing', async () => {
    const { place, file } = await backedUp(freshPostgres);
    const env = { PATH: dirname(file) };
    expect(await outcome(place, file, env)).toMatch(/^pg_restore cannot be started; it comes with/);
    expect(await explained(backUp(place.where, `${file}-2`, { environment: env }))).toMatch(
      /^pg_dump cannot be started; it comes with/,
    );
  });

  test.each([
    ['pg_dump', 'pg_dump: error: aborting because of server version mismatch'],
    ['pg_restore', 'pg_restore: error: unsupported version (1.16) in file header'],
    ['psql', 'ERROR:  unrecognized configuration parameter "transaction_timeout"'],
    ['psql', 'psql:<stdin>:5: error: invalid command \\restrict'],
  ])('of another major version fail with the reason: %s says %s', async (tool, said) => {
    const { place, file } = await backedUp(freshPostgres);
    const before = await place.dump();
    const env = {
      PATH: `${await toolsWith(tool, `printf '%s\\n' '${said}' >&2; exit 1`)}:${TOOLS_PATH}`,
    };
    const refused =
      tool === 'pg_dump'
        ? await explained(backUp(place.where, `${file}-2`, { environment: env }))
        : await outcome(place, file, env);
    expect(refused).toBe(
      `${tool} failed: ${said}. The PostgreSQL client has to be of the server's major version, and not older than the one that made the backup.`,
    );
    expect(await place.dump()).toBe(before);
  });

  test('change nothing if they are killed', async () => {
    const { place, file } = await backedUp(freshPostgres);
    const before = await place.dump();
    const env = {
      PATH: `${await toolsWith('psql', 'head -c 500 >/dev/null; kill -9 $$')}:${TOOLS_PATH}`,
    };
    expect(await outcome(place, file, env)).toBe('psql failed: code SIGKILL.');
    expect(await place.dump()).toBe(before);
  });
});

/** A closed shop and its backup. */
async function backedUp(
  fresh: () => Promise<TestDatabase>,
): Promise<{ place: TestDatabase; file: string }> {
  const place = await fresh();
  await inShop(place.where, async ({ seed, orders }) => {
    await seed(sampleSeed());
    for (let n = 0; n < 20; n += 1) await orders.add(sampleOrder());
  });
  const file = await backupFile();
  expect(await backUp(place.where, file, { environment })).toBe('backed-up');
  return { place, file };
}

function outcome({ where }: TestDatabase, file: string, env: NodeJS.ProcessEnv = environment) {
  return explained(restore(where, file, { replace: true, environment: env }));
}

/** The result or the operator's message; a bug is thrown. */
async function explained(work: Promise<string>): Promise<string> {
  return work.catch((error: unknown) => {
    const explanation = explainFailure(error);
    if (explanation === undefined) throw error;
    return explanation;
  });
}

async function dumpAll({ where }: TestDatabase, file: string, ...options: string[]): Promise<void> {
  const { databaseUrl = '' } = where;
  const asked = ['--format=custom', ...options, `--file=${file}`, databaseUrl];
  await run('pg_dump', asked, { env: environment });
}

/** @returns a folder with a replacement for a tool. */
async function toolsWith(tool: string, script: string): Promise<string> {
  const folder = join(dirname(await backupFile()), 'bin');
  await mkdir(folder);
  await writeFile(join(folder, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** root can read everything. */
async function asUnprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
