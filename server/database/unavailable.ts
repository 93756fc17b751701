import { DatabaseUnavailable } from '#domain/ports.ts';

/** What to throw for a driver's error: `DatabaseUnavailable` where the driver calls it that, or the error itself. */
export function translateError(error: unknown, isUnavailable: (error: Error) => boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  if (!isUnavailable(error)) return error;
  // The code of PostgreSQL or the operating system, SQLite's number, or the driver's own fixed words.
  const { errcode, code, message } = Object.assign({ errcode: undefined, code: undefined }, error, {
    message: error.message,
  });
  return new DatabaseUnavailable(`The database is unavailable: ${errcode ?? code ?? message}`, {
    cause: error,
  });
}
