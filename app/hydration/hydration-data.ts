import type { EntryContext } from 'react-router';

/** All that the browser needs to take a rendered page over. */
export interface HydrationData {
  /** The router's settings. */
  context: object;
  /** What the loaders answered, in the router's own encoding. */
  loaded: string;
  /** The addresses of modules: the list of all routes, this page's routes by id, the entry. */
  manifest: string;
  routes: [id: string, address: string][];
  entry: string;
  /** What these import in turn: fetched at once instead of one after the other. */
  imports: string[];
}

/** Reads the router's hand-over (react-router 8.4, what its `Scripts` and `ServerRouter` print). */
export async function readHydrationData(context: EntryContext): Promise<HydrationData> {
  const {
    manifest,
    serverHandoffString = '{}',
    serverHandoffStream,
    staticHandlerContext,
  } = context;
  const routes = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id] ?? [],
  );
  return {
    context: JSON.parse(serverHandoffString),
    loaded: serverHandoffStream ? await new Response(serverHandoffStream).text() : '',
    manifest: manifest.url,
    routes: routes.map(({ id, module }) => [id, module]),
    entry: manifest.entry.module,
    imports: [
      ...new Set([...manifest.entry.imports, ...routes.flatMap(({ imports }) => imports ?? [])]),
    ],
  };
}
