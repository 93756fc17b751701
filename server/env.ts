import * as z from 'zod';
import { LONGEST_PAUSE_SECONDS } from '#server/emails/mailer.ts';

const Origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const Key = z.string('is not set');

const TrustedProxy = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'is neither an address nor a network such as 10.0.0.0/8',
);

/** EmailJS takes one request a second; the rest is for delays on the way. */
const EMAILJS_SPACING = 1.1;

/** Ten times the traffic; tests and benchmarks, with practice services, may go further. */
const HIGHEST_REAL_FACTOR = 10;

const Shop = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PRACTICE: z.enum(['0', '1']).default('0'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The shop's public origin. */
  ORIGIN: Origin.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Minimum seconds between the starts of two e-mails; 0 is none. Default: the service's own limit (spec §9). */
  EMAIL_THROTTLE_SECONDS: z.coerce.number().min(0).optional(),
  /**
   * How long a server's claim of an e-mail lasts; longer than the timeout of EmailJS. The outbox takes one that is
   * longer than its longest pause for a clock that was set back.
   */
  EMAIL_LEASE_SECONDS: z.coerce.number().min(30).max(LONGEST_PAUSE_SECONDS).default(120),
  /** Interval at which unpaid orders are checked at the payment provider. */
  RECONCILE_SECONDS: z.coerce.number().positive().default(60),
  /** Days after an order's last collection day until it is anonymised. */
  RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** Proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((proxy) => proxy !== ''))
    .pipe(z.array(TrustedProxy)),
  /** How long `/readyz` answers 503 before the server closes: as long as a proxy takes to notice. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /**
   * Processor time for each AVIF picture. sharp's default of 4 takes four times as long as 3, for files
   * that are 6 % smaller.
   */
  AVIF_EFFORT: z.coerce.number().int().min(0).max(9).default(3),
  /** Of the practice push service. */
  PUSH_ORIGIN: Origin.optional(),
  /** Multiplies every rate limit (server/http/rate-limits.ts). */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000).default(1),
});

const Stripe = z.object({
  STRIPE_SECRET_KEY: Key.regex(
    /^[sr]k_(test|live)_\S+$/,
    'is neither a secret key (sk_live_…) nor a restricted one (rk_live_…)',
  ),
  STRIPE_WEBHOOK_SECRET: Key,
  STRIPE_ORIGIN: Origin.default('https://api.stripe.com'),
});

const EmailJs = z.object({
  EMAILJS_SERVICE_ID: Key,
  /** Of the cafe's e-mails: its recipient is the cafe, its text `{{orderText}}`. */
  EMAILJS_TEMPLATE_ID: Key,
  /** Of customers' e-mails: its recipient is `{{{to_email}}}`, its content `{{{html}}}`. */
  EMAILJS_CUSTOMER_TEMPLATE_ID: Key,
  EMAILJS_PUBLIC_KEY: Key,
  EMAILJS_PRIVATE_KEY: Key,
  EMAILJS_ORIGIN: Origin.default('https://api.emailjs.com'),
});

/** `shop@cafe.example` or `The cafe <shop@cafe.example>`. */
const Sender = z.string('is not set to an e-mail address').transform((text, context) => {
  const [, name = '', address] = /^\s*(?:([^<>]*?)\s*<)?([^<>\s]+)>?\s*$/.exec(text) ?? [];
  if (!z.email().safeParse(address).success) {
    context.addIssue('is not set to an e-mail address');
    return z.NEVER;
  }
  return { name: name.replace(/^"(.*)"$/, '$1'), address: address ?? '' };
});

const Smtp = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: Sender,
  MAIL_TO: z.email('is not set to an e-mail address'),
});

const BotCheckSite = z.object({
  /** Multiplies the work of the proof of work: less than 1 only in practice. */
  BOT_CHECK_WORK_FACTOR: z.coerce.number().positive().max(10).default(1),
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

/** For an external image CDN. */
const ImageCdn = z.object({
  IMAGE_CDN: z.enum(['cloudinary', 'imgix'], 'is neither cloudinary nor imgix'),
  /** Its URL of the shop's photos. */
  IMAGE_CDN_URL: z
    .url({ protocol: /^https$/, error: 'is not set to an https address' })
    .transform((url) => url.replace(/\/+$/, '')),
});

export type Env = ReturnType<typeof readEnv>;

/** Its message has a line for each wrong variable. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads and validates the environment; no other module does. Missing keys are filled with those of
 * the practice services, in production only with `PRACTICE=1`.
 * @throws {EnvError}
 */
export function readEnv(environment: Record<string, string | undefined>) {
  // An empty variable counts as not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const wrong: string[] = [];
  const shop = parseVariables(Shop, given, wrong);
  if (!shop) throw new EnvError(wrong.join('\n'));

  const production = shop.NODE_ENV === 'production';
  const mayPractise = !production || shop.PRACTICE === '1';
  if (!mayPractise && !shop.ORIGIN) wrong.push('ORIGIN is not set');
  if (!mayPractise && shop.RATE_LIMIT_FACTOR > HIGHEST_REAL_FACTOR) {
    wrong.push(`RATE_LIMIT_FACTOR is more than ${HIGHEST_REAL_FACTOR}: that would be no limit`);
  }
  const stripeSet = given.STRIPE_SECRET_KEY !== undefined;
  const mailSet = given.SMTP_URL !== undefined || given.EMAILJS_SERVICE_ID !== undefined;
  const practised = {
    ...(mayPractise && !stripeSet && practiceStripe(shop.PORT)),
    ...(mayPractise && !mailSet && practiceEmailJs(shop.PORT)),
    ...given,
  };
  const stripe = parseVariables(Stripe, practised, wrong);
  const mail = given.SMTP_URL
    ? parseVariables(Smtp, practised, wrong)
    : parseVariables(EmailJs, practised, wrong);
  const imageCdn = given.IMAGE_CDN ? parseVariables(ImageCdn, given, wrong) : undefined;
  const botCheck = readBotCheckEnv(given, { production, mayPractise }, wrong);
  if (!stripe || !mail || !botCheck || wrong.length > 0) throw new EnvError(wrong.join('\n'));
  return {
    ...shop,
    ORIGIN: shop.ORIGIN ?? `http://localhost:${shop.PORT}`,
    /** True if any outside service is a practice one: the pages say that no money moves. */
    practice: mayPractise && !(stripeSet && mailSet),
    stage: {
      payments: !stripeSet
        ? 'practice'
        : stripe.STRIPE_SECRET_KEY.includes('k_live_')
          ? 'live'
          : 'test',
      emails: mailSet ? 'real' : 'practice',
    } as const,
    stripe,
    mail,
    /** Undefined: the push services of browsers alone. */
    practicePush: mayPractise ? (shop.PUSH_ORIGIN ?? practicePush(shop.PORT)) : undefined,
    emailSpacingSeconds: shop.EMAIL_THROTTLE_SECONDS ?? ('SMTP_URL' in mail ? 0 : EMAILJS_SPACING),
    /** Undefined: the embedded image server. */
    imageCdn,
    botCheck,
  };
}

/** The practice services listen on the ports after the shop's. */
function practiceStripe(port: number) {
  return {
    STRIPE_SECRET_KEY: 'sk_test_practice',
    STRIPE_WEBHOOK_SECRET: 'whsec_practice',
    STRIPE_ORIGIN: `http://127.0.0.1:${port + 1}`,
  };
}

function practiceEmailJs(port: number) {
  return {
    EMAILJS_SERVICE_ID: 'practice',
    EMAILJS_TEMPLATE_ID: 'order',
    EMAILJS_CUSTOMER_TEMPLATE_ID: 'customer',
    EMAILJS_PUBLIC_KEY: 'practice-public',
    EMAILJS_PRIVATE_KEY: 'practice-private',
    EMAILJS_ORIGIN: `http://127.0.0.1:${port + 2}`,
  };
}

function practicePush(port: number): string {
  return `http://127.0.0.1:${port + 4}`;
}

/** @returns undefined if a variable is wrong; `wrong` gets a line for each. */
function readBotCheckEnv(
  given: Record<string, string | undefined>,
  { production, mayPractise }: { production: boolean; mayPractise: boolean },
  wrong: string[],
) {
  const anySet = (...names: string[]) => names.some((name) => given[name] !== undefined);
  const withAppCheck = anySet('APP_CHECK_API_KEY', 'APP_CHECK_PROJECT_NUMBER', 'APP_CHECK_APP_ID');
  const withRecaptcha = anySet('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY');

  const site = parseVariables(BotCheckSite, given, wrong);
  const appCheck = withAppCheck ? parseVariables(AppCheck, given, wrong) : undefined;
  const recaptchaKeys = withAppCheck ? RecaptchaOfAppCheck : Recaptcha;
  const recaptcha =
    withAppCheck || withRecaptcha ? parseVariables(recaptchaKeys, given, wrong) : undefined;
  if (production && site && site.BOT_CHECK_DEBUG_TOKENS.length > 0) {
    wrong.push('BOT_CHECK_DEBUG_TOKENS is set: in production they would let every script in');
  }
  if (!mayPractise && site && site.BOT_CHECK_WORK_FACTOR < 1) {
    wrong.push('BOT_CHECK_WORK_FACTOR is less than 1: robots would order as cheaply as people');
  }
  if (!site) return undefined;
  return {
    debugTokens: site.BOT_CHECK_DEBUG_TOKENS,
    workFactor: site.BOT_CHECK_WORK_FACTOR,
    /** With hosted App Check there is no secret key: the service has its own. */
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

/** @returns undefined if a variable is wrong; `wrong` gets a line for each. */
function parseVariables<T>(
  schema: z.ZodType<T>,
  environment: object,
  wrong: string[],
): T | undefined {
  const { data, error } = schema.safeParse(environment);
  for (const { path, message } of error?.issues ?? []) wrong.push(`${path.join('.')} ${message}`);
  return data;
}
