type ErrorStatus = 400 | 401 | 404 | 409 | 500;

type ErrorBody = {
  type: 'api_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string | undefined;
  param?: string | undefined;
};

/** A refusal in the form Stripe answers with: `{ error: { type, code, message, param } }`. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly body: { error: ErrorBody };

  constructor(status: ErrorStatus, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

/** The request itself is wrong; `param` names the parameter at fault. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}) {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** Nothing has this id. Stripe says 404 when the id stood in the path and 400 when in a parameter. */
export function noSuch(kind: string, id: string, param?: string) {
  return new ApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
}

/** Stripe itself is in trouble. */
export function stripeIsDown() {
  return new ApiError(500, {
    type: 'api_error',
    message: 'An unknown error occurred. (The practice Stripe is set to fail.)',
  });
}
