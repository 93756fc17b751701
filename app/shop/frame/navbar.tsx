import { useEffect, useState } from 'react';
import { href, Link, type Location, useLocation, useMatch } from 'react-router';
import { preloadBasket } from '#app/buy/basket/basket-drawer.tsx';
import { useBasket } from '#app/buy/basket/basket-store.ts';
import { prefetchToken } from '#app/buy/bot-check/bot-check.ts';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe, useHoursInWords } from '#app/ui/cafe.ts';
import { useLazy } from '#app/ui/defer-loading.ts';
import { Dialog, OpenDialogButton } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { closeDialog } from '#app/ui/open-dialogs.ts';
import { isStored, stored } from '#app/ui/stored.ts';
import { useSwipe } from '#app/ui/swipe.ts';
import { PhoneLink, VisuallyHidden } from '#app/ui/text.tsx';
import styles from './navbar.module.css';

export function Navbar() {
  const backTo = useBackTo();
  return (
    <header className={styles.header}>
      <nav className={`${styles.bar} page`} aria-label="Main">
        {backTo && (
          <Link to={backTo} className={styles.back} aria-label="Back">
            <Icon path="M13 4l-7 7 7 7M6 11h13" />
          </Link>
        )}
        <Logo />
        <ul className={styles.entries}>
          <NavEntries />
        </ul>
        <BasketButton />
        <OpenDialogButton opens="menu" variant="outline" className={styles.menu} aria-label="Menu">
          <Icon path="M2 6h18M2 11h18M2 16h18" />
        </OpenDialogButton>
      </nav>
    </header>
  );
}

function Logo() {
  const { name } = useCafe();
  return (
    <Link to={href('/')} className={styles.logo} aria-label={`${name}, home`}>
      <Mark />
      <span className={styles.name}>{name}</span>
    </Link>
  );
}

function BasketButton({ className = '' }: { className?: string | undefined }) {
  const { basket } = useBasket();
  return (
    <OpenDialogButton
      opens="basket"
      onPointerEnter={preloadBasket}
      onFocus={preloadBasket}
      onClick={prefetchToken}
      variant={basket.length > 0 ? 'solid' : 'outline'}
      className={`${styles.basket} ${className}`}
    >
      BASKET{' '}
      {basket.length > 0 && (
        <span>
          · {basket.length}{' '}
          <VisuallyHidden>{basket.length === 1 ? 'item' : 'items'}</VisuallyHidden>
        </span>
      )}
    </OpenDialogButton>
  );
}

/** The parent of the cake and about pages. A link, not the history, so that it works on shared URLs. */
function useBackTo(): string | undefined {
  const cake = useMatch('/cakes/:category/:cake');
  const aboutUs = useMatch(href('/about-us'));
  const category = cake?.params.category;
  if (category) return href('/cakes/:category', { category });
  return aboutUs ? href('/') : undefined;
}

/** The links of the navbar and the mobile menu. BASKET is a button. */
function NavEntries({ inMenu = false }: { inMenu?: boolean }) {
  // CONTACT stays on the page: keeps its query and its state, and Back leads to the previous page.
  const { search, state }: Location<unknown> = useLocation();
  return (
    <>
      <MyOrder />
      <li>
        <Link to={href('/about-us')} replace={inMenu}>
          ABOUT US
        </Link>
      </li>
      <li>
        <Link to={`${href('/')}#cakes`} replace={inMenu}>
          CAKES
        </Link>
      </li>
      <li>
        <Link to={`${href('/')}#gallery`} replace={inMenu}>
          GALLERY
        </Link>
      </li>
      <li>
        <Link to={{ search, hash: 'contact' }} state={state} replace>
          CONTACT
        </Link>
      </li>
    </>
  );
}

/** Checked by the module that a browser loads which has some. */
const keptLinks = stored('localStorage', 'my-orders', isStored);

/** In a browser that has ordered. First, so that the others keep their places. */
function MyOrder() {
  const [hasOrdered, setHasOrdered] = useState(false);
  const { Component: Entry } = useLazy(hasOrdered, loadMenuEntry);
  useEffect(() => setHasOrdered(keptLinks.read() !== undefined), []);
  return Entry && <Entry className={styles.own} />;
}

async function loadMenuEntry() {
  return (await import('#app/buy/checkout/menu-entry.tsx')).MenuEntry;
}

/** The navbar's entries on small screens. A swipe to the right closes it. */
export function Menu() {
  const hours = useHoursInWords();
  const swipe = useSwipe((direction) => {
    if (direction === 'right') closeDialog('menu');
  });
  return (
    <div {...swipe}>
      <Dialog id="menu" title="Menu" shape="drawer">
        <nav aria-label="Menu">
          <ul className={styles.menuEntries}>
            <NavEntries inMenu />
          </ul>
        </nav>
        <BasketButton className={styles.menuBasket} />
        <p className={styles.menuHours}>
          {hours.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <PhoneLink />
        </p>
      </Dialog>
    </div>
  );
}
