import { type RouterContextProvider, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { signInAgain } from './own-path.ts';

/** @throws a redirect to the page to sign in, which leads to `next`, unless the person has just signed in. */
export function requireProof(context: Readonly<RouterContextProvider>, next: string): void {
  if (!context.get(staffBrowserContext).session?.isProved) throw redirect(signInAgain(next));
}
