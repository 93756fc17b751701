import { Hono } from 'hono';
import { z } from 'zod';

const changes = z.record(z.string(), z.unknown());

export type Settings<Values> = ReturnType<typeof openSettings<Values>>;

/** The settings of a practice service, until it ends: what it does wrong. */
export function openSettings<Values>(schema: z.ZodType<Values>, defaults: Values) {
  let settings = defaults;
  return {
    read: () => settings,
    /** `GET` and `POST /practice/settings`, which changes some of them. */
    routes: () =>
      new Hono()
        .get('/', () => Response.json(settings, { headers: { 'cache-control': 'no-store' } }))
        .post('/', async (context) => {
          const sent = changes.safeParse(await context.req.json().catch(() => undefined));
          const changed = sent.success ? schema.safeParse({ ...settings, ...sent.data }) : sent;
          if (!changed.success) return context.text(z.prettifyError(changed.error), 400);
          settings = changed.data;
          return Response.json(settings);
        }),
  };
}
