import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { Chrome } from './chrome/chrome.tsx';
import { ErrorPage } from './chrome/error-page.tsx';
import { practiceContext, shopContext } from './shop-context.ts';
import favicon from './ui/favicon.svg?no-inline';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { practice: context.get(practiceContext), calendarRules: await shop.calendarRules() };
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" type="image/svg+xml" href={favicon} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Chrome practice={loaderData.practice} calendarRules={loaderData.calendarRules}>
      <Outlet />
    </Chrome>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
