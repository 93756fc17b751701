import { closeDialog, Dialog } from '#app/ui/dialog.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { cafe } from '#demo/cafe.ts';
import styles from './menu.module.css';
import { NavEntries } from './nav-entries.tsx';
import { BasketButton } from './navbar.tsx';

/** The navbar's entries on small screens. */
export function Menu() {
  return (
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
  );
}
