import * as z from 'zod';
import type { Env } from '#server/env.ts';
import type { Log } from '#server/log.ts';
import { invalidProof, type ProofResult } from './exchange.ts';

const ACTION = 'fire_app_check';
/** Google's default: 1.0 is very likely a person, 0.0 very likely a robot. */
const MINIMUM_SCORE = 0.5;
/** The visitor may be waiting, and can still do a proof of work. */
const TIMEOUT_MS = 5_000;

const SiteVerifyResponse = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type SiteVerifyResponse = z.infer<typeof SiteVerifyResponse>;

/** @returns what verifies tokens with reCAPTCHA v3; undefined without a secret key. */
export function createRecaptcha(
  shopOrigin: string,
  recaptcha: Env['botCheck']['recaptcha'],
  log: Log,
) {
  if (!recaptcha?.secretKey) return undefined;
  const { secretKey, origin } = recaptcha;
  // Tokens from other sites are rejected.
  const { hostname } = new URL(shopOrigin);
  return async (token: string): Promise<ProofResult> => {
    let result: SiteVerifyResponse;
    try {
      result = await siteVerify(origin, secretKey, token);
    } catch (error) {
      log.warn({ err: error, origin }, 'cannot reach reCAPTCHA');
      return unavailable;
    }
    const errors = result['error-codes'];
    if (errors.some((code) => code.endsWith('-input-secret'))) {
      log.error({ errors }, 'reCAPTCHA rejects RECAPTCHA_SECRET_KEY');
      return unavailable;
    }
    const reason = rejectionReason(result, hostname);
    if (!reason) return { ok: true };
    const details = { score: result.score, errors };
    return invalidProof(`The reCAPTCHA token is refused: ${reason}.`, details);
  };
}

const unavailable: ProofResult = {
  ok: false,
  reason: 'unavailable',
  message: 'reCAPTCHA cannot be asked at the moment.',
};

async function siteVerify(
  origin: string,
  secret: string,
  token: string,
): Promise<SiteVerifyResponse> {
  const response = await fetch(`${origin}/recaptcha/api/siteverify`, {
    method: 'POST',
    // Without the optional `remoteip`, which would pass on the visitor's address.
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`siteverify answered ${response.status}`);
  return SiteVerifyResponse.parse(await response.json());
}

function rejectionReason(result: SiteVerifyResponse, hostname: string): string | undefined {
  if (!result.success) return 'not valid';
  if (result.action !== ACTION) return 'another action';
  if (result.hostname !== hostname) return 'another site';
  if ((result.score ?? 0) < MINIMUM_SCORE) return 'low score';
  return undefined;
}
