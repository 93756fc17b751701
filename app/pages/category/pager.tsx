import { Link } from 'react-router';
import styles from './pager.module.css';

interface PagerProps {
  page: number;
  pages: number;
  toPage: (page: number) => string;
}

/** The way through a list that is longer than a page: plain links, which need no script. */
export function Pager({ page, pages, toPage }: PagerProps) {
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <p className={styles.place}>
        Page {page} of {pages}
      </p>
      {page > 1 && (
        <Link to={toPage(page - 1)} rel="prev" className={`${styles.link} ${styles.previous}`}>
          Previous
        </Link>
      )}
      {page < pages && (
        <Link to={toPage(page + 1)} rel="next" className={`${styles.link} ${styles.next}`}>
          Next
        </Link>
      )}
    </nav>
  );
}
