import type { Context } from 'hono';
import { z } from 'zod';
import type { Settings } from '../settings.ts';
import type { RecaptchaSettings } from './settings.ts';
import type { Tokens } from './tokens.ts';

const question = z.object({ secret: z.string().optional(), response: z.string().optional() });

/** `POST /recaptcha/api/siteverify`: what is thought of whoever made a token. Always a 200, as there. */
export function siteVerify(
  tokens: Tokens,
  secretKey: string,
  settings: Settings<RecaptchaSettings>,
) {
  return async (context: Context): Promise<Response> => {
    if (settings.read().api === 'down') return context.text('Service Unavailable', 503);
    const parsed = question.safeParse(await context.req.parseBody());
    if (!parsed.success) return refuse('bad-request');
    const { secret, response } = parsed.data;
    if (!secret) return refuse('missing-input-secret');
    if (secret !== secretKey) return refuse('invalid-input-secret');
    if (!response) return refuse('missing-input-response');

    const spent = tokens.spend(response);
    if (!spent.ok) {
      return refuse(spent.reason === 'spent' ? 'timeout-or-duplicate' : 'invalid-input-response');
    }
    const { madeAt, hostname, score, action } = spent.token;
    // Theirs has no milliseconds.
    const challenge_ts = madeAt.replace(/\.\d+Z$/, 'Z');
    return Response.json({ success: true, challenge_ts, hostname, score, action });
  };
}

function refuse(code: string): Response {
  return Response.json({ success: false, 'error-codes': [code] });
}
