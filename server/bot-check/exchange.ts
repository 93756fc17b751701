import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { DatabaseUnavailable, type Log } from '#domain/ports.ts';
import type { MintedToken } from './own-tokens.ts';
import type { ProofVerdict } from './proof.ts';

interface ExchangeSettings {
  site: { project: string; app: string };
  tokens: {
    mint(options: { limitedUse: boolean }): Promise<MintedToken>;
    jwks(): Promise<JSONWebKeySet>;
  };
  checkProof(proof: string): Promise<ProofVerdict>;
  checkDebugToken(token: string): ProofVerdict;
  log: Log;
}

/** A proof is a few kilobytes at most. */
const MAX_BODY_BYTES = 16 * 1024;
/** Somebody who checks tokens may keep the keys so long; a key it does not know makes it ask again. */
const JWKS_CACHE = 'public, max-age=300';
const RETRY_SECONDS = 30;

const Proof = z.object({
  recaptcha_v3_token: z.string().min(1),
  limited_use: z.boolean().default(false),
});
const DebugProof = z.object({
  debug_token: z.string().min(1),
  limited_use: z.boolean().default(false),
});

const STATUS_NAMES = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;
const STATUS_OF = { invalid: 400, 'switched-off': 403, unavailable: 503 } as const;

/**
 * A proof in, a token out, under App Check's addresses. A bad proof is a 400 and nothing else: its
 * clients take 403 and 404 as a word for the whole day.
 */
export function createExchange(settings: ExchangeSettings): Hono {
  const { site, tokens, log } = settings;

  async function answer(c: Context, verdict: ProofVerdict, limitedUse: boolean) {
    if (verdict.ok) return c.json(await tokens.mint({ limitedUse }));
    const { reason, message, facts } = verdict;
    log.info({ reason, message, ...facts }, 'a proof was refused');
    if (reason === 'unavailable') c.header('Retry-After', `${RETRY_SECONDS}`);
    return refuse(c, STATUS_OF[reason], message);
  }

  const exchange = new Hono();
  exchange.get('/jwks', async (c) => {
    c.header('Cache-Control', JWKS_CACHE);
    return c.json(await tokens.jwks());
  });
  exchange.use('/projects/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  exchange.post(
    '/projects/:project/apps/:call',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => refuse(c, 400, 'The request is too large.'),
    }),
    async (c) => {
      const { project, call } = c.req.param();
      const [, app, method] = /^(.+):(exchange\w+)$/.exec(call) ?? [];
      if (project !== site.project || app !== site.app) {
        return refuse(c, 404, 'There is no such app.');
      }
      const body: unknown = await c.req.json().catch(() => undefined);
      switch (method) {
        case 'exchangeRecaptchaV3Token': {
          const { data } = Proof.safeParse(body);
          if (!data) return refuse(c, 400, 'There is no recaptcha_v3_token.');
          const verdict = await settings.checkProof(data.recaptcha_v3_token);
          return answer(c, verdict, data.limited_use);
        }
        case 'exchangeDebugToken': {
          const { data } = DebugProof.safeParse(body);
          if (!data) return refuse(c, 400, 'There is no debug_token.');
          return answer(c, settings.checkDebugToken(data.debug_token), data.limited_use);
        }
        default:
          return refuse(c, 404, 'There is no such method.');
      }
    },
  );
  exchange.all('*', (c) => refuse(c, 404, 'There is no such method.'));
  exchange.onError((error, c) => {
    log.error({ err: error }, 'an exchange failed');
    if (!(error instanceof DatabaseUnavailable)) {
      return refuse(c, 500, 'Something went wrong on our side.');
    }
    c.header('Retry-After', `${RETRY_SECONDS}`);
    return refuse(c, 503, 'Please try again in a moment.');
  });
  return exchange;
}

/** An error in the form that Google's clients read. */
function refuse(c: Context, code: keyof typeof STATUS_NAMES, message: string) {
  return c.json({ error: { code, message, status: STATUS_NAMES[code] } }, code);
}
