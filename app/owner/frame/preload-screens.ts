declare global {
  interface Window {
    /** Of the router, in production. */
    __reactRouterManifest?: { routes: Record<string, { parentId?: string; module: string }> };
  }
}

/**
 * Loads the modules of all screens and forms' actions, which are tiny: the code of most is in one chunk. Without its
 * module, the router leaves a screen that is opened offline, or a form that is sent, to the browser's error page.
 */
export function preloadScreens(): void {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  for (const { parentId, module } of routes) {
    if (parentId !== 'owner/owner-layout' && parentId !== 'owner/frame/verbs') continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = module;
    document.head.append(link);
  }
}
