import * as z from 'zod';
import type { Log } from '#domain/ports.ts';
import { invalidProof, type ProofResult } from './exchange.ts';

export interface RecaptchaSettings {
  secretKey: string;
  origin: string;
  /** The shop's host: tokens from other sites are rejected. */
  hostname: string;
}

const ACTION = 'fire_app_check';
/** Google's default: 1.0 is very likely a person, 0.0 very likely a robot. */
const MINIMUM_SCORE = 0.5;
/** The visitor may be waiting, and can still do a proof of work. */
const TIMEOUT_MS = 5_000;

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Answer = z.infer<typeof Answer>;

/** Verifies tokens with reCAPTCHA v3. */
export function createRecaptcha({ secretKey, origin, hostname }: RecaptchaSettings, log: Log) {
  return async (token: string): Promise<ProofResult> => {
    let answer: Answer;
    try {
      answer = await siteVerify(origin, secretKey, token);
    } catch (error) {
      log.warn({ err: error, origin }, 'cannot reach reCAPTCHA');
      return unavailable;
    }
    const errors = answer['error-codes'];
    if (errors.some((code) => code.endsWith('-input-secret'))) {
      log.error({ errors }, 'reCAPTCHA rejects RECAPTCHA_SECRET_KEY');
      return unavailable;
    }
    const reason = rejectionReason(answer, hostname);
    if (!reason) return { ok: true };
    const details = { score: answer.score, errors };
    return invalidProof(`The reCAPTCHA token is refused: ${reason}.`, details);
  };
}

const unavailable: ProofResult = {
  ok: false,
  reason: 'unavailable',
  message: 'reCAPTCHA cannot be asked at the moment.',
};

async function siteVerify(origin: string, secret: string, response: string): Promise<Answer> {
  const answer = await fetch(`${origin}/recaptcha/api/siteverify`, {
    method: 'POST',
    // Without the optional `remoteip`, which would pass on the visitor's address.
    body: new URLSearchParams({ secret, response }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`);
  return Answer.parse(await answer.json());
}

function rejectionReason(answer: Answer, hostname: string): string | undefined {
  if (!answer.success) return 'not valid';
  if (answer.action !== ACTION) return 'another action';
  if (answer.hostname !== hostname) return 'another site';
  if ((answer.score ?? 0) < MINIMUM_SCORE) return 'low score';
  return undefined;
}
