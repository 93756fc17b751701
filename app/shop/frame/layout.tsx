import type { ReactNode } from 'react';
import { Link, type Location, useLocation, useNavigation } from 'react-router';
import { BasketDrawer } from '#app/buy/basket/basket-drawer.tsx';
import { ActivateBotCheck } from '#app/buy/bot-check/bot-check.ts';
import { PickUpPanel } from '#app/buy/checkout/pick-up-panel.tsx';
import { UnpaidOrder } from '#app/buy/checkout/unpaid-order.tsx';
import frame from '#app/ui/frame.module.css';
import { useDialogHistory } from '#app/ui/open-dialogs.ts';
import { NeedsScripts } from '#app/ui/text.tsx';
import { useFocusOnArrival } from '#app/ui/use-focus-on-arrival.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import './loader.css';
import { Footer } from './footer.tsx';
import styles from './layout.module.css';
import { Menu, Navbar } from './navbar.tsx';

interface SiteLayoutProps {
  practice: boolean;
  calendarRules: CalendarRules;
  botCheck: BotCheckSettings;
  children: ReactNode;
}

/** The frame of every page, and the dialogs that any page may open. */
export function SiteLayout({ practice, calendarRules, botCheck, children }: SiteLayoutProps) {
  useDialogHistory();
  useFocusOnArrival();
  return (
    <>
      {/* First, because effects of pages may ask for a token. */}
      <ActivateBotCheck settings={botCheck} />
      <SkipLink />
      {practice && (
        <aside className={frame.ribbon} aria-label="Practice">
          Practice shop: no money moves
        </aside>
      )}
      <NeedsScripts className={styles.needsScripts} />
      <Navbar />
      <NavigationStatus />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <BasketDrawer calendarRules={calendarRules} />
      <PickUpPanel />
      <UnpaidOrder />
      <Menu />
    </>
  );
}

function SkipLink() {
  // `replace` adds no entry to the history; the page keeps its query and its state.
  const { search, state }: Location<unknown> = useLocation();
  return (
    <Link className={frame.skip} to={{ search, hash: 'main' }} state={state} replace>
      Skip to the content
    </Link>
  );
}

/** Announces the page that is loading. */
function NavigationStatus() {
  const { location } = useNavigation();
  const title = location && (titleIn(location.state) ?? 'the page');
  return (
    <div role="status" className={styles.navigationOpening}>
      {title && <p>Opening {title}</p>}
    </div>
  );
}

/** The title of a navigation's target, if the link passed it in the state, which may hold anything. */
function titleIn(state: unknown): string | undefined {
  const { cake, category } = Object(state);
  const { title } = Object(cake ?? category);
  return typeof title === 'string' ? title : undefined;
}
