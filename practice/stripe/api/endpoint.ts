import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { type Account, newId } from '../account.ts';
import { expand } from './expansion.ts';
import { canonicalForm, parseFormBody } from './form-body.ts';
import { fingerprintOf, type IdempotencyKeys, type StoredResponse } from './idempotency.ts';
import { list, parseParameters, text } from './parameters.ts';
import { ApiError, type Endpoint, type JsonObject, serverError } from './protocol.ts';

const expandParameter = z.looseObject({ expand: list(text(), 20).optional() });

/** Adds authentication, idempotency, expansion and error responses to an endpoint. */
export function serveEndpoint(
  account: Account,
  keys: IdempotencyKeys,
  endpoint: Endpoint,
): Handler {
  return async (context) => {
    const { api } = account.settings.read();
    const requestId = newId('req');
    const key = context.req.method === 'POST' ? context.req.header('idempotency-key') : undefined;

    const run = (form: string): JsonObject => {
      if (api === 'error-500') throw serverError();
      const { expand: paths = [], ...parameters } = parseParameters(
        expandParameter,
        parseFormBody(form),
      );
      const id = context.req.param('id') ?? '';
      return expand(account, endpoint(account, { id, parameters }), paths);
    };
    const execute = (form: string, store: (response: StoredResponse) => void): StoredResponse => {
      try {
        return account.transaction(() => {
          const body = JSON.stringify(run(form));
          const hidesEffect = api === 'error-after' && context.req.method === 'POST';
          const response = hidesEffect
            ? errorResponse(serverError(), requestId)
            : { status: 200, body, requestId };
          store(response);
          return response;
        });
      } catch (error) {
        const response = errorResponse(error, requestId);
        // Stripe stores every response once the endpoint has begun, refusals included. It does not document
        // which 400s arise before: here those about the format of the parameters.
        if (!(error instanceof ApiError && error.isValidation)) store(response);
        return response;
      }
    };

    try {
      authenticate(context.req.header('authorization'), api === 'refuses-key');
      if (key === undefined)
        return respond(
          context,
          execute(await readForm(context), () => {}),
        );
      // The key is locked before the body is read, or two concurrent requests would both find it unused.
      return await keys.lock(key, async () => {
        const form = await readForm(context);
        const fingerprint = fingerprintOf(context.req.path, canonicalForm(form));
        const stored = keys.find(key, fingerprint);
        if (stored !== undefined) return replay(context, stored, requestId);
        const response = execute(form, (first) => keys.store(key, fingerprint, first));
        return respond(context, response);
      });
    } catch (error) {
      return respond(context, errorResponse(error, requestId));
    }
  };
}

/**
 * Accepts any secret or restricted test key, and no key while the `api` setting rejects them. Live keys are
 * rejected.
 */
function authenticate(authorization: string | undefined, rejectAll: boolean): void {
  const key = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (rejectAll || !/^[sr]k_test_/.test(key)) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  }
}

function unauthorized(message: string) {
  return new ApiError(401, { type: 'invalid_request_error', message });
}

/** The encoded parameters, from the body or the query. */
async function readForm(context: Context): Promise<string> {
  return context.req.method === 'POST' ? context.req.text() : new URL(context.req.url).search;
}

function errorResponse(error: unknown, requestId: string): StoredResponse {
  if (error instanceof ApiError) {
    return { status: error.status, body: JSON.stringify(error.body), requestId };
  }
  console.error('practice stripe:', error);
  const message = 'The practice Stripe broke; see its log.';
  return {
    status: 500,
    body: JSON.stringify({ error: { type: 'api_error', message } }),
    requestId,
  };
}

function replay(context: Context, stored: StoredResponse, requestId: string): Response {
  const response = respond(context, { ...stored, requestId });
  response.headers.set('idempotent-replayed', 'true');
  response.headers.set('original-request', stored.requestId);
  return response;
}

function respond(context: Context, { status, body, requestId }: StoredResponse): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
  });
  for (const echoed of ['idempotency-key', 'stripe-version']) {
    const value = context.req.header(echoed);
    if (value !== undefined) headers.set(echoed, value);
  }
  // A retry with the same key would only replay the failure.
  if (status >= 500 && headers.has('idempotency-key')) headers.set('stripe-should-retry', 'false');
  return new Response(body, { status, headers });
}
