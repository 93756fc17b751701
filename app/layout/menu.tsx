import { closeDialog, Dialog } from '#app/ui/dialog.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { useSwipe } from '#app/ui/swipe.ts';
import { cafe } from '#cafe/cafe.ts';
import styles from './menu.module.css';
import { NavEntries } from './nav-entries.tsx';
import { BasketButton } from './navbar.tsx';

/** The navbar's entries on small screens. A swipe to where it came from closes it, wherever it begins. */
export function Menu() {
  const swipe = useSwipe((direction) => {
    if (direction === 'right') closeDialog('menu');
  });
  return (
    <div {...swipe}>
      <Dialog id="menu" title="Menu" shape="drawer">
        <nav aria-label="Menu">
          <ul className={styles.entries}>
            <NavEntries onFollow={() => closeDialog('menu')} />
          </ul>
        </nav>
        <BasketButton className={styles.basket} />
        <p className={styles.hours}>
          {cafe.hours.readable.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <PhoneLink />
        </p>
      </Dialog>
    </div>
  );
}
