import type { ComponentProps } from 'react';
import { cafe } from '#cafe/cafe.ts';
import styles from './text.module.css';

/** The cafe's phone number as a link. */
export function PhoneLink() {
  const { display, tel } = cafe.contact.phone;
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
