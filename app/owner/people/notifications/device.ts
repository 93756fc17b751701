import * as z from 'zod';
import { onlyPost } from '#app/owner/people/passkeys/read-response.ts';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { keepSubscription, renewSubscription } from '#server/push/subscriptions.ts';
import type { Route } from './+types/device';

export const loader = onlyPost;

const Sent = z.object({ subscription: z.unknown(), isRenewed: z.boolean().optional() });

/**
 * `POST /owner/you/notifications/device`: this browser shows notifications to the person. If it `isRenewed`, the answer
 * is 404 once the subscription was removed here.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: personId } = context.get(personContext);
  const { session, device } = context.get(staffBrowserContext);
  const { data } = Sent.safeParse(await request.json().catch(() => undefined));
  if (!session || !data) return new Response(null, { status: 400 });
  const owner = { personId, sessionId: session.id, device };
  const { subscription, isRenewed } = data;
  if (isRenewed) {
    const isKnown = await renewSubscription(shop, subscription, owner);
    return new Response(null, { status: isKnown ? 204 : 404 });
  }
  const result = await keepSubscription(shop, subscription, owner);
  return new Response(null, { status: result === 'kept' ? 204 : 422 });
}
