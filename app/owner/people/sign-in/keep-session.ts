import type { RouterContextProvider } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import type { NewToken } from '#server/staff/sessions.ts';
import { endSession } from '#server/staff/sessions.ts';

/** Signs the browser in, and ends the session that it had. */
export async function keepSession(
  context: Readonly<RouterContextProvider>,
  signedIn: NewToken,
): Promise<void> {
  const browser = context.get(staffBrowserContext);
  if (browser.session) await endSession(context.get(shopContext), browser.session.id);
  browser.keepPending(undefined);
  browser.keepSession(signedIn);
}
