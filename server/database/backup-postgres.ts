import { existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import * as z from 'zod';
import type { BackedUp, Restored } from './backup.ts';
import { writeNewFile } from './new-file.ts';
import { exitCode, type PostgresTools, postgresTools, succeeded } from './postgres-tools.ts';

/** Whoever restores may be another role, on another server. */
const ANY_OWNER = ['--no-owner', '--no-privileges'];

export async function backUpPostgres(
  databaseUrl: string,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<BackedUp> {
  const tools = postgresTools(databaseUrl, environment);
  const isNew = await writeNewFile(file, (unfinished) => {
    const options = ['--format=custom', ...ANY_OWNER, `--file=${unfinished}`];
    return succeeded(tools.onDatabase('pg_dump', options, ['ignore', 'ignore', 'inherit']));
  });
  return isNew ? 'backed-up' : 'file-exists';
}

interface RestoreSettings {
  replace: boolean;
  environment: NodeJS.ProcessEnv;
}

export async function restorePostgres(
  databaseUrl: string,
  file: string,
  { replace, environment }: RestoreSettings,
): Promise<Restored> {
  if (!existsSync(file)) return 'no-such-file';
  const tools = postgresTools(databaseUrl, environment);
  if (!(await isBackup(tools, file))) return 'not-a-backup';
  const { isOpen, holdsOrders } = await look(databaseUrl);
  if (isOpen) return 'shop-open';
  if (holdsOrders && !replace) return 'holds-orders';
  await replay(tools, file);
  return 'restored';
}

async function isBackup(tools: PostgresTools, file: string): Promise<boolean> {
  const list = tools.onFiles('pg_restore', ['--list', file], ['ignore', 'pipe', 'ignore']);
  let contents = '';
  list.stdout?.on('data', (chunk) => {
    contents += chunk;
  });
  return (await exitCode(list)) === 0 && / TABLE DATA public orders /.test(contents);
}

const Found = z.tuple([z.object({ shops: z.number(), table: z.string().nullable() })]);

async function look(databaseUrl: string): Promise<{ isOpen: boolean; holdsOrders: boolean }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::integer as shops, to_regclass('public.orders')::text as table
       from pg_stat_activity
       where application_name = 'battenberg' and datname = current_database()`,
    );
    const [{ shops, table }] = Found.parse(rows);
    const orders = table && (await client.query('select 1 from public.orders limit 1')).rows;
    return { isOpen: shops > 0, holdsOrders: orders !== null && orders.length > 0 };
  } finally {
    await client.end();
  }
}

/** Also tables that the backup does not know: a newer shop's, whose migrations will make them again. */
const DROP_TABLES = `do $$
declare name text;
begin
  for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public'
  loop execute 'drop table ' || name || ' cascade'; end loop;
end $$;`;

/** All in one transaction, which is committed only when the backup has been read to its end. */
async function replay(tools: PostgresTools, file: string): Promise<void> {
  const asked = ['--clean', '--if-exists', ...ANY_OWNER, '--file=-', file];
  const script = tools.onFiles('pg_restore', asked, ['ignore', 'pipe', 'inherit']);
  const asIs = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'];
  const player = tools.onDatabase('psql', asIs, ['pipe', 'ignore', 'inherit']);
  if (!script.stdout || !player.stdin) throw new Error('The tools cannot be joined.');
  const played = succeeded(player);
  player.stdin.write(`begin;\n${DROP_TABLES}\n`);
  // When psql gives up, the pipe breaks too, but psql's is the reason.
  const piped = pipeline(script.stdout, player.stdin, { end: false }).catch(() => played);
  try {
    await Promise.all([succeeded(script), piped]);
    player.stdin.end('commit;\n');
  } catch (error) {
    // Without a commit nothing has happened.
    player.stdin.destroy();
    await played.catch(() => {});
    throw error;
  }
  await played;
}
