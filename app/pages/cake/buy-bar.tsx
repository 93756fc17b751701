import { Button } from '#app/ui/button.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import styles from './buy-bar.module.css';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Spec §9. */
const SHOWN_AFTER_VIEWPORT_HEIGHTS = 1.5;

interface BuyBarProps {
  title: string;
  size: Size | undefined;
  price: string;
  day: Day | undefined;
  problem: string | undefined;
  onAdd: () => void;
}

/** Keeps what has been chosen and the button in reach once both have been scrolled away. */
export function BuyBar({ title, size, price, day, problem, onAdd }: BuyBarProps) {
  const isShown = useScrolledPast(SHOWN_AFTER_VIEWPORT_HEIGHTS);
  if (!isShown) return null;
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
          <Button aria-disabled={!size} onClick={onAdd}>
            Add to basket
          </Button>
        </div>
      </div>
    </section>
  );
}
