import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import type { Log } from '#server/log.ts';

export type ProofResult =
  | { ok: true }
  | {
      ok: false;
      /** `unavailable`: the proof cannot be verified now; `disabled`: this kind is not accepted. */
      reason: 'invalid' | 'unavailable' | 'disabled';
      /** For the sender. */
      message: string;
      /** For the log. */
      details?: object;
    };

export function invalidProof(message: string, details: object = {}): ProofResult {
  return { ok: false, reason: 'invalid', message, details };
}

interface ExchangeSettings {
  issueToken(): object;
  checkProof(proof: string): Promise<ProofResult>;
  checkDebugToken(token: string): Promise<ProofResult>;
  log: Log;
}

/** Under `/v1`. App Check's clients name a project and an app. */
export const OWN_EXCHANGE = '/projects/battenberg/apps/web';

const RETRY_SECONDS = 30;

const Proof = z.string().min(1);

const STATUS_NAMES = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;
const STATUS_OF = { invalid: 400, disabled: 403, unavailable: 503 } as const;

/**
 * Exchanges a proof for a token at App Check's addresses. An invalid proof is always a 400: App Check's
 * clients stop for a whole day after a 403 or 404.
 */
export function createExchange(settings: ExchangeSettings): Hono {
  const { issueToken, log } = settings;

  async function respond(c: Context, result: ProofResult) {
    if (result.ok) return c.json(issueToken());
    const { reason, message, details } = result;
    log.info({ reason, message, ...details }, 'rejected a proof of the bot check');
    if (reason === 'unavailable') c.header('Retry-After', `${RETRY_SECONDS}`);
    return reject(c, STATUS_OF[reason], message);
  }

  function takeProofs(method: string, field: string, check: ExchangeSettings['checkProof']) {
    exchange.post(`${OWN_EXCHANGE}:${method}`, async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const { data: proof } = Proof.safeParse(Object(body)[field]);
      if (proof === undefined) return reject(c, 400, `There is no ${field}.`);
      return respond(c, await check(proof));
    });
  }

  const exchange = new Hono();
  takeProofs('exchangeRecaptchaV3Token', 'recaptcha_v3_token', settings.checkProof);
  takeProofs('exchangeDebugToken', 'debug_token', settings.checkDebugToken);
  exchange.all('*', (c) => reject(c, 404, 'There is no such method.'));
  exchange.onError((error, c) => {
    log.error({ err: error }, 'an exchange of the bot check failed');
    if (!(error instanceof DatabaseUnavailable)) {
      return reject(c, 500, 'Something went wrong on our side.');
    }
    c.header('Retry-After', `${RETRY_SECONDS}`);
    return reject(c, 503, 'Please try again in a moment.');
  });
  return exchange;
}

/** An error in the format of Google's APIs. */
function reject(c: Context, code: keyof typeof STATUS_NAMES, message: string) {
  return c.json({ error: { code, message, status: STATUS_NAMES[code] } }, code);
}
