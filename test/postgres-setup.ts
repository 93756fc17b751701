import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresServer;
  }
}

/** Vitest's global setup: one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres();
  project.provide('postgres', server);
  return stop;
}

/** In a test: creates an empty database. @returns its URL. */
export function emptyPostgresUrl(): Promise<string> {
  return createDatabase(inject('postgres'), 'test');
}
