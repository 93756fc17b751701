import { href } from 'react-router';

/** @returns the path of the owner's side that was requested before signing in; Today if it is not one. */
export function ownPath(next: string | null): string {
  const home = href('/owner');
  if (next === null || !URL.canParse(next, BASE)) return home;
  // `//elsewhere.example` and `\\elsewhere.example` are other origins.
  const { origin, pathname, search } = new URL(next, BASE);
  const isOwn = origin === BASE && /^\/owner(?:\/|$)/.test(pathname);
  const isToSignIn = /^\/owner\/(?:sign-|welcome|passkeys)/i.test(pathname);
  return isOwn && !isToSignIn ? pathname + search : home;
}

/** Where the page to sign in leads to: the query's `next`. */
export function nextPath(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get('next'));
}

export function withNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}

/** For a signed-in person who has to prove their identity again. */
export function signInAgain(next: string): string {
  return `${href('/owner/sign-in')}?${new URLSearchParams({ next, again: '' })}`;
}

const BASE = 'http://shop.invalid';
