import { startPostgres } from '../postgres.ts';

/** One PostgreSQL for all stories; each worker makes a database of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres();
  process.env.STORIES_POSTGRES = JSON.stringify(server);
  return stop;
}
