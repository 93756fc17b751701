import { type RefObject, useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import type { Category } from '#domain/catalogue/catalogue.ts';
import styles from './category-hero.module.css';

export function CategoryHero({ category }: { category: Category }) {
  const hero = useRef<HTMLElement>(null);
  useFadeWithScroll(hero);
  return (
    <section ref={hero} className={styles.hero}>
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
        sizes="(max-width: 767px) 100vw, (max-width: 1440px) 42vw, calc(21vw + 17.5rem)"
        first
        className={styles.picture}
      />
    </section>
  );
}

/** The stylesheet does it where the browser can; elsewhere a script is fetched for it. */
function useFadeWithScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || CSS.supports('animation-timeline', 'view()')) return;
    const leaving = new AbortController();
    void import('./fade-with-scroll.ts').then(
      ({ fadeWithScroll }) => fadeWithScroll(element, leaving.signal),
      // Without it the picture is simply there.
      () => undefined,
    );
    return () => leaving.abort();
  }, [ref]);
}
