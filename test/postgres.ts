import { execFile, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { escapeIdentifier, Pool } from 'pg';

/** The server of the test databases. Serializable, so that other processes can use it. */
export interface PostgresServer {
  /** The URL of a database, with administrator rights. */
  adminUrl: string;
  /** The prefix of this run's database names. */
  prefix: string;
}

interface Postgres {
  server: PostgresServer;
  /** Creates an empty database. @returns its URL. */
  url(name: string): Promise<string>;
  /** Removes the databases, or the server that was started. */
  stop(): Promise<void>;
}

/**
 * Returns the PostgreSQL server at `TEST_DATABASE_URL` (an administrator's URL), or starts one from the
 * installed binaries in a temporary folder. A started server does not sync to disk, unless `durable`.
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const prefix = `battenberg_${randomBytes(4).toString('hex')}_`;
  const given = process.env.TEST_DATABASE_URL;
  const { adminUrl, stop } = given
    ? { adminUrl: given, stop: () => dropDatabases({ adminUrl: given, prefix }) }
    : await startCluster(durable ? [] : NOT_DURABLE);
  const server = { adminUrl, prefix };
  return { server, url: (name) => createDatabase(server, name), stop };
}

/** Creates an empty database, or a copy of the one at `templateUrl`. @returns its URL. */
export async function createDatabase(
  server: PostgresServer,
  name: string,
  templateUrl?: string,
): Promise<string> {
  const unique = `${server.prefix}${name}_${randomBytes(4).toString('hex')}`;
  const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template1';
  // Copies files: half the CPU of the default, which writes each page to the log. The copy includes the
  // template's cache of system tables, so its first connection starts faster.
  await adminOf(server).query(
    `create database ${escapeIdentifier(unique)} template ${escapeIdentifier(template)} strategy file_copy`,
  );
  const url = new URL(server.adminUrl);
  url.pathname = `/${unique}`;
  return url.href;
}

async function dropDatabases(server: PostgresServer): Promise<void> {
  const admin = adminOf(server);
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [server.prefix],
  );
  for (const { datname } of rows) {
    await admin.query(`drop database ${escapeIdentifier(datname)} with (force)`);
  }
}

const admins = new Map<string, Pool>();

/** Shares connections, because a connection costs more CPU than most statements. */
function adminOf({ adminUrl }: PostgresServer): Pool {
  let admin = admins.get(adminUrl);
  if (!admin) {
    admin = new Pool({ connectionString: adminUrl, allowExitOnIdle: true });
    // The server may end before the connection.
    admin.on('error', () => {});
    admins.set(adminUrl, admin);
  }
  return admin;
}

/**
 * Runs the server until its standard input closes, which happens when the test process ends for any reason;
 * then stops the server and removes the folder. Restarts a supervised server that ends earlier. Sends
 * SIGCONT, because a stopped process does not receive SIGQUIT.
 */
const WATCHDOG = `
  binaries="$1" folder="$2" supervised="$3"
  shift 3
  while
    "$binaries/postgres" -D "$folder/data" -k "$folder" -p 5432 -c listen_addresses= \
      -c max_connections=200 -c logging_collector=off "$@" </dev/null
    [ "$supervised" ] && [ ! -e "$folder/stopping" ]
  do sleep 0.1; done &
  read -r _
  touch "$folder/stopping"
  server=$(head -n 1 "$folder/data/postmaster.pid")
  kill -QUIT "$server"
  kill -CONT "$server"
  wait $!
  cd /
  rm -rf "$folder"`;

/** Faster, because test databases need not survive a power failure and live for seconds. */
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
];

interface Cluster {
  adminUrl: string;
  /** Contains the server's socket and `data`. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a server. A supervised one is restarted whenever it ends. */
export async function startCluster(
  settings: string[],
  { supervised = false } = {},
): Promise<Cluster> {
  const binaries = postgresOrThrow();
  const folder = mkdtempSync(join(tmpdir(), 'battenberg-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  // That user may have no access to the working directory.
  const options: SpawnOptions = { cwd: '/', ...user };

  const data = ['-D', join(folder, 'data'), '--username=postgres', '--auth=trust', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), [...data, '--encoding=UTF8', '--no-locale'], {
    ...options,
    stdio: 'pipe',
  });

  // In its own process group, because Ctrl-C would kill the watchdog before it cleans up.
  const set = settings.flatMap((setting) => ['-c', setting]);
  const keeping = ['-c', WATCHDOG, 'sh', binaries, folder, supervised ? 'supervised' : '', ...set];
  const keeper = spawn('sh', keeping, {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    keeper.once('error', reject);
    keeper.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('ready to accept connections')) resolve();
      if (said.includes('FATAL:')) reject(new Error(`PostgreSQL did not start:\n${said}`));
    });
    keeper.once('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  return {
    adminUrl: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    async stop() {
      keeper.stdin.end();
      await ended;
    },
  };
}

/** Without sessions, calendar feeds and notifications: those that have been ended since the backup would be back. */
export const PG_DUMP = `pg_dump --schema=battenberg --format=custom --exclude-table-data='battenberg.(sessions|sign_in_tokens|push_subscriptions)' --file="$BACKUP" "$DATABASE_URL"`;

/** Completely or not at all. */
export const PG_RESTORE = `pg_restore --clean --if-exists --no-owner --no-privileges --single-transaction --dbname="$DATABASE_URL" "$BACKUP"`;

/** Backs up the shop of a database as docs/deploy.md says. */
export function backUpPostgres(databaseUrl: string, file: string): Promise<unknown> {
  return onPostgres(PG_DUMP, databaseUrl, file);
}

/** Restores it as docs/deploy.md says. */
export function restorePostgres(databaseUrl: string, file: string): Promise<unknown> {
  return onPostgres(PG_RESTORE, databaseUrl, file);
}

function onPostgres(command: string, databaseUrl: string, file: string): Promise<unknown> {
  const PATH = [process.env.PATH, findPostgres()].filter(Boolean).join(delimiter);
  const env = { PATH, DATABASE_URL: databaseUrl, BACKUP: file };
  return promisify(execFile)('sh', ['-c', command], { env });
}

/** Finds the folder of the `postgres` binary: on the PATH, at Debian’s location, or from `pg_config`. */
export function findPostgres(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bindir = asked.error ? '' : asked.stdout.trim();
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...installed, bindir];
  return folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

function postgresOrThrow(): string {
  const found = findPostgres();
  if (found) return found;
  throw new Error(
    'The tests need PostgreSQL 15 or later. Install its server (apt-get install postgresql), or set ' +
      'TEST_DATABASE_URL to the URL of a server on which databases may be created.',
  );
}

/** The user that runs the server, because PostgreSQL does not run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}
