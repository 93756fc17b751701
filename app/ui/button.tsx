import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

/** `inactive` looks disabled but works: pressing it says what is missing. */
type Variant = 'solid' | 'outline' | 'inactive';

function classNames(variant: Variant, extra: string | undefined): string {
  return [styles.button, styles[variant], extra].filter(Boolean).join(' ');
}

export function Button({
  variant = 'solid',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { variant?: Variant }) {
  return <button type={type} className={classNames(variant, className)} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'solid',
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: Variant }) {
  return <Link className={classNames(variant, className)} {...rest} />;
}
