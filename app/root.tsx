import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet } from 'react-router';
import type { Route } from './+types/root';
import { ActivateBotCheck } from './bot-check/bot-check.ts';
import { HydrationScripts } from './hydration/hydration-scripts.tsx';
import { ScrollPositions } from './hydration/router-internals.ts';
import { ErrorPage } from './layout/error-page.tsx';
import { SiteLayout } from './layout/layout.tsx';
import { loaderResultsMiddleware } from './live/loader-results.ts';
import { PageVersionContext } from './live/use-live.ts';
import { ShopIcons } from './seo/shop-icons.tsx';
import {
  botCheckContext,
  catalogueVersionContext,
  originContext,
  photoDeliveryContext,
  practiceContext,
  shopContext,
} from './shop-context.ts';
import { PhotoDeliveryContext } from './ui/photo-url.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return {
    origin: context.get(originContext),
    practice: context.get(practiceContext),
    photoDelivery: context.get(photoDeliveryContext),
    botCheck: context.get(botCheckContext),
    calendarRules: await shop.calendarRules(),
    version: context.get(catalogueVersionContext),
  };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [loaderResultsMiddleware];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ShopIcons />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollPositions />
        <HydrationScripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <PhotoDeliveryContext value={loaderData.photoDelivery}>
      <ActivateBotCheck settings={loaderData.botCheck} />
      <SiteLayout practice={loaderData.practice} calendarRules={loaderData.calendarRules}>
        <PageVersionContext value={loaderData.version}>
          <Outlet />
        </PageVersionContext>
      </SiteLayout>
    </PhotoDeliveryContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
