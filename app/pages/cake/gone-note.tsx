import { href, Link } from 'react-router';
import type { Category } from '#domain/catalogue/catalogue.ts';
import styles from './gone-note.module.css';

interface GoneNoteProps {
  title: string;
  category: Category;
}

/** Says that the cake has gone. */
export function GoneNote({ title, category }: GoneNoteProps) {
  return (
    <div className={styles.note}>
      <p className={styles.words}>
        <strong>{title} cannot be ordered just now.</strong> What you have chosen stays here while
        this page is open.
      </p>
      <Link to={href('/cakes/:category', { category: category.slug })}>See our other cakes</Link>
    </div>
  );
}
