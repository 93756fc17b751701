import type { RefObject } from 'react';
import { href, Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { useIsNear } from '#app/ui/defer-loading.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Category, Size } from '#domain/catalogue/catalogue.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import styles from './bottom-bar.module.css';

export interface BottomBarProps extends BuyBarProps {
  category: Category;
  isGone: boolean;
}

export function BottomBar({ category, isGone, ...choice }: BottomBarProps) {
  return isGone ? <GoneNote title={choice.title} category={category} /> : <BuyBar {...choice} />;
}

interface BuyBarProps {
  /** The page's own buttons. */
  actions: RefObject<HTMLElement | null>;
  title: string;
  size: Size | undefined;
  price: string;
  day: Day | undefined;
  problem: string | undefined;
  canBuy: boolean;
  addLabel: string;
  onAdd: () => void;
}

/**
 * The current choice and its button, fixed to the bottom of the window. Hidden while the page's own
 * buttons or the footer are in view, so it never covers either.
 */
function BuyBar(props: BuyBarProps) {
  const { actions, title, size, price, day, problem, canBuy, addLabel, onAdd } = props;
  const isInTheWay = useIsNear(() => [actions.current, document.querySelector('footer')]);
  // True, or not known yet.
  if (isInTheWay !== false) return null;
  return (
    <section className={styles.bar} aria-label="Your choice">
      <div className={`${styles.inner} page`}>
        <div className={styles.choice}>
          <p className={`${styles.title} display`}>{title}</p>
          <p className={`${problem ? 'problem' : 'quiet'} ${styles.line}`}>
            {problem ?? <Choice day={day} size={size} />}
          </p>
          <p className={styles.price}>{price}</p>
        </div>
        <Button className={styles.button} aria-disabled={!canBuy} onClick={onAdd}>
          {day ? addLabel : 'Choose a day'}
        </Button>
      </div>
    </section>
  );
}

/** `Fri 27 Nov · 6 inches · 8–10 slices`; on a phone without the slices. */
function Choice({ day, size }: Pick<BuyBarProps, 'day' | 'size'>) {
  const [width, slices] = size ? describeSize(size).split(/(?= · )/) : [];
  return (
    <>
      {day && <span className={styles.part}>{dayInWords(day, 'short')}</span>}
      {day && size && <span className={styles.between}> · </span>}
      <span className={styles.part}>{width}</span>
      <span className={styles.slices}>{slices}</span>
    </>
  );
}

interface GoneNoteProps {
  title: string;
  category: Category;
}

/** Shown when the cake was hidden while the page was open. */
function GoneNote({ title, category }: GoneNoteProps) {
  return (
    <div className={`${styles.goneNote} apart`}>
      <p className={styles.goneWords}>
        <strong>{title} cannot be ordered just now.</strong> What you have chosen stays here while
        this page is open.
      </p>
      <Link to={href('/cakes/:category', { category: category.slug })}>See our other cakes</Link>
    </div>
  );
}
