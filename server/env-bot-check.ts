import * as z from 'zod';
import { Key, Origin, parseVariables } from './read-variables.ts';

// The bot check's part of the environment, read by server/env.ts.

const Site = z.object({
  /** The audience of the shop's own tokens. */
  BOT_CHECK_PROJECT: z
    .string()
    .regex(/^[\w.-]+$/, 'is not made of letters, digits, dots and dashes')
    .default('battenberg'),
  BOT_CHECK_APP: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not made of letters, digits, dots, colons and dashes')
    .default('web'),
  BOT_CHECK_DEBUG_TOKENS: z
    .string()
    .transform((list) => list.split(',').map((token) => token.trim()))
    .pipe(z.array(z.string().min(1, 'has an empty token')))
    .default([]),
});

const Recaptcha = z.object({
  RECAPTCHA_SITE_KEY: Key,
  RECAPTCHA_SECRET_KEY: Key,
  RECAPTCHA_ORIGIN: Origin.default('https://www.google.com'),
});

const AppCheck = z.object({
  APP_CHECK_API_KEY: Key,
  APP_CHECK_PROJECT_NUMBER: Key.regex(/^\d+$/, 'is not a number'),
  APP_CHECK_APP_ID: Key,
  /** Where browsers exchange tokens, and the origin of the public keys. */
  APP_CHECK_ORIGIN: Origin.default('https://content-firebaseappcheck.googleapis.com'),
  APP_CHECK_KEYS_ORIGIN: Origin.default('https://firebaseappcheck.googleapis.com'),
});

/** App Check itself knows the secret key of its reCAPTCHA. */
const RecaptchaOfAppCheck = Recaptcha.partial({ RECAPTCHA_SECRET_KEY: true });

export type BotCheckEnv = NonNullable<ReturnType<typeof readBotCheckEnv>>;

/** @returns undefined if a variable is wrong; `wrong` gets a line for each. */
export function readBotCheckEnv(
  given: Record<string, string | undefined>,
  production: boolean,
  wrong: string[],
) {
  const anySet = (...names: string[]) => names.some((name) => given[name] !== undefined);
  const withAppCheck = anySet('APP_CHECK_API_KEY', 'APP_CHECK_PROJECT_NUMBER', 'APP_CHECK_APP_ID');
  const withRecaptcha = anySet('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY');

  const site = parseVariables(Site, given, wrong);
  const appCheck = withAppCheck ? parseVariables(AppCheck, given, wrong) : undefined;
  const recaptchaKeys = withAppCheck ? RecaptchaOfAppCheck : Recaptcha;
  const recaptcha =
    withAppCheck || withRecaptcha ? parseVariables(recaptchaKeys, given, wrong) : undefined;
  if (production && site && site.BOT_CHECK_DEBUG_TOKENS.length > 0) {
    wrong.push('BOT_CHECK_DEBUG_TOKENS is set: in production they would let every script in');
  }
  if (!site) return undefined;
  return {
    project: site.BOT_CHECK_PROJECT,
    app: site.BOT_CHECK_APP,
    debugTokens: site.BOT_CHECK_DEBUG_TOKENS,
    recaptcha: recaptcha && {
      siteKey: recaptcha.RECAPTCHA_SITE_KEY,
      secretKey: recaptcha.RECAPTCHA_SECRET_KEY,
      origin: recaptcha.RECAPTCHA_ORIGIN,
    },
    hosted: appCheck && {
      apiKey: appCheck.APP_CHECK_API_KEY,
      projectNumber: appCheck.APP_CHECK_PROJECT_NUMBER,
      app: appCheck.APP_CHECK_APP_ID,
      exchangeOrigin: appCheck.APP_CHECK_ORIGIN,
      keysOrigin: appCheck.APP_CHECK_KEYS_ORIGIN,
    },
  };
}
