import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';

/**
 * Keeps how far each page was scrolled, for Back, Forward and reload.
 *
 * It is the router's `ScrollRestoration` without the inline script which that prints, and which a
 * policy of `script-src 'self'` refuses. The script does two things before React is there. It scrolls
 * a freshly loaded page: the browser does that by itself, because the hook hands scrolling back to it
 * whenever a document is left. And it names the history's entry: `hydration.ts` does that now. "Unsafe" is
 * the router's word for "may change": its version is pinned, and `scroll-positions.e2e.ts` fails if
 * it does.
 */
export function ScrollPositions() {
  useScrollRestoration();
  return null;
}
