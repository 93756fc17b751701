import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import kit from './kit.module.css';

/** A list of links, one below another, each a whole row. */
export function Rows({ label, children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <ul className={kit.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One of `Rows`. The keys j and k move between rows. */
export function Row({
  to,
  children,
  className,
}: Pick<ComponentProps<typeof Link>, 'to' | 'children' | 'className'>) {
  return (
    <li>
      <Link to={to} className={className} data-row>
        {children}
      </Link>
    </li>
  );
}
