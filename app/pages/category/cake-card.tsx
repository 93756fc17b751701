import { href, Link } from 'react-router';
import { Photo } from '#app/ui/photo.tsx';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import styles from './cake-card.module.css';

export function CakeCard({ category, cake }: { category: Category; cake: Cake }) {
  return (
    <Link
      to={href('/cakes/:category/:cake', { category: category.slug, cake: cake.id })}
      state={{ cake }}
      className={styles.card}
    >
      <div className={styles.frame}>
        <Photo
          file={cake.img}
          sizes="(max-width: 767px) 45vw, (max-width: 1440px) 30vw, 27rem"
          decorative
          className={styles.picture}
        />
      </div>
      <h3 className={styles.title}>{cake.title}</h3>
      <div className={styles.line}>
        <p className={styles.price}>from {formatPence(fromPrice(cake))}</p>
        <span className={styles.view}>VIEW</span>
      </div>
    </Link>
  );
}
