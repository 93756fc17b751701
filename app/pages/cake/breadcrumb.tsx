import { href, Link } from 'react-router';
import type { Category } from '#domain/catalogue/catalogue.ts';
import styles from './breadcrumb.module.css';

export function Breadcrumb({ category }: { category: Category }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        <li>
          <Link to={{ pathname: href('/'), hash: 'cakes' }}>Cakes and Pastries</Link>
        </li>
        <li>
          <Link to={href('/cakes/:category', { category: category.slug })} state={{ category }}>
            {category.title}
          </Link>
        </li>
      </ol>
    </nav>
  );
}
