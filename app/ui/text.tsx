import type { ComponentProps } from 'react';
import { cafe } from '#cafe/cafe.ts';
import styles from './text.module.css';

/** The cafe's number, to be rung with a press. */
export function PhoneLink() {
  const { display, tel } = cafe.contact.phone;
  return (
    <a className={styles.phone} href={`tel:${tel}`}>
      {display}
    </a>
  );
}

/** Words for those who listen to the page. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={[styles.hidden, className].filter(Boolean).join(' ')} {...rest} />;
}
