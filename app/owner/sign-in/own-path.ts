/** @returns the path of the owner's side to which somebody wanted to go; Today if it is not one. */
export function ownPath(next: string | null): string {
  const home = '/owner';
  if (next === null || !URL.canParse(next, 'http://shop')) return home;
  const { origin, pathname, search } = new URL(next, 'http://shop');
  // `//elsewhere.example` and `\\elsewhere.example` are other origins.
  const isOwn = origin === 'http://shop' && /^\/owner(?:\/|$)/.test(pathname);
  const isSignIn = /^\/owner\/(?:sign-|welcome)/.test(pathname);
  return isOwn && !isSignIn ? pathname + search : home;
}
