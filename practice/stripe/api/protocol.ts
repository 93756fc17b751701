import type { Account } from '../account.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type ApiRequest = {
  /** The id in the path: `price_1` in `/v1/prices/price_1`. */
  id: string;
  parameters: JsonObject;
};

/** One operation of the API. It runs in a transaction, which is rolled back when it throws. */
export type Endpoint = (account: Account, request: ApiRequest) => JsonObject;

type ErrorStatus = 400 | 401 | 404 | 409 | 500;

type ErrorBody = {
  type: 'api_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string | undefined;
  param?: string | undefined;
};

/** An error response in Stripe's format: `{ error: { type, code, message, param } }`. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly body: { error: ErrorBody };
  /** Whether the endpoint had not begun: such a response is not stored for an idempotency key. */
  isValidation = false;

  constructor(status: ErrorStatus, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

/** @param details `param` names the invalid parameter. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}) {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** Stripe answers 404 for an unknown id in the path and 400 for one in a parameter. */
export function noSuch(kind: string, id: string, param?: string) {
  return new ApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
}

export function existing<Item>(kind: string, id: string, item: Item | undefined): Item {
  if (item === undefined) throw noSuch(kind, id);
  return item;
}

export function serverError() {
  return new ApiError(500, {
    type: 'api_error',
    message: 'An unknown error occurred. (The practice Stripe is set to fail.)',
  });
}
