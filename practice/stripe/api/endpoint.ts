import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { Account } from '../account.ts';
import { newId } from '../identifiers.ts';
import type { StripeSettings } from '../settings.ts';
import { ApiError, stripeIsDown } from './api-error.ts';
import { authenticate } from './authenticate.ts';
import { expand } from './expansion.ts';
import { canonicalForm, parseFormBody } from './form-body.ts';
import { type Answer, fingerprintOf, type IdempotencyKeys } from './idempotency.ts';
import type { JsonObject } from './json.ts';
import { list, text } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

type ApiRequest = {
  /** What the path names: `price_1` in `/v1/prices/price_1`. */
  id: string;
  parameters: JsonObject;
  requestId: string;
  idempotencyKey: string | null;
};

/** One operation of the API. It runs inside a transaction: throwing leaves no trace. */
export type Endpoint = (account: Account, request: ApiRequest) => JsonObject;

/** How long `slow` keeps an answer back: longer than people like, shorter than clients wait. */
const SLOW_MS = 5_000;

const expandParameter = z.looseObject({ expand: list(text(), 20).optional() });

/** Puts around an operation what all of Stripe's API has in common. */
export function serveEndpoint(
  account: Account,
  keys: IdempotencyKeys,
  endpoint: Endpoint,
): Handler {
  const serve = async (context: Context, api: StripeSettings['api']) => {
    const requestId = newId('req');
    const key = context.req.method === 'POST' ? context.req.header('idempotency-key') : undefined;

    const run = (form: string): JsonObject => {
      if (api === 'error-500') throw stripeIsDown();
      const { expand: paths = [], ...parameters } = readParameters(form);
      const id = context.req.param('id') ?? '';
      const request = { id, parameters, requestId, idempotencyKey: key ?? null };
      return expand(account, endpoint(account, request), paths);
    };
    const answerWith = (form: string, keep: (answer: Answer) => void): Answer => {
      try {
        return account.transaction(() => {
          const answer = { status: 200, body: JSON.stringify(run(form)), requestId };
          keep(answer);
          return answer;
        });
      } catch (error) {
        const answer = refusal(error, requestId);
        // A refusal for bad parameters is not kept; a failure of Stripe's own is, and replayed.
        if (answer.status >= 500) keep(answer);
        return answer;
      }
    };

    try {
      authenticate(context.req.header('authorization'), api === 'refuses-key');
      if (key === undefined) {
        const answer = answerWith(await readForm(context), () => {});
        return respond(context, answer);
      }
      // The key is taken before the body has arrived, or two at once would both find it free.
      return await keys.claim(key, async () => {
        const form = await readForm(context);
        const fingerprint = fingerprintOf(context.req.path, canonicalForm(form));
        const first = keys.recall(key, fingerprint);
        if (first !== undefined) return replay(context, first, requestId);
        const answer = answerWith(form, (given) => keys.keep(key, fingerprint, given));
        return respond(context, answer);
      });
    } catch (error) {
      return respond(context, refusal(error, requestId));
    }
  };

  return async (context) => {
    const { api } = account.settings.read();
    const response = await serve(context, api);
    // What was asked for has been done by now: a client that gives up waiting finds that out later.
    if (api === 'slow') await pause(SLOW_MS, undefined, { ref: false });
    return response;
  };
}

/** The parameters as they came, still encoded: in the body, or in the address. */
async function readForm(context: Context): Promise<string> {
  return context.req.method === 'POST' ? context.req.text() : new URL(context.req.url).search;
}

function readParameters(form: string) {
  return parseParameters(expandParameter, parseFormBody(form));
}

function refusal(error: unknown, requestId: string): Answer {
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

function replay(context: Context, first: Answer, requestId: string): Response {
  const response = respond(context, { ...first, requestId });
  response.headers.set('idempotent-replayed', 'true');
  response.headers.set('original-request', first.requestId);
  return response;
}

function respond(context: Context, { status, body, requestId }: Answer): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
  });
  for (const echoed of ['idempotency-key', 'stripe-version']) {
    const value = context.req.header(echoed);
    if (value !== undefined) headers.set(echoed, value);
  }
  // The same key would only bring the same failure again.
  if (status >= 500 && headers.has('idempotency-key')) headers.set('stripe-should-retry', 'false');
  return new Response(body, { status, headers });
}
