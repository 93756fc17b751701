import { href, Link } from 'react-router';
import { Photo } from '#app/ui/photo.tsx';
import { reveal } from '#app/ui/reveal.ts';
import type { Category } from '#domain/catalogue/catalogue.ts';
import { cardTitle } from '#domain/catalogue/landing-page.ts';
import styles from './category-grid.module.css';

export function CategoryGrid({ categories }: { categories: Category[] }) {
  return (
    <section id="cakes" tabIndex={-1} className={styles.section} aria-labelledby="cakes-title">
      <div className={styles.inner}>
        <h2 id="cakes-title" className={styles.heading} {...reveal()}>
          Cakes and Pastries
        </h2>
        <ul className={styles.grid}>
          {categories.map((category, index) => (
            <li key={category.id} className={styles.item} {...reveal(category.id)}>
              <CategoryCard category={category} sizes={index === 0 ? LARGE : SMALL} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The first card is as large as four of the others (`.item:first-child`). */
const LARGE = '(max-width: 767px) 92vw, (max-width: 1440px) 46vw, 42rem';
const SMALL = '(max-width: 767px) 45vw, (max-width: 1440px) 22.5vw, 21rem';

function CategoryCard({ category, sizes }: { category: Category; sizes: string }) {
  return (
    <Link
      to={href('/cakes/:category', { category: category.slug })}
      state={{ category }}
      className={styles.card}
    >
      <div className={styles.frame}>
        <Photo file={category.img} sizes={sizes} decorative className={styles.picture} />
      </div>
      <div className={styles.caption}>
        <h3 className={styles.title}>{cardTitle(category.title)}</h3>
        <span className={styles.browse}>Browse</span>
      </div>
    </Link>
  );
}
