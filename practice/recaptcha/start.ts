import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { openDatabase } from '../database.ts';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { sendPage } from '../page.ts';
import { openSettings, settingsRoutes } from '../settings.ts';
import { controlPage } from './control-page.ts';
import { anchorScript, apiScript } from './scripts.ts';
import { recaptchaSettings, scores, usualSettings } from './settings.ts';
import { siteVerify } from './site-verify.ts';
import { openTokens } from './tokens.ts';

export type PracticeRecaptchaOptions = ListenOptions & {
  siteKey: string;
  secretKey: string;
  /** Where the state is kept; in memory when left out. */
  dataDir?: string;
  /** The clock, for tests in which a token grows old. */
  now?: () => Date;
};

const request = z.object({ k: z.string(), action: z.string(), hostname: z.string() });

/** Starts a reCAPTCHA v3 to practise against: the script of the page, its frame, and `siteverify`. */
export async function startPracticeRecaptcha({
  siteKey,
  secretKey,
  dataDir,
  now = () => new Date(),
  ...address
}: PracticeRecaptchaOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-recaptcha.sqlite');
  const settings = openSettings(database, recaptchaSettings, usualSettings);
  const tokens = openTokens(database, now);

  const app: PracticeApp = new Hono();
  app
    .get('/recaptcha/api.js', (context) => sendScript(context, apiScript(listener.origin)))
    .get('/recaptcha/api2/anchor.js', (context) => sendScript(context, anchorScript))
    .get('/recaptcha/api2/anchor', (context) =>
      context.html(
        '<!doctype html><html lang="en"><title>reCAPTCHA</title><script src="anchor.js"></script></html>',
      ),
    )
    .post('/recaptcha/api2/reload', async (context) => {
      const body: unknown = await context.req.json().catch(() => undefined);
      const { data } = request.safeParse(body);
      if (data?.k !== siteKey) return context.text('Invalid site key', 400);
      const { action, hostname } = data;
      const score = scores[settings.read().visitors];
      return Response.json({ token: tokens.make({ action, hostname, score }) });
    })
    .post('/recaptcha/api/siteverify', siteVerify(tokens, secretKey, settings))
    .get('/', (context) => sendPage(context, controlPage(settings.read())))
    .route('/practice/settings', settingsRoutes(settings));
  listener.serve(app);
  return serviceOn(listener, database);
}

function sendScript(context: Context, script: string): Response {
  context.header('Content-Type', 'text/javascript; charset=utf-8');
  context.header('Cache-Control', 'no-store');
  // A page that isolates itself may load it all the same.
  context.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return context.body(script);
}
