import { href, Link } from 'react-router';
import { Photo } from '#app/ui/photo.tsx';
import { type Category, cardTitle } from '#domain/catalogue/catalogue.ts';
import styles from './category-grid.module.css';

export function CategoryGrid({ categories }: { categories: Category[] }) {
  return (
    <section id="cakes" tabIndex={-1} className={styles.section} aria-labelledby="cakes-title">
      <div className={styles.inner}>
        <h2 id="cakes-title" className={styles.heading}>
          Cakes and Pastries
        </h2>
        <ul className={styles.grid}>
          {categories.map((category) => (
            <li key={category.id} className={styles.item}>
              <CategoryCard category={category} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function CategoryCard({ category }: { category: Category }) {
  return (
    <Link
      to={href('/cakes/:category', { category: category.slug })}
      state={{ category }}
      className={styles.card}
    >
      <div className={styles.frame}>
        <Photo
          file={category.img}
          sizes="(max-width: 767px) 92vw, 45vw"
          decorative
          className={styles.picture}
        />
      </div>
      <div className={styles.caption}>
        <h3 className={styles.title}>{cardTitle(category.title)}</h3>
        <span className={styles.browse}>Browse</span>
      </div>
    </Link>
  );
}
