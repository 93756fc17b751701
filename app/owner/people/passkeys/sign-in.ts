import { keepSession } from '#app/owner/people/sign-in/keep-session.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { signInByPasskey, startPasskeySignIn } from '#server/staff/passkeys.ts';
import type { Route } from './+types/sign-in';
import { onlyPost, readResponse, rejected } from './read-response.ts';

export const loader = onlyPost;

/** `POST /owner/passkeys/sign-in`: without a response, the options for the browser; with one, a session. */
export async function action({ request, context }: Route.ActionArgs) {
  const response = await readResponse(request);
  const shop = context.get(shopContext);
  if (response === undefined) return Response.json(await startPasskeySignIn(shop));
  const { device } = context.get(staffBrowserContext);
  const signedIn = await signInByPasskey(shop, response, device);
  if (!signedIn) return rejected();
  await keepSession(context, signedIn);
  return Response.json({ ok: true });
}
