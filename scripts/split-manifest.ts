import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isOfOwner, isUnlinked, visitorsManifest } from '../app/hydration/router-internals.ts';

const PREFIX = 'window.__reactRouterManifest=';

interface BuiltManifest {
  routes: Record<string, { imports: string[]; css: string[] }>;
}

/**
 * Writes a second route manifest for visitors' pages, without the routes to which none of them links: these
 * cost visitors nothing (decision 025). Fails if a visitor's route needs the owner's code.
 */
export function splitManifest(): void {
  for (const file of globSync('build/client/assets/manifest-*.js')) {
    const manifest: BuiltManifest = JSON.parse(
      readFileSync(file, 'utf8').slice(PREFIX.length).replace(/;$/, ''),
    );
    const routes = Object.entries(manifest.routes);
    for (const [id, { imports, css }] of routes.filter(([id]) => !isOfOwner(id))) {
      const foreign = [...imports, ...css].find((asset) => asset.startsWith('/assets/owner-'));
      if (foreign) throw new Error(`The visitors' route ${id} loads ${foreign}.`);
    }
    const linked = routes.filter(([id]) => isLinked(id));
    const split = { ...manifest, routes: Object.fromEntries(linked) };
    writeFileSync(visitorsManifest(file), `${PREFIX}${JSON.stringify(split)};`);
  }
}

/** Nor does any page link to the sitemap and its like, which browsers and robots fetch by themselves. */
function isLinked(routeId: string): boolean {
  return !isUnlinked(routeId) && !routeId.startsWith('seo/');
}
