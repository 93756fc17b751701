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
