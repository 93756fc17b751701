import { href, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { signOut } from '#server/staff/sessions.ts';
import type { Route } from './+types/sign-out';

/** `POST /owner/sign-out`. A link to it only leads to the page to sign in. */
export function loader() {
  return redirect(href('/owner/sign-in'));
}

export async function action({ context }: Route.ActionArgs) {
  const { session, keepSession } = context.get(staffBrowserContext);
  if (session) await signOut(context.get(shopContext), session.id);
  keepSession(undefined);
  return redirect(href('/owner/sign-in'));
}
