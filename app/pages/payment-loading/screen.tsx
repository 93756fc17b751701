import type { ReactNode } from 'react';
import styles from './payment-loading.module.css';

/** What the visitor has to know before going on. It comes unasked, so it takes the focus. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <h1 ref={takeFocus} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
