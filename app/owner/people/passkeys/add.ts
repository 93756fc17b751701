import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { addPasskey, startAddingPasskey } from '#server/staff/passkeys.ts';
import type { Route } from './+types/add';
import { onlyPost, readResponse, rejected } from './read-response.ts';

export const loader = onlyPost;

/** `POST /owner/passkeys/add`: without a response, the options for the browser; with one, a passkey. */
export async function action({ request, context }: Route.ActionArgs) {
  const response = await readResponse(request);
  const shop = context.get(shopContext);
  const person = context.get(personContext);
  const { session, device } = context.get(staffBrowserContext);
  if (!session?.isProved) return rejected();
  if (response === undefined) return Response.json(await startAddingPasskey(shop, person));
  const isAdded = await addPasskey(shop, person, response, device);
  return isAdded ? Response.json({ ok: true }) : rejected();
}
