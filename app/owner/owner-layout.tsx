import { type ReactNode, useEffect, useRef } from 'react';
import {
  href,
  isRouteErrorResponse,
  Link,
  Outlet,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import type { loader as rootLoader } from '#app/root.tsx';
import { Mark } from '#app/ui/brand.tsx';
import { cafe } from '#cafe/cafe.ts';
import type { Route } from './+types/owner-layout';
import styles from './owner-layout.module.css';

export default function OwnerLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { title, text } = explanationOf(error);
  return (
    <Frame>
      <title>{`${title} · ${cafe.name}`}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={href('/owner')}>Open Today</a>
      </p>
    </Frame>
  );
}

/** The frame of every screen: tabs at the bottom of a phone, a rail at the left of a wide window. */
function Frame({ children }: { children: ReactNode }) {
  const place = useRouteLoaderData<typeof rootLoader>('root');
  const { pathname } = useLocation();
  useFocusOnArrival();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <nav className={styles.tabs} aria-label="Screens">
        <p className={styles.name}>
          <Mark />
          <span>{cafe.name}</span>
        </p>
        <ul>
          {tabs.map(({ to, title, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={to === tabOf(pathname) ? 'page' : undefined}>
                <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
                  <path d={icon} />
                </svg>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.screen}>
        {place?.practice && (
          <aside className={styles.ribbon} aria-label="Practice">
            Practice shop: no money moves
          </aside>
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

const tabs = [
  {
    to: href('/owner'),
    title: 'Today',
    icon: 'M4 20h16M5 20v-7h14v7M5 16c2 2 3 0 4.700 0s2.700 2 4.600 0 3 0 4.700 0M12 13V9M12 6.500V5',
  },
  {
    to: href('/owner/more'),
    title: 'More',
    icon: 'M5 12h.01M12 12h.01M19 12h.01',
  },
];

/** The tab of the longest path that begins the pathname. */
function tabOf(pathname: string): string | undefined {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  return tabs.findLast(({ to }) => path === to || path.startsWith(`${to}/`))?.to;
}

function explanationOf(error: unknown): { title: string; text: string } {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) {
    return { title: 'There is no such screen', text: 'The address may have a slip in it.' };
  }
  if (status === 503) {
    return {
      title: 'We cannot read the orders just now',
      text: 'The database does not answer. Nothing is lost. Try again in a moment.',
    };
  }
  return {
    title: 'Something went wrong',
    text: 'The log of the shop says what. Nothing is lost. Try again in a moment.',
  };
}

/** Focuses a new screen, as loading a document would. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
