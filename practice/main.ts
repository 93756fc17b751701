import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { startPracticeEmailJs } from '#practice/emailjs/start.ts';
import { startPracticePush } from '#practice/push/start.ts';
import { startPracticeRecaptcha } from '#practice/recaptcha/start.ts';
import { startPracticeStripe } from '#practice/stripe/start.ts';

const environment = z.object({
  /** The shop's port. Stripe, EmailJS, reCAPTCHA and the push service listen on the next four. */
  PORT: z.coerce.number().int().min(1).max(65_531).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Whether the practice EmailJS takes one request a second only, as the real one. */
  EMAILJS_LIMIT: z.enum(['on', 'off']).default('on'),
  WEBHOOK_SECRET: z.string().min(1).default('whsec_practice'),
  RECAPTCHA_SITE_KEY: z.string().default(''),
  RECAPTCHA_SECRET_KEY: z.string().default(''),
});

/** As the shop's default settings. */
const PRACTICE_ACCOUNT = {
  publicKey: 'practice-public',
  privateKey: 'practice-private',
  serviceId: 'practice',
  templateId: 'order',
  customerTemplateId: 'customer',
};

/** Open browser connections must not keep the process alive longer. */
const EXIT_TIMEOUT_MS = 4_000;

await main();

async function main(): Promise<void> {
  const env = environment.parse(process.env);
  const address = { host: env.HOST, publicHost: env.PUBLIC_HOST, dataDir: env.DATA_DIR };
  const webhook = { url: webhookUrl(env.HOST, env.PORT), secret: env.WEBHOOK_SECRET };

  const services = await Promise.all([
    startPracticeStripe({ ...address, port: env.PORT + 1, webhook }),
    startPracticeRecaptcha({
      ...address,
      port: env.PORT + 3,
      siteKey: env.RECAPTCHA_SITE_KEY,
      secretKey: env.RECAPTCHA_SECRET_KEY,
    }),
    startPracticePush({ ...address, port: env.PORT + 4 }),
    startPracticeEmailJs({
      ...address,
      port: env.PORT + 2,
      limit: env.EMAILJS_LIMIT,
      account: PRACTICE_ACCOUNT,
    }),
  ]);
  const [stripe, recaptcha, push, email] = services;
  console.log(`Practice Stripe  ${stripe.origin}  (webhooks go to ${webhook.url})`);
  console.log(`Practice reCAPTCHA  ${recaptcha.origin}`);
  console.log(`Practice push    ${push.origin}`);
  console.log(`Practice e-mail  ${email.origin}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS).unref();
    await Promise.all(services.map((service) => service.close()));
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The parent process ended, even if it was killed.
  process.on('disconnect', stop);
}

/** The shop listens on the same host; a wildcard address includes 127.0.0.1. */
function webhookUrl(host: string, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? '127.0.0.1' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}/webhooks/stripe`;
}
