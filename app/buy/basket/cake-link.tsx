import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { CurrentCake } from './current-cakes.ts';

export type CakeOfPage = Pick<CurrentCake, 'id' | 'title' | 'category' | 'slug'>;

interface CakeLinkProps {
  cake: CakeOfPage;
  /** The id of the basket item to change. */
  edit?: number;
  className?: string | undefined;
  children: ReactNode;
}

/** An add-on has no page. */
export function CakeLink({ cake, edit, className, children }: CakeLinkProps) {
  const [category] = cake.category;
  if (!category) return children;
  return (
    <Link
      to={href('/cakes/:category/:cake', { category, cake: cake.slug ?? cake.id })}
      state={{ cake: { title: cake.title }, edit }}
      className={className}
      replace
    >
      {children}
    </Link>
  );
}
