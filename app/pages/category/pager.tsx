import { ButtonLink } from '#app/ui/button.tsx';
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
      {page > 1 && (
        <ButtonLink look="outline" to={toPage(page - 1)} rel="prev" className={styles.previous}>
          Previous
        </ButtonLink>
      )}
      <p className={styles.place}>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <ButtonLink look="outline" to={toPage(page + 1)} rel="next" className={styles.next}>
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
