import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who listen to the page. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={[styles.hidden, className].filter(Boolean).join(' ')} {...rest} />;
}
