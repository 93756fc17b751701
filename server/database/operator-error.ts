/** Its message is a sentence for the operator. The commands and the server print it without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** A system error (ENOSPC), an SQLSTATE (53100), or node:sqlite. Node's own codes for bugs have an underscore. */
const OUTSIDE_CODE = /^(E[A-Z0-9]+|[0-9A-Z]{5}|ERR_SQLITE_ERROR)$/;
/** `pg` gives these no code. */
const LOST_CONNECTION = /^(timeout exceeded when trying to connect|connection terminated)/i;

/** Describes an error of the system or the database in one line. @returns undefined for any other error. */
export function describeExternalError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const message = error.message.trim();
  if (OUTSIDE_CODE.test(code)) {
    // An AggregateError of several failed connections has a code and no message.
    return message.includes(code) ? message : [message, `(${code})`].join(' ').trim();
  }
  return LOST_CONNECTION.test(message) ? message : describeExternalError(error.cause);
}
