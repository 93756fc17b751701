import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { describeExternalError, OperatorError } from './db/database-errors.ts';
import { EnvError } from './env.ts';

/**
 * Says in words why a command or the start failed, where the operator can do something about it.
 * @returns undefined for a bug: the caller shows the stack.
 */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof EnvError) return `Its settings are not complete:\n${error.message}`;
  if (error instanceof OperatorError) return error.message;
  if (error instanceof PaymentsUnavailable) {
    return `The payment provider could not be reached, or rejected a request: ${error.message}`;
  }
  const trouble = describeExternalError(error);
  return trouble && `The system or the database failed: ${trouble}.`;
}
