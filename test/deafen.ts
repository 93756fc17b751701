import type { Place } from './both-databases.ts';

/** Takes from the servers the connections on which they are told of changes. SQLite has none. */
export async function deafen({ where, run }: Place): Promise<void> {
  if (!where.databaseUrl) return;
  await run(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'battenberg live' and datname = current_database()`);
}
