import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';

/** Where test databases are made. Plain data, so that it can be handed to another process. */
export interface PostgresServer {
  /** A database of an administrator's. */
  adminUrl: string;
  /** What the names of this run's databases start with. */
  prefix: string;
}

interface Postgres {
  server: PostgresServer;
  /** Makes a fresh, empty database. @returns its URL. */
  url(name: string): Promise<string>;
  /** Removes everything that was made. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests: the server that `TEST_DATABASE_URL` names (an administrator's URL), or
 * else one of our own, started from the installed binaries in a temporary folder. Ours waits for no
 * disk, unless it is to be `durable` as a real one is.
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const prefix = `battenberg_${randomBytes(4).toString('hex')}_`;
  const given = process.env.TEST_DATABASE_URL;
  const { adminUrl, stop } = given
    ? { adminUrl: given, stop: () => dropDatabases({ adminUrl: given, prefix }) }
    : await startCluster(durable ? [] : FORGETFUL);
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
  await asAdmin(server, (admin) =>
    admin.query(
      `create database ${escapeIdentifier(unique)} template ${escapeIdentifier(template)}`,
    ),
  );
  const url = new URL(server.adminUrl);
  url.pathname = `/${unique}`;
  return url.href;
}

async function dropDatabases(server: PostgresServer): Promise<void> {
  await asAdmin(server, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [server.prefix],
    );
    for (const { datname } of rows) {
      await admin.query(`drop database ${escapeIdentifier(datname)} with (force)`);
    }
  });
}

async function asAdmin(
  { adminUrl }: PostgresServer,
  work: (admin: Client) => Promise<unknown>,
): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Runs the server and waits for the pipe on its input to close, which it does when the tests' process
 * ends, however it ends; then stops the server and removes the folder. A supervised server that ends
 * before is started again. SIGCONT, because a server that is frozen does not see SIGQUIT.
 */
const KEEPER = `
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

/** What makes tests quick: a database that ends with them need not outlive a power cut. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

interface Cluster {
  adminUrl: string;
  /** Where the server's socket is, and its `data`. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a server of our own. A supervised one is started again whenever it ends. */
export async function startCluster(
  settings: string[],
  { supervised = false } = {},
): Promise<Cluster> {
  const binaries = postgresOrThrow();
  const folder = mkdtempSync(join(tmpdir(), 'battenberg-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  // The checkout may lie where that user cannot go.
  const options: SpawnOptions = { cwd: '/', ...user };

  const data = ['-D', join(folder, 'data'), '--username=postgres', '--auth=trust', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), [...data, '--encoding=UTF8', '--no-locale'], {
    ...options,
    stdio: 'pipe',
  });

  // In a process group of its own, or Ctrl-C would kill the keeper before it has cleaned up.
  const set = settings.flatMap((setting) => ['-c', setting]);
  const keeping = ['-c', KEEPER, 'sh', binaries, folder, supervised ? 'supervised' : '', ...set];
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

/** The first folder that has the server in it: on the PATH, as Debian keeps it, or as it says itself. */
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

/** Whom to run the server as: it refuses root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}
