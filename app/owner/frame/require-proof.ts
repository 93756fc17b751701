import { type RouterContextProvider, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { signInAgain } from './own-path.ts';

/** Whether the person has just signed in, which what takes data or money out of the shop needs. */
export function hasProof(context: Readonly<RouterContextProvider>): boolean {
  return context.get(staffBrowserContext).session?.isProved === true;
}

/** @throws a redirect to the page to sign in, which leads to `next`, unless the person has just signed in. */
export function requireProof(context: Readonly<RouterContextProvider>, next: string): void {
  if (!hasProof(context)) throw redirect(signInAgain(next));
}
