import type { ComponentProps } from 'react';
import { useCafe } from './cafe.ts';
import styles from './text.module.css';

/** The cafe's phone number as a link. */
export function PhoneLink() {
  const { display, tel } = useCafe().contact.phone;
  return (
    <a className={styles.phone} href={`tel:${tel}`}>
      {display}
    </a>
  );
}

/** Text for screen readers. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={[styles.hidden, className].filter(Boolean).join(' ')} {...rest} />;
}

/** For visitors whose scripts are off or did not come, in place of what needs them. */
export function NeedsScripts({ className }: { className?: string | undefined }) {
  return (
    <>
      <noscript>
        <p className={className}>
          Ordering here needs JavaScript. Without it, please ring us on <PhoneLink />.
        </p>
      </noscript>
      <p role="alert" className={[styles.withoutScripts, className].filter(Boolean).join(' ')}>
        Part of this page did not come. Please reload it: your basket is kept.
      </p>
    </>
  );
}

/** Hidden where scripts are off or did not come. */
export function WithScripts({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={[styles.withScripts, className].filter(Boolean).join(' ')} {...rest} />;
}
