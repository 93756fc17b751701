import { href, Link } from 'react-router';
import { Photo } from '#app/ui/photo.tsx';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import styles from './cake-card.module.css';

interface CakeCardProps {
  category: Category;
  cake: Cake;
  isGone: boolean;
}

/** One that cannot be had any more keeps its place and leads nowhere. */
export function CakeCard({ category, cake, isGone }: CakeCardProps) {
  if (isGone) {
    return (
      <div className={`${styles.card} ${styles.gone}`}>
        <Content cake={cake} isGone />
      </div>
    );
  }
  return (
    <Link
      to={href('/cakes/:category/:cake', { category: category.slug, cake: cake.id })}
      state={{ cake }}
      className={styles.card}
    >
      <Content cake={cake} />
    </Link>
  );
}

function Content({ cake, isGone = false }: { cake: Cake; isGone?: boolean }) {
  return (
    <>
      <div className={styles.frame}>
        <Photo
          file={cake.img}
          sizes="(max-width: 767px) 45vw, (max-width: 1440px) 30vw, 27rem"
          decorative
          className={styles.picture}
        />
        {isGone && <p className={styles.word}>Not available right now</p>}
      </div>
      <h3 className={styles.title}>{cake.title}</h3>
      <div className={styles.line}>
        <p className={styles.price}>from {formatPence(fromPrice(cake))}</p>
        <span className={styles.view}>VIEW</span>
      </div>
    </>
  );
}
