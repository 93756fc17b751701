import { DIET_QUERY } from '#app/diet-query.ts';
import { PAGE_NUMBER_FROM_2 } from '#app/page-number.ts';

interface CachedRoute {
  /** As in app/routes.ts. */
  route: string;
  /** Whether client-side navigation requests the page's data alone. */
  hasData: boolean;
  /** Whether it has further pages, such as `?page=2`. */
  hasPages?: boolean;
  /** Whether it can be filtered: `?diet=vegan`. */
  hasDiets?: boolean;
}

/** Every page that is the same for all visitors. No other page is cached. */
export const cachedRoutes: CachedRoute[] = [
  { route: '/', hasData: true },
  { route: '/cakes', hasData: true, hasPages: true, hasDiets: true },
  { route: '/cakes/:category', hasData: true, hasPages: true },
  { route: '/cakes/:category/:cake', hasData: true },
  { route: '/about-us', hasData: true },
  { route: '/privacy', hasData: true },
  { route: '/terms', hasData: true },
  { route: '/sitemap.xml', hasData: false },
];

/** A route's parameter, in the only spelling that our own links use. */
const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';

const pattern = new RegExp(`^(?:${cachedRoutes.map(patternOf).join('|')})$`);

/**
 * Whether a request target is the canonical URL of such a page, letter for letter. The router accepts
 * any number of other spellings of it; caching those would fill the cache.
 */
export function isCacheable(target: string): boolean {
  return pattern.test(target);
}

function patternOf({ route, hasData, hasPages, hasDiets }: CachedRoute): string {
  const path = route.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, SLUG);
  if (!hasData) return path;
  const page = `page=${PAGE_NUMBER_FROM_2}`;
  const queries = [
    ...(hasPages ? [page] : []),
    ...(hasDiets ? [`(?:${DIET_QUERY})(?:&${page})?`] : []),
  ];
  const query = queries.length > 0 ? `(?:\\?(?:${queries.join('|')}))?` : '';
  return route === '/' ? '/(?:_\\.data)?' : `${path}(?:\\.data)?${query}`;
}
