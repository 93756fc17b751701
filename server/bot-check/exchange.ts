import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { DatabaseUnavailable, type Log } from '#server/ports.ts';

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
  site: { project: string; app: string };
  issueToken(options: { limitedUse: boolean }): object;
  checkProof(proof: string): Promise<ProofResult>;
  checkDebugToken(token: string): Promise<ProofResult>;
  log: Log;
}

/** A proof has a few kilobytes at most. */
const MAX_BODY_BYTES = 16 * 1024;
const RETRY_SECONDS = 30;

const Proof = z.object({
  proof: z.string().min(1),
  limited_use: z.boolean().default(false),
});

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
  const { site, issueToken, log } = settings;

  async function respond(c: Context, result: ProofResult, limitedUse: boolean) {
    if (result.ok) return c.json(issueToken({ limitedUse }));
    const { reason, message, details } = result;
    log.info({ reason, message, ...details }, 'rejected a proof of the bot check');
    if (reason === 'unavailable') c.header('Retry-After', `${RETRY_SECONDS}`);
    return reject(c, STATUS_OF[reason], message);
  }

  const proofKinds = new Map([
    ['exchangeRecaptchaV3Token', { field: 'recaptcha_v3_token', check: settings.checkProof }],
    ['exchangeDebugToken', { field: 'debug_token', check: settings.checkDebugToken }],
  ]);

  const exchange = new Hono();
  exchange.use('/projects/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  exchange.post(
    '/projects/:project/apps/:call',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => reject(c, 400, 'The request is too large.'),
    }),
    async (c) => {
      const { project, call } = c.req.param();
      const [, app, method] = /^(.+):(exchange\w+)$/.exec(call) ?? [];
      if (project !== site.project || app !== site.app) {
        return reject(c, 404, 'There is no such app.');
      }
      const kind = method && proofKinds.get(method);
      if (!kind) return reject(c, 404, 'There is no such method.');
      const body: unknown = await c.req.json().catch(() => undefined);
      const { data } = Proof.safeParse({ ...Object(body), proof: Object(body)[kind.field] });
      if (!data) return reject(c, 400, `There is no ${kind.field}.`);
      return respond(c, await kind.check(data.proof), data.limited_use);
    },
  );
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
