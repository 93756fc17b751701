import { createContext, use, useEffect } from 'react';
import { Scripts } from 'react-router';
import hydration from './hydration.ts?worker&url';
import type { HydrationData } from './router-internals.ts';

/** Set on the server only: in the browser the document contains the data. */
export const HydrationDataContext = createContext<HydrationData | undefined>(undefined);

/**
 * Replaces the router's `<Scripts>`, which loads and runs everything while the page is painted. It
 * prints inert JSON and one small script (`hydration.ts`) that loads the rest later. Development uses
 * `<Scripts>`, for hot reload.
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped.
        dangerouslySetInnerHTML={{ __html: data ? toInertJson(data) : '' }}
      />
      <script type="module" src={hydration} async />
    </>
  );
}

function toInertJson(data: HydrationData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
