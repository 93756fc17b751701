import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import * as z from 'zod';
import { type BackupResult, type RestoreResult, writeBackup } from './backup-file.ts';
import { OperatorError } from './database-errors.ts';
import { areShopMigrations, newerMigrations, POSTGRES_SCHEMA } from './migrate.ts';
import { type PostgresTools, postgresTools, ToolFailed } from './postgres-tools.ts';

/** The restoring role may be another one. */
const ANY_OWNER = ['--no-owner', '--no-privileges'];

export async function backUpPostgres(
  databaseUrl: string,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<BackupResult> {
  const tools = postgresTools(databaseUrl, environment);
  return writeBackup(file, (unfinished) => {
    const only = `--schema=${POSTGRES_SCHEMA}`;
    const options = ['--format=custom', ...ANY_OWNER, only, `--file=${unfinished}`];
    return tools.onDatabase('pg_dump', options, ['ignore', 'ignore']).succeeded;
  });
}

export async function holdsShopTables(databaseUrl: string): Promise<boolean> {
  return (await onClient(databaseUrl, readShopTables)).length > 0;
}

interface RestoreSettings {
  replace: boolean;
  environment: NodeJS.ProcessEnv;
}

export async function restorePostgres(
  databaseUrl: string,
  file: string,
  { replace, environment }: RestoreSettings,
): Promise<RestoreResult> {
  const tools = postgresTools(databaseUrl, environment);
  const { migrations, shopOnly } = await readContents(tools, file);
  if (!areShopMigrations(migrations)) return 'not-a-backup';
  if (newerMigrations(migrations).length > 0) return 'newer-backup';
  if (!shopOnly) return 'holds-other-tables';
  return onClient(databaseUrl, async (client) => {
    if (await isShopOpen(client)) return 'shop-open';
    const tables = await readShopTables(client);
    if (!replace && tables.includes('orders') && (await holdsOrders(client))) return 'holds-orders';
    const drop = dropTables(tables);
    await checkNothingDepends(client, drop);
    await replay(tools, file, drop);
    return 'restored';
  });
}

/** The table-of-contents entries of a backup: the schema, its tables and their parts. */
const ENTRY = new RegExp(String.raw`^\d+; \d+ \d+ (?:SCHEMA -|[A-Z ]+) ${POSTGRES_SCHEMA} `);

interface Contents {
  migrations: string[];
  /** There is no table of another application. */
  shopOnly: boolean;
}

async function readContents(tools: PostgresTools, file: string): Promise<Contents> {
  const list = await pgRestore(tools, ['--list', file]);
  const shopOnly = list
    .split('\n')
    .filter((line) => /^\d+;/.test(line))
    .every((line) => ENTRY.test(line));
  const rows = await pgRestore(tools, [
    '--data-only',
    '--table=kysely_migration',
    '--file=-',
    file,
  ]);
  const [, copied = ''] = /^COPY [^\n]*\n(.*?)^\\\.$/ms.exec(rows) ?? [];
  const migrations = copied
    .split('\n')
    .flatMap((row) => row.split('\t', 1))
    .filter(Boolean);
  return { migrations, shopOnly };
}

/** @returns an empty string if `pg_restore` cannot read the file. */
async function pgRestore(tools: PostgresTools, options: string[]): Promise<string> {
  const { process, succeeded } = tools.onFiles('pg_restore', options, ['ignore', 'pipe']);
  const printed = process.stdout ? await text(process.stdout) : '';
  try {
    await succeeded;
    return printed;
  } catch (error) {
    if (error instanceof ToolFailed) return '';
    throw error;
  }
}

async function onClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  // After a lost connection the next query fails.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isShopOpen(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select 1 from pg_stat_activity
    where application_name = 'battenberg' and datname = current_database() limit 1`);
  return rows.length > 0;
}

async function holdsOrders(client: Client): Promise<boolean> {
  return (await client.query(`select 1 from ${POSTGRES_SCHEMA}.orders limit 1`)).rows.length > 0;
}

const FoundTables = z.array(z.object({ name: z.string() }));

async function readShopTables(client: Client): Promise<string[]> {
  const { rows } = await client.query(`select relname as name from pg_class
    where relnamespace = to_regnamespace('${POSTGRES_SCHEMA}') and relkind in ('r', 'p')`);
  return FoundTables.parse(rows).map(({ name }) => name);
}

/** Without `cascade`, which would drop objects of other applications. */
function dropTables(tables: string[]): string {
  const drop = tables.length > 0 ? `drop table ${tables.map(qualified).join(', ')};` : '';
  return `${drop} drop schema if exists ${POSTGRES_SCHEMA};`;
}

function qualified(table: string): string {
  return `${POSTGRES_SCHEMA}.${escapeIdentifier(table)}`;
}

const DEPENDENT_OBJECTS = '2BP01';

/** @throws {OperatorError} if objects of another application depend on the shop's tables. */
async function checkNothingDepends(client: Client, drop: string): Promise<void> {
  await client.query("begin; set local lock_timeout = '10s'");
  try {
    await client.query(drop);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== DEPENDENT_OBJECTS) throw error;
    const reason = `Nothing was done. Something of another application depends on the shop's tables: ${error.detail?.replaceAll('\n', '; ')}.`;
    throw new OperatorError(`${reason} Remove it, restore, and create it again.`, { cause: error });
  } finally {
    await client.query('rollback');
  }
}

/** Restores in one transaction, committed only after the backup has been read completely. */
async function replay(tools: PostgresTools, file: string, drop: string): Promise<void> {
  const options = [...ANY_OWNER, '--file=-', file];
  const script = tools.onFiles('pg_restore', options, ['ignore', 'pipe']);
  const psqlOptions = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'];
  const psql = tools.onDatabase('psql', psqlOptions, ['pipe', 'ignore']);
  if (!script.process.stdout || !psql.process.stdin) throw new Error('The tools have no pipes.');
  const { stdin } = psql.process;
  // psql reports why the pipe broke.
  stdin.on('error', () => {});
  stdin.write(`begin;\n${drop}\n`);
  // If psql fails, its error is the cause of the broken pipe, by which pg_restore fails too.
  const piped = pipeline(script.process.stdout, stdin, { end: false }).catch(() => psql.succeeded);
  try {
    await piped;
    await script.succeeded;
    stdin.end('commit;\n');
  } catch (error) {
    // Closes psql without a commit.
    stdin.destroy();
    await psql.succeeded.catch(() => {});
    throw error;
  }
  await psql.succeeded;
}
