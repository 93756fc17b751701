/**
 * Thrown by every query while the database cannot be reached, read or written. A retry may succeed.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Its message is a sentence for the operator. The commands and the server print it without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** A system error (ENOSPC), an SQLSTATE (53100), or node:sqlite. Node's own codes for bugs have an underscore. */
const EXTERNAL_CODE = /^(E[A-Z0-9]+|[0-9A-Z]{5}|ERR_SQLITE_ERROR)$/;
/** `pg` gives these no code. */
const LOST_CONNECTION = /^(timeout exceeded when trying to connect|connection terminated)/i;

/** Describes an error of the system or the database in one line. @returns undefined for any other error. */
export function describeExternalError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const message = error.message.trim();
  if (EXTERNAL_CODE.test(code)) {
    // An AggregateError of several failed connections has a code and no message.
    return message.includes(code) ? message : [message, `(${code})`].join(' ').trim();
  }
  return LOST_CONNECTION.test(message) ? message : describeExternalError(error.cause);
}

/** @returns `DatabaseUnavailable` if the driver's error means that, otherwise the error itself. */
export function translateError(error: unknown, isUnavailable: (error: Error) => boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  if (!isUnavailable(error)) return error;
  // PostgreSQL's or the system's code, SQLite's number, or the driver's message.
  const { errcode, code, message } = Object.assign({ errcode: undefined, code: undefined }, error, {
    message: error.message,
  });
  return new DatabaseUnavailable(`The database is unavailable: ${errcode ?? code ?? message}`, {
    cause: error,
  });
}
