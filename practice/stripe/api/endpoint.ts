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
    /** @param store is called unless the endpoint has not begun. */
    const execute = (form: string, store: (response: StoredResponse) => void): StoredResponse => {
      let response: StoredResponse;
      try {
        const body = account.transaction(() => JSON.stringify(run(form)));
        const hidesEffect = api === 'error-after' && context.req.method === 'POST';
        response = hidesEffect ? errorResponse(serverError()) : { status: 200, body };
      } catch (error) {
        response = errorResponse(error);
        // Stripe does not document which 400s arise before: here those about the format of the parameters.
        if (error instanceof ApiError && error.isValidation) return response;
      }
      store(response);
      return response;
    };

    try {
      authenticate(context.req.header('authorization'), api === 'refuses-key');
      if (key === undefined) return respond(execute(await readForm(context), () => {}));
      // The key is locked before the body is read, or two concurrent requests would both find it unused.
      return await keys.lock(key, async () => {
        const form = await readForm(context);
        const fingerprint = fingerprintOf(context.req.path, canonicalForm(form));
        const replayed = keys.find(key, fingerprint);
        const response = replayed ?? execute(form, (first) => keys.store(key, fingerprint, first));
        return respond(response, {
          ...(replayed && { 'idempotent-replayed': 'true' }),
          // A retry with the same key would only replay the failure.
          ...(response.status >= 500 && { 'stripe-should-retry': 'false' }),
        });
      });
    } catch (error) {
      return respond(errorResponse(error));
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

function errorResponse(error: unknown): StoredResponse {
  if (error instanceof ApiError) return { status: error.status, body: JSON.stringify(error.body) };
  console.error('practice stripe:', error);
  const message = 'The practice Stripe broke; see its log.';
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) };
}

function respond({ status, body }: StoredResponse, more: Record<string, string> = {}): Response {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': newId('req'),
    ...more,
  };
  return new Response(body, { status, headers });
}
