import { href, Link } from 'react-router';
import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { cafe } from '#demo/cafe.ts';
import styles from './hero.module.css';

export function Hero() {
  return (
    <>
      <section className={styles.hero} aria-labelledby="cafe-name">
        <Photo file="hero.jpg" sizes="100vw" first className={styles.picture} />
        <div className={styles.text}>
          <h1 id="cafe-name" className={styles.name}>
            {cafe.name}
          </h1>
          <Link to={{ pathname: href('/'), hash: 'cakes' }} className={styles.link}>
            <span className={styles.tagline}>{cafe.tagline}</span>
            <span className={styles.action}>See the cakes</span>
          </Link>
        </div>
      </section>
      <Chequer className={styles.band} />
    </>
  );
}
