import { DatabaseSync } from 'node:sqlite';
import { translateError } from './database-errors.ts';
import { isUnavailable } from './sqlite-dialect.ts';

interface VersionReader {
  version(): number;
  close(): void;
}

/**
 * Reads the catalogue's version in two microseconds, on a connection of its own: the shop's connection
 * may be inside a transaction, which sees an older state or its own uncommitted one. Here each read
 * sees all that any process has committed.
 */
export function openVersionReader(path: string): VersionReader {
  const file = new DatabaseSync(path, { readOnly: true });
  const statement = file.prepare('select version from catalogue_version');

  function read(): unknown {
    try {
      return statement.get()?.version;
    } catch (error) {
      throw translateError(error, isUnavailable);
    }
  }

  return {
    version() {
      const version = read();
      if (typeof version !== 'number') throw new Error('The catalogue has no version.');
      return version;
    },
    close: () => file.close(),
  };
}
