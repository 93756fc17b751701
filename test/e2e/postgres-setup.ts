import { startPostgres } from '../postgres.ts';

/** Starts one PostgreSQL server. Each worker creates a database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres();
  process.env.E2E_POSTGRES = JSON.stringify(server);
  return stop;
}
