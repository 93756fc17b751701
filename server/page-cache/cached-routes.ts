import { FURTHER_PAGE } from '#domain/catalogue/pages.ts';

interface CachedRoute {
  /** As app/routes.ts has it. */
  route: string;
  /** Whether the router asks for its data alone as well, when somebody comes from another page. */
  hasData: boolean;
  /** Whether it goes on for pages, as `?page=2`. */
  hasPages?: boolean;
}

/** Every page that is the same for everybody. Whatever is not here is never kept. */
export const cachedRoutes: CachedRoute[] = [
  { route: '/', hasData: true },
  { route: '/cakes/:category', hasData: true, hasPages: true },
  { route: '/cakes/:category/:cake', hasData: true },
  { route: '/about-us', hasData: true },
  { route: '/privacy', hasData: true },
  { route: '/sitemap.xml', hasData: false },
];

/** What stands for a name in a route: the one way in which our own links write it. */
const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*';

const pattern = new RegExp(`^(?:${cachedRoutes.map(patternOf).join('|')})$`);

/**
 * Whether a request's target is the address of such a page, letter for letter. The router reads
 * addresses more kindly than that, so each page has any number of them; only one may be kept.
 */
export function isCacheable(target: string): boolean {
  return pattern.test(target);
}

function patternOf({ route, hasData, hasPages }: CachedRoute): string {
  const path = route.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, NAME);
  if (!hasData) return path;
  const pages = hasPages ? `(?:\\?page=${FURTHER_PAGE})?` : '';
  return route === '/' ? '/(?:_\\.data)?' : `${path}(?:\\.data)?${pages}`;
}
