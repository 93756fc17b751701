import { href, Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Category, Size } from '#domain/catalogue/catalogue.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import styles from './bottom-bar.module.css';

export interface BuyBarProps {
  title: string;
  size: Size | undefined;
  price: string;
  day: Day | undefined;
  problem: string | undefined;
  canBuy: boolean;
  onAdd: () => void;
}

/** The current choice and the button to add it, fixed to the bottom of the window. */
export function BuyBar({ title, size, price, day, problem, canBuy, onAdd }: BuyBarProps) {
  return (
    <section className={styles.bar} aria-label="Your choice">
      <div className={styles.inner}>
        <div className={styles.choice}>
          <p className={styles.title}>{title}</p>
          <p className={styles.line}>
            {problem ??
              [size && describeSize(size), day ? dayInWords(day, 'short') : 'No day chosen yet']
                .filter(Boolean)
                .join(' · ')}
          </p>
        </div>
        <p className={styles.price}>{price}</p>
        <div className={styles.add}>
          <Button aria-disabled={!canBuy} onClick={onAdd}>
            Add to basket
          </Button>
        </div>
      </div>
    </section>
  );
}

interface GoneNoteProps {
  title: string;
  category: Category;
}

/** Shown when the cake was hidden while the page was open. */
export function GoneNote({ title, category }: GoneNoteProps) {
  return (
    <div className={styles.goneNote}>
      <p className={styles.goneWords}>
        <strong>{title} cannot be ordered just now.</strong> What you have chosen stays here while
        this page is open.
      </p>
      <Link to={href('/cakes/:category', { category: category.slug })}>See our other cakes</Link>
    </div>
  );
}
