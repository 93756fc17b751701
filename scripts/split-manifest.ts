import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isOfOwner, visitorsManifest } from '../app/hydration/router-internals.ts';

const PREFIX = 'window.__reactRouterManifest=';

interface BuiltManifest {
  routes: Record<string, { imports: string[]; css: string[] }>;
}

/**
 * Writes a second route manifest without the owner's routes for visitors' pages: routes that
 * only staff open cost visitors nothing (decision 025). Fails if a visitor's route needs the owner's code.
 */
export function splitManifest(): void {
  for (const file of globSync('build/client/assets/manifest-*.js')) {
    const manifest: BuiltManifest = JSON.parse(
      readFileSync(file, 'utf8').slice(PREFIX.length).replace(/;$/, ''),
    );
    const routes = Object.entries(manifest.routes).filter(([id]) => isForVisitors(id));
    for (const [id, { imports, css }] of routes) {
      const foreign = [...imports, ...css].find((asset) => asset.startsWith('/assets/owner-'));
      if (foreign) throw new Error(`The visitors' route ${id} loads ${foreign}.`);
    }
    const split = { ...manifest, routes: Object.fromEntries(routes) };
    writeFileSync(visitorsManifest(file), `${PREFIX}${JSON.stringify(split)};`);
  }
}

/** Nor does any page link to the sitemap and its like, which browsers and robots fetch by themselves. */
function isForVisitors(routeId: string): boolean {
  return !isOfOwner(routeId) && !routeId.startsWith('seo/');
}
