import { type Context, Hono } from 'hono';
import { z } from 'zod';

export type Settings<Values> = {
  read(): Values;
  /** Changes some settings. `reason` says which values are invalid. */
  change(
    values: Record<string, unknown>,
  ): { ok: true; settings: Values } | { ok: false; reason: string };
};

const changes = z.record(z.string(), z.unknown());

/** The settings of a practice service, until it ends. */
export function openSettings<Values>(
  schema: z.ZodType<Values>,
  defaults: Values,
): Settings<Values> {
  let settings = defaults;
  return {
    read: () => settings,
    change(values) {
      const parsed = schema.safeParse({ ...settings, ...values });
      if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error) };
      settings = parsed.data;
      return { ok: true, settings };
    },
  };
}

/** `GET` and `POST /practice/settings`: JSON for tests, a form for the page at `/`. */
export function settingsRoutes<Values>(settings: Settings<Values>): Hono {
  return new Hono()
    .get('/', () => Response.json(settings.read(), { headers: { 'cache-control': 'no-store' } }))
    .post('/', async (context) => {
      const sentByForm = isForm(context);
      const body: unknown = sentByForm
        ? await context.req.parseBody()
        : await context.req.json().catch(() => undefined);
      const parsed = changes.safeParse(body);
      if (!parsed.success) return context.text('Send a JSON object of settings.', 400);

      const outcome = settings.change(parsed.data);
      if (!outcome.ok) return context.text(outcome.reason, 400);
      return sentByForm ? context.redirect('/', 303) : Response.json(outcome.settings);
    });
}

/** Whether the body is a form, which is answered with a redirect to its page. */
export function isForm(context: Context): boolean {
  const type = context.req.header('content-type') ?? '';
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type);
}
