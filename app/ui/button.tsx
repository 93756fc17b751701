import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

type Look = 'solid' | 'outline';

function classNames(look: Look, extra: string | undefined): string {
  return [styles.button, styles[look], extra].filter(Boolean).join(' ');
}

export function Button({
  look = 'solid',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={classNames(look, className)} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'solid',
  className,
  ...rest
}: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link className={classNames(look, className)} {...rest} />;
}
