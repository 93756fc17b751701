import { type EntryContext, UNSAFE_useScrollRestoration } from 'react-router';

// Only this file, app/ui/open-dialogs.ts, which asks the router for its location, and
// app/owner/frame/preload-screens.ts, which is apart so that visitors do not load it, rely on undocumented parts of
// React Router. This one does what the inline scripts of `<Scripts>` and `<ScrollRestoration>` do, which
// `script-src 'self'` blocks (decision 013). `router-internals.test.ts` fails when another version is installed or these
// parts change.

export const WRITTEN_FOR_REACT_ROUTER = '8.4.0';

declare global {
  interface Window {
    __reactRouterContext?: object;
    __reactRouterRouteModules?: object;
  }
}

/** What the browser needs to hydrate a rendered page. */
export interface HydrationData {
  /** The router's settings. */
  context: object;
  /** The loaders' data in the router's encoding. */
  loaderData: string;
  /** URLs of modules: the route manifest, this page's routes by id, the client entry. */
  manifest: string;
  routes: [id: string, url: string][];
  entry: string;
  /** The modules' own imports, to load them in parallel. */
  imports: string[];
}

/** Reads the hydration data on the server. The router must not print the loaders' data then. */
export async function takeHydrationData(entryContext: EntryContext): Promise<HydrationData> {
  const {
    manifest,
    serverHandoffString = '{}',
    serverHandoffStream,
    staticHandlerContext,
  } = entryContext;
  delete entryContext.serverHandoffStream;
  const routes = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id] ?? [],
  );
  const isLinked = !routes.some(({ id }) => isUnlinked(id));
  return {
    context: JSON.parse(serverHandoffString),
    loaderData: serverHandoffStream ? await new Response(serverHandoffStream).text() : '',
    manifest: isLinked ? visitorsManifest(manifest.url) : manifest.url,
    routes: routes.map(({ id, module }) => [id, module]),
    entry: manifest.entry.module,
    imports: [
      ...new Set([...manifest.entry.imports, ...routes.flatMap(({ imports }) => imports ?? [])]),
    ],
  };
}

/**
 * Whether a route, by its id, is one that the router of visitors' pages need not know: for staff, from an e-mail, or
 * linked to by a plain `a`, because few visitors open it.
 */
export function isUnlinked(routeId: string): boolean {
  return isOfOwner(routeId) || /^buy\/(my-order|pay|waiting|ask)\//.test(routeId);
}

export function isOfOwner(routeId: string): boolean {
  return routeId.startsWith('owner/');
}

/** The manifest without these routes, which scripts/split-manifest.ts writes. */
export function visitorsManifest(manifest: string): string {
  return manifest.replace(/\.js$/, '-visitors.js');
}

/** Loads the page's modules in the browser and starts the client entry. */
export async function startRouter(
  { context, loaderData, manifest, routes, entry }: HydrationData,
  load: (url: string) => Promise<object>,
): Promise<void> {
  window.__reactRouterContext = { ...context, stream: streamOf(loaderData) };
  const [, ...modules] = await Promise.all([manifest, ...routes.map(([, url]) => url)].map(load));
  window.__reactRouterRouteModules = Object.fromEntries(
    routes.map(([id], index) => [id, modules[index]]),
  );
  await load(entry);
}

/**
 * Gives the document's history entry a key. The router stores scroll positions by key and gives none
 * to the first entry of a document, so all documents of a visit would share one position.
 */
export function nameHistoryEntry(): void {
  if (history.state?.key) return;
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '');
}

/** Restores scroll positions without an inline script. On reload the browser does it by itself. */
export function ScrollPositions() {
  UNSAFE_useScrollRestoration();
  return null;
}

/** Not a `Blob`: reading one needs a round trip to the browser process. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}
