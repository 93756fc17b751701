/**
 * A request's path as the tables of routes write it. The router also accepts capitals, `%2D` for a
 * hyphen, double slashes and `.data`: another spelling of an order's URL must not escape a rule that
 * keeps the order out of caches.
 */
export function normalizePath(url: string): string {
  const path = decode(new URL(url).pathname)
    .toLowerCase()
    .replaceAll(/\/+/g, '/')
    .replace(/(\/_)?\.data$/, '');
  return path.replace(/\/$/, '') || '/';
}

/**
 * Whether the router reads a path as `normalizePath` does. A rule that forbids takes any spelling; one that
 * permits must not, because the router would open another route, without what the permitted one has.
 */
export function isPlainPath(url: string): boolean {
  const { pathname } = new URL(url);
  const isData = /\.data$/i.test(decode(pathname));
  return !/\/\/|%2f|%5c/i.test(pathname) && (!isData || pathname.endsWith('.data'));
}

/** The path as it may be logged: who knows the token of a link may use it. */
export function pathForLog(path: string): string {
  const [, folder = ''] = normalizePath(`http://shop.invalid${path}`).split('/');
  return FOLDERS_OF_TOKENS.includes(folder) ? `/${folder}/…` : path;
}

/** Of links: the rest of a path is a secret. */
export const FOLDERS_OF_TOKENS = ['pay', 'my-order', 'ask', 'calendar-feed'];

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a normalized path belongs to a route; a route that ends in `/*` includes all below it. */
export function matchesRoute(path: string, route: string): boolean {
  if (!route.endsWith('/*')) return path === route;
  const folder = route.slice(0, -2);
  return path === folder || path.startsWith(`${folder}/`);
}
