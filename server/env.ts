import * as z from 'zod';
import { type BotCheckEnv, readBotCheckEnv } from './env-bot-check.ts';
import { Key, Origin, parseVariables } from './read-variables.ts';

const TrustedProxy = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'is neither an address nor a network such as 10.0.0.0/8',
);

/** For a shop of many times the custom; tests and measurements, which practise, may go further. */
const HIGHEST_REAL_FACTOR = 10;

const Shop = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PRACTICE: z.enum(['0', '1']).default('0'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Where visitors reach the shop. */
  ORIGIN: Origin.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** At most one e-mail in so many seconds; none set (spec §9). */
  EMAIL_THROTTLE_SECONDS: z.coerce.number().min(0).default(0),
  /** How long an e-mail belongs to the server that sends it; longer than EmailJS is waited for. */
  EMAIL_LEASE_SECONDS: z.coerce.number().min(30).default(120),
  /** How often the payment provider is asked about orders that still wait. */
  RECONCILE_SECONDS: z.coerce.number().positive().default(60),
  /** For how many days after its last collection day an order still says whose it was. */
  RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** Whose X-Forwarded-For is believed: none but these. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((proxy) => proxy !== ''))
    .pipe(z.array(TrustedProxy)),
  /** How long `/readyz` says 503 before requests are refused: as long as a proxy takes to notice. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** 1: the Strict-Transport-Security header also covers every subdomain of the shop's host. */
  HSTS_INCLUDE_SUBDOMAINS: z.enum(['0', '1']).default('0'),
  /** Multiplies every rate limit (server/http/limits.ts). */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000).default(1),
});

const Stripe = z.object({
  STRIPE_SECRET_KEY: Key,
  STRIPE_WEBHOOK_SECRET: Key,
  STRIPE_ORIGIN: Origin.default('https://api.stripe.com'),
});

const EmailJs = z.object({
  EMAILJS_SERVICE_ID: Key,
  EMAILJS_TEMPLATE_ID: Key,
  EMAILJS_PUBLIC_KEY: Key,
  EMAILJS_PRIVATE_KEY: Key,
  EMAILJS_ORIGIN: Origin.default('https://api.emailjs.com'),
});

const Smtp = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.email('is not set to an e-mail address'),
  MAIL_TO: z.email('is not set to an e-mail address'),
});

/** Only for an image CDN other than the embedded one. */
const ImageCdn = z.object({
  IMAGE_CDN: z.enum(['cloudinary', 'imgix'], 'is neither cloudinary nor imgix'),
  /** Where it has the shop's photos. */
  IMAGE_CDN_URL: z
    .url({ protocol: /^https$/, error: 'is not set to an https address' })
    .transform((url) => url.replace(/\/+$/, '')),
});

export type StripeEnv = z.infer<typeof Stripe>;
export type EmailJsEnv = z.infer<typeof EmailJs>;
export type SmtpEnv = z.infer<typeof Smtp>;
type ImageCdnEnv = z.infer<typeof ImageCdn>;
export type Env = z.infer<typeof Shop> & {
  ORIGIN: string;
  /** True where an outside service is a practice one: the pages say that no money moves. */
  practice: boolean;
  stripe: StripeEnv;
  mail: EmailJsEnv | SmtpEnv;
  /** Undefined: the embedded one. */
  imageCdn: ImageCdnEnv | undefined;
  botCheck: BotCheckEnv;
};

/** What is wrong with the environment: a line for each variable, with its name. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * The only reader of the environment. Where no keys are set, the practice services' are filled in,
 * but in production only if `PRACTICE=1` says that it is meant: otherwise the missing ones are named.
 * @throws {EnvError}
 */
export function readEnv(environment: Record<string, string | undefined>): Env {
  // An empty line in an environment file means "not set".
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
  const botCheck = readBotCheckEnv(given, production, wrong);
  if (!stripe || !mail || !botCheck || wrong.length > 0) throw new EnvError(wrong.join('\n'));
  return {
    ...shop,
    ORIGIN: shop.ORIGIN ?? `http://localhost:${shop.PORT}`,
    practice: mayPractise && !(stripeSet && mailSet),
    stripe,
    mail,
    imageCdn,
    botCheck,
  };
}

/** The practice services stand on the two ports after the shop's. */
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
    EMAILJS_PUBLIC_KEY: 'practice-public',
    EMAILJS_PRIVATE_KEY: 'practice-private',
    EMAILJS_ORIGIN: `http://127.0.0.1:${port + 2}`,
  };
}
