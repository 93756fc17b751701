import { type MouseEvent, useSyncExternalStore } from 'react';
import { href, Link } from 'react-router';
import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { cafe } from '#cafe/cafe.ts';
import styles from './hero.module.css';

export function Hero() {
  const scrolledDown = useScrolledDown();
  return (
    <>
      <section className={styles.hero} aria-labelledby="cafe-name">
        <Photo
          file="hero.jpg"
          onPhone="hero-phone.jpg"
          sizes="(max-width: 480px) 100vw, (max-width: 1100px) 115vw, 100vw"
          first
          className={styles.picture}
        />
        <div className={scrolledDown ? `${styles.text} ${styles.hidden}` : styles.text}>
          <h1 id="cafe-name" className={styles.name}>
            {cafe.name}
          </h1>
          <Link
            to={{ pathname: href('/'), hash: 'cakes' }}
            className={styles.link}
            onClick={scrollToCakes}
          >
            <span className={styles.tagline}>{cafe.tagline}</span>
            <span className={styles.action}>See the cakes</span>
          </Link>
        </div>
      </section>
      <Chequer className={styles.band} />
    </>
  );
}

/** Scroll-driven CSS would do it, but not yet in every browser. */
function useScrolledDown(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  );
}

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** The router would jump there. */
function scrollToCakes(event: MouseEvent): void {
  const cakes = document.getElementById('cakes');
  // Another tab or window was asked for.
  if (!cakes || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  cakes.focus({ preventScroll: true });
  cakes.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
}
