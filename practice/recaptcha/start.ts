import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type ListenOptions, listen, type PracticeApp, type PracticeService } from '../listen.ts';
import { openSettings, type Settings } from '../settings.ts';
import { anchorPage, apiScript } from './scripts.ts';

const recaptchaSettings = z.strictObject({
  visitors: z.enum(['people', 'robots']),
  api: z.enum(['normal', 'down']),
});
type RecaptchaSettings = z.infer<typeof recaptchaSettings>;

/** Google's usual scores for people and for plain scripts. */
const scores = { people: 0.9, robots: 0.1 };

type PracticeRecaptchaOptions = ListenOptions & {
  siteKey: string;
  secretKey: string;
  /** The clock, for tests. */
  now?: () => Date;
};

interface Token {
  hostname: string;
  score: number;
  action: string;
  madeAt: Date;
  isSpent: boolean;
}

const TOKEN_LIFETIME_MS = 2 * 60 * 1000;

/** What the frame's address says: the site key, the origin of the page, and what it does. */
const anchor = z.object({
  k: z.string(),
  co: z.url().transform((page) => new URL(page)),
  action: z.string(),
});

/** Starts the practice reCAPTCHA v3: the page's script, its frame and `siteverify`. */
export async function startPracticeRecaptcha({
  siteKey,
  secretKey,
  now = () => new Date(),
  ...address
}: PracticeRecaptchaOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const settings = openSettings<RecaptchaSettings>(recaptchaSettings, {
    visitors: 'people',
    api: 'normal',
  });
  const tokens = new Map<string, Token>();

  const app: PracticeApp = new Hono();
  app
    .get('/recaptcha/api.js', (context) =>
      context.body(apiScript(listener.origin), 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-store',
        // Pages with Cross-Origin-Embedder-Policy may load it, too.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
    )
    .get('/recaptcha/api2/anchor', (context) => {
      const { data } = anchor.safeParse(context.req.query());
      if (data?.k !== siteKey) return context.text('Invalid site key', 400);
      const { co: page, action } = data;
      const score = scores[settings.read().visitors];
      const token = `03A${randomBytes(256).toString('base64url')}`;
      tokens.set(token, { hostname: page.hostname, score, action, madeAt: now(), isSpent: false });
      return context.html(anchorPage(token, page.origin));
    })
    .post('/recaptcha/api/siteverify', siteVerify(tokens, { secretKey, settings, now }))
    .route('/practice/settings', settings.routes());
  listener.serve(app);
  return listener;
}

const verification = z.object({ secret: z.string(), response: z.string() });

/** `POST /recaptcha/api/siteverify`: the score of a token, once. Errors have status 200, as at Google. */
function siteVerify(
  tokens: Map<string, Token>,
  {
    secretKey,
    settings,
    now,
  }: { secretKey: string; settings: Settings<RecaptchaSettings>; now(): Date },
) {
  return async (context: Context): Promise<Response> => {
    if (settings.read().api === 'down') return context.text('Service Unavailable', 503);
    const { data } = verification.safeParse(await context.req.parseBody());
    if (!data) return reject('bad-request');
    if (data.secret !== secretKey) return reject('invalid-input-secret');
    const token = tokens.get(data.response);
    if (!token) return reject('invalid-input-response');
    const { madeAt, isSpent, ...facts } = token;
    token.isSpent = true;
    if (isSpent || now().getTime() - madeAt.getTime() > TOKEN_LIFETIME_MS) {
      return reject('timeout-or-duplicate');
    }
    // Google's has no milliseconds.
    const challenge_ts = madeAt.toISOString().replace(/\.\d+Z$/, 'Z');
    return Response.json({ success: true, challenge_ts, ...facts });
  };
}

function reject(code: string): Response {
  return Response.json({ success: false, 'error-codes': [code] });
}
