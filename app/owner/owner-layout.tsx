import { type ReactNode, useEffect, useEffectEvent } from 'react';
import {
  href,
  isRouteErrorResponse,
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useRouteLoaderData,
} from 'react-router';
import type { LoaderResults } from '#app/live/loader-results.ts';
import { ConnectionNotice, TickNotice } from '#app/owner/collections/ticks/tick-notice.tsx';
import { appManifest } from '#app/owner/frame/app-manifest.ts';
import { AskToLeave } from '#app/owner/frame/ask-to-leave.tsx';
import { answerInPlace } from '#app/owner/frame/form-answer.ts';
import { KeepInPlace } from '#app/owner/frame/keep-in-place.tsx';
import { keepScreens } from '#app/owner/frame/keep-screens.ts';
import { pressKey } from '#app/owner/frame/keys/keys.ts';
import { KeysDialog } from '#app/owner/frame/keys/keys-dialog.tsx';
import { withNext } from '#app/owner/frame/own-path.ts';
import { preloadScreens } from '#app/owner/frame/preload-screens.ts';
import { useLiveOrders } from '#app/owner/frame/use-live-orders.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { whenIdle } from '#app/ui/defer-loading.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import frame from '#app/ui/frame.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { isUnreachable } from '#app/ui/unreachable.ts';
import { useFocusOnArrival } from '#app/ui/use-focus-on-arrival.ts';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import type { Route } from './+types/owner-layout';
import styles from './owner-layout.module.css';
import { personContext, staffBrowserContext } from './person-context.ts';

export function loader({ context }: Route.LoaderArgs) {
  return {
    role: context.get(personContext).role,
    /** Before the screen's own data are read. */
    at: context.get(shopContext).clock.now(),
    flash: context.get(staffBrowserContext).flash,
  };
}

export const links: Route.LinksFunction = appManifest;

/**
 * A failed request fails for all routes. The root keeps its data, so that the error boundary of the first
 * route that failed is this one.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  answerInPlace,
  async (_, next): Promise<LoaderResults> => {
    const { root, ...results } = await next();
    return root?.type === 'data' ? { root, ...results } : results;
  },
];

export default function OwnerLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { refresh, stale } = useLiveOrders(loaderData.at);
  const onKey = useEffectEvent((event: KeyboardEvent) =>
    pressKey(event, navigate, loaderData.role),
  );
  useEffect(() => {
    const leaving = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  useEffect(() => whenIdle(preloadScreens), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time when something has changed.
  useEffect(() => whenIdle(keepScreens), [loaderData.at]);
  return (
    <Frame role={loaderData.role} above={<ConnectionNotice stale={stale} />}>
      <KeepInPlace pathname={pathname}>
        <Outlet />
      </KeepInPlace>
      {/* Without a network it is of an earlier time. */}
      <TickNotice refresh={refresh} flash={stale ? undefined : loaderData.flash} />
      <KeysDialog role={loaderData.role} />
      <AskToLeave />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const { title, text, way } = explanationOf(error, pathname + search);
  return (
    <Frame role={loaderData?.role ?? 'kitchen'}>
      <Screen title={title} summary={text}>
        <p>
          <QuietLink to={way.path}>{way.title}</QuietLink>
        </p>
        {isUnreachable(error) && (
          <p>
            <QuietLink to={href('/owner')}>Open Today</QuietLink>
          </p>
        )}
      </Screen>
    </Frame>
  );
}

interface FrameProps {
  role: Role;
  above?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: tabs at the bottom of a phone, a rail at the left of a wide window. */
function Frame({ role, above, children }: FrameProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const { name } = useCafe();
  const { pathname } = useLocation();
  useFocusOnArrival();
  useFocusOnProblem();
  return (
    <div className={styles.frame}>
      <a className={frame.skip} href="#main">
        Skip to the content
      </a>
      <nav className={`on-screen ${styles.tabs}`} aria-label="Screens">
        <p className={styles.name}>
          <Mark />
          <span>{name}</span>
        </p>
        <ul>
          {tabs
            .filter(({ to }) => may(role, 'run-cafe') || to !== CAKES)
            .map(({ to, title, icon }) => (
              <li key={to}>
                <Link to={to} aria-current={to === tabOf(pathname) ? 'page' : undefined}>
                  <svg
                    className="icon"
                    width="24"
                    height="24"
                    viewBox="0 0 24 24"
                    aria-hidden="true"
                  >
                    <path d={icon} />
                  </svg>
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className={styles.screen}>
        {site?.practice && (
          <aside className={`on-screen ${frame.ribbon}`} aria-label="Practice">
            Practice shop: no money moves
          </aside>
        )}
        {above}
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** For owners alone. */
const CAKES = href('/owner/cakes');

const tabs = [
  {
    to: href('/owner'),
    title: 'Today',
    // A cake with a candle.
    icon: 'M3 21h18M5 21v-8h14v8M5 16.500c2.300 2 4.700 2 7 0 2.300 2 4.700 2 7 0M12 13V9m0-3.500v-.01',
  },
  {
    to: href('/owner/week'),
    title: 'Week',
    icon: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  },
  {
    to: href('/owner/orders'),
    title: 'Orders',
    icon: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.500 8h5M9.500 12h5',
  },
  {
    to: CAKES,
    title: 'Cakes',
    // A slice of cake.
    icon: 'M3 12.500 15.500 5c2.800 1 5 3.500 5.500 7.500H3v7h18v-7M3 16h18',
  },
  {
    to: href('/owner/more'),
    title: 'More',
    icon: 'M4 7h16M4 12h16M4 17h16',
  },
];

/** The tab of the longest path that begins the pathname. */
function tabOf(pathname: string): string | undefined {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  const isUnder = (to: string) => path === to || path.startsWith(`${to}/`);
  if (isUnder('/owner/day')) return href('/owner/week');
  if ([href('/owner/categories'), href('/owner/prices')].some(isUnder)) return CAKES;
  if ([href('/owner/requests'), '/owner/customers'].some(isUnder)) return href('/owner/orders');
  if (isUnder('/owner/words')) return href('/owner/more');
  if (isUnder(href('/owner/calendar'))) return href('/owner/week');
  const ofMore = [
    href('/owner/capacity'),
    href('/owner/times'),
    href('/owner/you'),
    href('/owner/people'),
    href('/owner/money'),
    href('/owner/photos'),
  ];
  if (ofMore.some(isUnder)) return href('/owner/more');
  return tabs.findLast(({ to }) => isUnder(to))?.to;
}

interface Explanation {
  title: string;
  text: string;
  way: { path: string; title: string };
}

function explanationOf(error: unknown, path: string): Explanation {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const today = { path: href('/owner'), title: 'Open Today' };
  const again = { path, title: 'Try again' };
  if (status === 401) {
    return {
      title: 'You are signed out',
      text: 'Your sign-in has ended: you were away for some days, or somebody ended it. What you saved is safe.',
      way: { path: withNext(href('/owner/sign-in'), path), title: 'Sign in again' },
    };
  }
  if (status === 403) {
    return {
      title: 'This page is not for you',
      text: 'Your access does not include it. An owner can change that, under People.',
      way: today,
    };
  }
  if (status === 404) {
    return {
      title: 'There is no such screen',
      text: 'The address may be mistyped.',
      way: today,
    };
  }
  if (status === 503) {
    return {
      title: 'We cannot read the orders just now',
      text: 'The database does not answer. Nothing is lost. Try again in a moment.',
      way: again,
    };
  }
  if (isUnreachable(error)) {
    return {
      title: 'We could not reach the cafe’s server',
      text: 'Are you connected to the internet? Nothing is lost.',
      way: again,
    };
  }
  return {
    title: 'Something went wrong',
    text: 'The log of the shop says what. Nothing is lost. Try again in a moment.',
    way: again,
  };
}
