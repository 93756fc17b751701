import type { DatabaseSync } from 'node:sqlite';
import { type Context, Hono } from 'hono';
import { z } from 'zod';

export type Settings<Values> = {
  read(): Values;
  /** Changes some settings. `reason` says which values are invalid. */
  change(
    values: Record<string, unknown>,
  ): { ok: true; settings: Values } | { ok: false; reason: string };
};

const row = z.object({ body: z.string() });
const changes = z.record(z.string(), z.unknown());

/** Opens the persistent settings of a practice service. */
export function openSettings<Values>(
  database: DatabaseSync,
  schema: z.ZodType<Values>,
  defaults: Values,
): Settings<Values> {
  database.exec(
    'create table if not exists settings (id integer primary key check (id = 1), body text not null)',
  );

  function read(): Values {
    const stored = database.prepare('select body from settings where id = 1').get();
    return stored === undefined ? defaults : schema.parse(JSON.parse(row.parse(stored).body));
  }

  return {
    read,
    change(values) {
      const parsed = schema.safeParse({ ...read(), ...values });
      if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error) };
      database
        .prepare('insert or replace into settings (id, body) values (1, ?)')
        .run(JSON.stringify(parsed.data));
      return { ok: true, settings: parsed.data };
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
