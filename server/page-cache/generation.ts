import { type CachedPage, createCachedPage, type Rendered } from './cached-page.ts';

/** The pages as one version of the catalogue and one day make them. */
export interface PageCacheGeneration {
  find(path: string): CachedPage | undefined;
  /** Has it rendered, once for all who wait for it, and keeps it if that may be. */
  make(path: string): Promise<CachedPage>;
}

interface GenerationSettings {
  render(path: string): Promise<Rendered>;
  maxBytes: number;
}

export function createGeneration({ render, maxBytes }: GenerationSettings): PageCacheGeneration {
  /** The one that was asked for longest ago is first. */
  const kept = new Map<string, CachedPage>();
  const underWay = new Map<string, Promise<CachedPage>>();
  let bytes = 0;

  async function renderOne(path: string): Promise<CachedPage> {
    const rendered = await render(path);
    let counted = 0;
    const page = createCachedPage(rendered, () => {
      if (kept.get(path) === page) count();
    });
    function count() {
      bytes += page.bytes() - counted;
      counted = page.bytes();
      makeRoom();
    }
    if (mayBeKept(rendered)) {
      kept.set(path, page);
      count();
    }
    return page;
  }

  function makeRoom(): void {
    for (const [path, page] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(path);
      bytes -= page.bytes();
    }
  }

  return {
    find(path) {
      const page = kept.get(path);
      if (page) {
        kept.delete(path);
        kept.set(path, page);
      }
      return page;
    },
    make(path) {
      const making = underWay.get(path) ?? renderOne(path).finally(() => underWay.delete(path));
      underWay.set(path, making);
      return making;
    },
  };
}

/** As the router and the sitemap send them. */
const KEPT_TYPES = ['text/html', 'text/x-script', 'application/xml'];

/** A page is kept here only if anybody might keep it: a mistake in the routes alone lets nothing in. */
function mayBeKept({ status, headers }: Rendered): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const isForAll = /^public\b/.test(headers.get('cache-control') ?? '');
  return status === 200 && isForAll && !headers.has('set-cookie') && KEPT_TYPES.includes(type);
}
