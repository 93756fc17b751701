import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { isForm } from '../../settings.ts';
import type { Account } from '../account.ts';
import { ApiError, noSuch } from '../api/api-error.ts';
import type { Sender } from '../webhooks/sender.ts';

/** Makes the handler of a `POST` that changes something by hand: a form leads back to `/`, JSON is answered. */
export type ActionMaker = <Body>(
  body: z.ZodType<Body>,
  /** Runs inside one transaction; `id` is the one in the path. */
  work: (id: string, body: Body) => unknown,
) => Handler;

/** Actions answer after one attempt to send every event they caused, so that tests need not wait for it. */
export function actionsOn(account: Account, sender: Sender): ActionMaker {
  return (schema, work) => async (context) => {
    const body = schema.safeParse(await readBody(context));
    if (!body.success) return context.text(z.prettifyError(body.error), 400);
    try {
      const id = context.req.param('id') ?? '';
      const result = account.transaction(() => work(id, body.data));
      await sender.sendDue();
      return isForm(context) ? context.redirect('/', 303) : Response.json(result);
    } catch (error) {
      if (error instanceof ApiError) return context.text(error.message, error.status);
      throw error;
    }
  };
}

/** An amount in minor units; a form sends an empty field for "not said". */
export const amount = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(1).max(99_999_999).optional(),
);

/** What `find` finds, or the refusal that nothing has this id. */
export function found<Item>(kind: string, id: string, item: Item | undefined): Item {
  if (item === undefined) throw noSuch(kind, id);
  return item;
}

/** Tests may leave the body out. */
async function readBody(context: Context): Promise<unknown> {
  if (isForm(context)) return context.req.parseBody();
  const text = await context.req.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
