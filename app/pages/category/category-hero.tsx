import { href, Link } from 'react-router';
import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import type { Category } from '#domain/catalogue/catalogue.ts';
import styles from './category-hero.module.css';

export function CategoryHero({ category }: { category: Category }) {
  return (
    <section className={styles.hero}>
      <div className={styles.text}>
        <nav aria-label="Breadcrumb">
          <Link to={{ pathname: href('/'), hash: 'cakes' }} className={styles.back}>
            Cakes and Pastries
          </Link>
        </nav>
        <h1 className={styles.heading}>Made with love</h1>
        <Chequer className={styles.rule} />
        <h2>{category.title}</h2>
        <p className={styles.line}>{category.desc}</p>
      </div>
      <Photo
        file={category.img}
        sizes="(max-width: 767px) 100vw, 50vw"
        first
        className={styles.picture}
      />
    </section>
  );
}
