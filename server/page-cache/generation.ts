import { LRUCache } from 'lru-cache';
import { type CachedPage, createCachedPage, type RenderedPage } from './cached-page.ts';

/** The pages of one catalogue version and one day. */
export interface PageCacheGeneration {
  find(path: string): CachedPage | undefined;
  /** Renders a page once for all concurrent callers, and caches it if it is cacheable. */
  render(path: string): Promise<CachedPage>;
}

interface GenerationSettings {
  render(path: string): Promise<RenderedPage>;
  maxBytes: number;
}

export function createGeneration(settings: GenerationSettings): PageCacheGeneration {
  const cache = new LRUCache<string, CachedPage>({
    maxSize: settings.maxBytes,
    sizeCalculation: (page) => page.bytes(),
  });
  const pending = new Map<string, Promise<CachedPage>>();

  async function renderOnce(path: string): Promise<CachedPage> {
    const rendered = await settings.render(path);
    const page = createCachedPage(rendered, () => {
      // Deleted first, because `set` measures only a value that is new.
      if (cache.peek(path) === page && cache.delete(path)) cache.set(path, page);
    });
    if (isCacheable(rendered)) cache.set(path, page);
    return page;
  }

  return {
    find: (path) => cache.get(path),
    render(path) {
      const page = pending.get(path) ?? renderOnce(path).finally(() => pending.delete(path));
      pending.set(path, page);
      return page;
    },
  };
}

/** As the router and the sitemap send them. */
const CACHEABLE_TYPES = ['text/html', 'text/x-script', 'application/xml'];

/** Requires `public`, so that a mistake in the table of routes alone cannot cache a private page. */
function isCacheable({ status, headers }: RenderedPage): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const isPublic = /^public\b/.test(headers.get('cache-control') ?? '');
  return status === 200 && isPublic && !headers.has('set-cookie') && CACHEABLE_TYPES.includes(type);
}
