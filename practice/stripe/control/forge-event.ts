import type { Handler } from 'hono';
import { z } from 'zod';
import type { Account } from '../account.ts';
import { recordForgedEvent } from '../webhooks/record-event.ts';
import type { Sender } from '../webhooks/sender.ts';

const eventBody = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({ id: z.unknown() }) }),
});

/** `POST /practice/events`: signs and sends any event, and answers with what the shop made of it. */
export function forgeEvent(account: Account, sender: Sender): Handler {
  return async (context) => {
    const body = eventBody.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return context.text(z.prettifyError(body.error), 400);
    const { id: about } = body.data.data.object;
    const session = typeof about === 'string' ? about : null;
    const event = account.transaction(() => recordForgedEvent(account, body.data, session));
    await sender.send(event.id);
    const deliveries = account.events
      .of(event.id)
      .map(({ status, attempts, last_result }) => ({ status, attempts, last_result }));
    return Response.json({ id: event.id, deliveries });
  };
}
