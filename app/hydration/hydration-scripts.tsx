import { createContext, use, useEffect } from 'react';
import { Scripts } from 'react-router';
import hydration from './hydration.ts?worker&url';
import type { HydrationData } from './hydration-data.ts';

/** Only on the server: in the browser the data stand in the page already. */
export const HydrationDataContext = createContext<HydrationData | undefined>(undefined);

/**
 * In place of the router's own scripts, which fetch and run everything while the page is being
 * painted. This is inert data and one small file, which starts the rest when the page stands, or at
 * the first touch (`hydration.ts`). In development the router's own do, for its hot reload.
 */
export function HydrationScripts() {
  const data = use(HydrationDataContext);
  useEffect(() => {
    document.dispatchEvent(new Event('hydrated'));
  }, []);
  if (import.meta.env.DEV) return <Scripts />;
  return (
    <>
      <script
        id="hydration-data"
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can close or open.
        dangerouslySetInnerHTML={{ __html: inert(data) }}
      />
      <script type="module" src={hydration} async />
    </>
  );
}

function inert(data: HydrationData | undefined): string {
  return data ? JSON.stringify(data).replaceAll('<', '\\u003c') : '';
}
