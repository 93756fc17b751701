/**
 * A request's path as the rules of the doors name it. The router reads paths more kindly than they
 * are written (capitals, `%2D` for a hyphen, a second slash, the `.data` of a page), and a rule that
 * keeps an order out of caches must not be got round by writing its page's address in another way.
 */
export function normalizePath(url: string): string {
  const path = decoded(new URL(url).pathname)
    .toLowerCase()
    .replaceAll(/\/+/g, '/')
    .replace(/(\/_)?\.data$/, '');
  return path.replace(/\/$/, '') || '/';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a path is of a route, which ends in `/*` if it stands for everything below it. */
export function matchesRoute(path: string, route: string): boolean {
  if (!route.endsWith('/*')) return path === route;
  const folder = route.slice(0, -2);
  return path === folder || path.startsWith(`${folder}/`);
}
