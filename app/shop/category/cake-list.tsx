import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { useStableList } from '#app/live/use-stable-list.ts';
import { Photo } from '#app/ui/photo.tsx';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import styles from './cake-list.module.css';

export interface Card {
  id: string;
  cake: Cake;
  /** `Serves 8–28`; may be empty. */
  servings: string;
  /** Of its smallest size. */
  price: string;
  /** What is said of it in a word: `Vegan`, `Contains nuts`. */
  marks: string[];
}

interface CakeListProps {
  cards: Card[];
  /** The category that the cards' links are in; the first of each cake when it is missing. */
  category?: string;
  whenEmpty: ReactNode;
}

/** Cards of cakes, in as many columns as leave no card alone in the last row. */
export function CakeList({ cards, category, whenEmpty }: CakeListProps) {
  const shown = useStableList(cards);
  if (shown.length === 0) return whenEmpty;
  return (
    <ul id="shelf" tabIndex={-1} className={`${styles.cakes} page`}>
      {shown.map(({ item, isGone }, index) => (
        <li key={item.id}>
          <CakeCard {...item} category={category} isGone={isGone} isEarly={index < EARLY} />
        </li>
      ))}
    </ul>
  );
}

/** On every screen these are in the first row, so their pictures load at once. */
const EARLY = 2;

interface CakeCardProps extends Card {
  category: string | undefined;
  isGone: boolean;
  isEarly: boolean;
}

/** A cake that is gone keeps its place without a link. */
function CakeCard({ category: listed, ...card }: CakeCardProps) {
  const { cake, isGone } = card;
  const category = listed ?? cake.category[0];
  const content = <CardContent {...card} />;
  if (isGone || category === undefined) {
    return <div className={`${styles.card} ${styles.cardGone}`}>{content}</div>;
  }
  return (
    <Link
      to={href('/cakes/:category/:cake', { category, cake: cake.slug ?? cake.id })}
      state={{ cake }}
      className={styles.card}
    >
      {content}
    </Link>
  );
}

function CardContent({
  cake,
  servings,
  price,
  marks,
  isGone,
  isEarly,
}: Omit<CakeCardProps, 'category'>) {
  return (
    <>
      <div className={styles.cardFrame}>
        <Photo
          file={cake.img}
          sizes="(max-width: 47.9375rem) 45vw, (max-width: 63.9375rem) 36vw, (max-width: 1440px) 25vw, 23rem"
          eager={isEarly}
          alt=""
          className={`${styles.cardPicture} cover grows`}
        />
        {isGone && <p className={styles.cardWord}>Not available right now</p>}
      </div>
      <h3 className={styles.cardTitle}>{cake.title}</h3>
      <div className={`${styles.cardFacts} cluster quiet`}>
        <p>{servings}</p>
        {marks.length > 0 && (
          <ul className={styles.cardMarks}>
            {marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={`${styles.cardLine} cluster`}>
        <p className={styles.cardPrice}>from {price}</p>
        <span className={styles.cardView}>VIEW</span>
      </div>
    </>
  );
}
