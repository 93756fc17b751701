import * as z from 'zod';
import type { Log } from '#domain/ports.ts';
import type { ProofVerdict } from './proof.ts';

export interface RecaptchaSettings {
  secretKey: string;
  origin: string;
  /** Where the token must have been made. */
  hostname: string;
}

const ACTION = 'fire_app_check';
/** Google's own default: 1.0 is very likely a person, 0.0 very likely a robot. */
const LEAST_SCORE = 0.5;
/** The visitor may be waiting, and has a slower way left. */
const TIMEOUT_MS = 5_000;

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Answer = z.infer<typeof Answer>;

/** Asks reCAPTCHA v3 what it thinks of whoever has made a token. */
export function createRecaptcha({ secretKey, origin, hostname }: RecaptchaSettings, log: Log) {
  return async (token: string): Promise<ProofVerdict> => {
    let answer: Answer;
    try {
      answer = await siteVerify(origin, secretKey, token);
    } catch (error) {
      log.warn({ err: error, origin }, 'reCAPTCHA cannot be asked');
      return unavailable;
    }
    const errors = answer['error-codes'];
    if (errors.some((code) => code.endsWith('-input-secret'))) {
      log.error({ errors }, 'reCAPTCHA does not know RECAPTCHA_SECRET_KEY');
      return unavailable;
    }
    const reason = objection(answer, hostname);
    if (!reason) return { ok: true };
    return {
      ok: false,
      reason: 'invalid',
      message: `The reCAPTCHA token is refused: ${reason}.`,
      facts: { score: answer.score, errors },
    };
  };
}

const unavailable: ProofVerdict = {
  ok: false,
  reason: 'unavailable',
  message: 'reCAPTCHA cannot be asked at the moment.',
};

async function siteVerify(origin: string, secret: string, response: string): Promise<Answer> {
  const answer = await fetch(`${origin}/recaptcha/api/siteverify`, {
    method: 'POST',
    // No `remoteip`: it is optional, and the visitor's address is nobody's business.
    body: new URLSearchParams({ secret, response }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`);
  return Answer.parse(await answer.json());
}

function objection(answer: Answer, hostname: string): string | undefined {
  if (!answer.success) return 'not valid';
  if (answer.action !== ACTION) return 'another action';
  if (answer.hostname !== hostname) return 'another site';
  if ((answer.score ?? 0) < LEAST_SCORE) return 'low score';
  return undefined;
}
