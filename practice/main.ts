import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { startPracticeEmailJs } from '#practice/emailjs/start.ts';
import { startPracticeRecaptcha } from '#practice/recaptcha/start.ts';
import { startPracticeStripe } from '#practice/stripe/start.ts';

const environment = z.object({
  /** The shop's own port: Stripe listens on the next one, EmailJS and reCAPTCHA on those after. */
  PORT: z.coerce.number().int().min(1).max(65_532).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  WEBHOOK_SECRET: z.string().min(1).default('whsec_practice'),
  RECAPTCHA_ORIGIN: z.union([z.literal(''), z.url()]).default(''),
  RECAPTCHA_SITE_KEY: z.string().default(''),
  RECAPTCHA_SECRET_KEY: z.string().default(''),
});
type Environment = z.infer<typeof environment>;

/** Connections a browser keeps open must not keep us: after this the process ends regardless. */
const END_WITHIN_MS = 4_000;

await main();

async function main(): Promise<void> {
  const env = environment.parse(process.env);
  const where = { host: env.HOST, publicHost: env.PUBLIC_HOST, dataDir: env.DATA_DIR };
  const webhook = { url: webhookUrl(env.HOST, env.PORT), secret: env.WEBHOOK_SECRET };

  // First: whoever waits for us asks the other two whether we are there.
  const recaptcha = practisesRecaptcha(env)
    ? await startPracticeRecaptcha({
        ...where,
        port: env.PORT + 3,
        siteKey: env.RECAPTCHA_SITE_KEY,
        secretKey: env.RECAPTCHA_SECRET_KEY,
      })
    : undefined;
  const services = await Promise.all([
    startPracticeStripe({ ...where, port: env.PORT + 1, webhook }),
    startPracticeEmailJs({ ...where, port: env.PORT + 2 }),
  ]);
  const [stripe, email] = services;
  console.log(`Practice Stripe  ${stripe.origin}  (webhooks go to ${webhook.url})`);
  console.log(`Practice e-mail  ${email.origin}`);
  if (recaptcha) {
    services.push(recaptcha);
    console.log(`Practice reCAPTCHA  ${recaptcha.origin}`);
  }

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), END_WITHIN_MS).unref();
    await Promise.all(services.map((service) => service.close()));
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Started as a child, we go when the parent does, however it went.
  process.on('disconnect', stop);
}

/** Only when the shop has been told to ask at the port that would be its. */
function practisesRecaptcha({ RECAPTCHA_ORIGIN, PORT }: Environment): boolean {
  if (RECAPTCHA_ORIGIN === '') return false;
  const { protocol, port } = new URL(RECAPTCHA_ORIGIN);
  return protocol === 'http:' && port === String(PORT + 3);
}

/** The shop listens on the same host as we do, unless that stands for all of them. */
function webhookUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}/webhooks/stripe`;
}
