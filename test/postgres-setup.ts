import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresServer;
  }
}

/** Vitest's global setup: starts one PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres();
  project.provide('postgres', server);
  return stop;
}

/** Creates an empty database for a test. @returns its URL. */
export function emptyPostgresUrl(): Promise<string> {
  return createDatabase(inject('postgres'), 'test');
}
