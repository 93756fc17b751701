import { currentCafe } from '#server/content/texts.ts';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './ui/fallback-fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/primitives.css';
import type { ReactNode } from 'react';
import {
  href,
  Links,
  Meta,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useMatch,
  useRouteLoaderData,
} from 'react-router';
import { BareErrorPage, ErrorMessage } from '#app/shop/frame/error-page.tsx';
import { SiteLayout } from '#app/shop/frame/layout.tsx';
import { addDays } from '#domain/calendar/days.ts';
import { specialDays, specialDaysInWords } from '#domain/words/hours.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/root';
import { HydrationScripts } from './hydration/hydration-scripts.tsx';
import { ScrollPositions } from './hydration/router-internals.ts';
import { loaderResultsMiddleware } from './live/loader-results.ts';
import { ShopIcons } from './seo/shop-icons.tsx';
import { shopContext, siteContext } from './shop-context.ts';
import { SiteDataContext } from './ui/site-data.ts';

/** How soon a day with other hours is, if every page names it. */
const SPECIAL_DAYS_AHEAD = 28;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ rules, hasLimits }, cafe] = await Promise.all([shownRules(shop), currentCafe(shop)]);
  const today = todayAt(shop);
  const soon = { first: today, last: addDays(today, SPECIAL_DAYS_AHEAD) };
  const special = specialDays(soon, { week: cafe.hours.week, rules });
  return {
    origin: context.get(siteContext).origin,
    practice: context.get(siteContext).practice,
    photoDelivery: context.get(siteContext).photoDelivery,
    botCheck: context.get(siteContext).botCheck,
    calendarRules: rules,
    ...(hasLimits && { hasLimits }),
    ...(special.length > 0 && {
      specialDays: special.map((days) => ({ ...days, words: specialDaysInWords(days) })),
    }),
    version: context.get(siteContext).contentVersion,
    cafe,
  };
}

/** The payment page opens without a connection too. It loads this data itself, and says if it cannot. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isArriving = currentUrl.pathname !== nextUrl.pathname;
  return isArriving && nextUrl.pathname === href('/payment-loading')
    ? false
    : defaultShouldRevalidate;
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [loaderResultsMiddleware];

export function Layout({ children }: { children: ReactNode }) {
  const photoStyles = useRouteLoaderData<typeof loader>('root')?.photoDelivery.styles;
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {/* After the links, among which the owner's side has a manifest of its own: browsers take the first. */}
        <ShopIcons />
        {photoStyles && <link rel="stylesheet" href={photoStyles} />}
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
    <Site site={loaderData}>
      <Outlet />
    </Site>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Undefined if the root's own loader failed.
  const site = useRouteLoaderData<typeof loader>('root');
  if (!site) return <BareErrorPage error={error} />;
  return (
    <Site site={site}>
      <ErrorMessage error={error} />
    </Site>
  );
}

interface SiteProps {
  site: Route.ComponentProps['loaderData'];
  children: ReactNode;
}

function Site({ site, children }: SiteProps) {
  // The owner's pages have a layout of their own.
  const isOwners = useMatch('/owner/*');
  return (
    <SiteDataContext value={site}>
      {isOwners ? children : <SiteLayout {...site}>{children}</SiteLayout>}
    </SiteDataContext>
  );
}
