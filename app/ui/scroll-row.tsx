import type { ReactNode } from 'react';
import styles from './scroll-row.module.css';

/** List items in a row wider than the page, moved by swipe, wheel or arrow keys. */
export function ScrollRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable by keyboard.
    <section className={styles.row} aria-label={label} tabIndex={0}>
      <ul className={styles.items}>{children}</ul>
    </section>
  );
}
