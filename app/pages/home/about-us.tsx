import { href } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { aboutUs } from '#cafe/words/welcome.ts';
import styles from './about-us.module.css';

export function AboutUs() {
  const { title, text } = aboutUs;
  return (
    <section
      id="about-us"
      tabIndex={-1}
      className={styles.section}
      aria-labelledby="about-us-title"
    >
      <div className={styles.text} {...reveal(0)}>
        <h2 id="about-us-title" className={styles.title}>
          {title}
        </h2>
        <p>{text}</p>
        <ButtonLink to={href('/about-us')} look="outline">
          Our story
        </ButtonLink>
      </div>
      <div className={styles.figure} {...reveal(1)}>
        <Photo
          file="cafe-table.jpg"
          sizes="(max-width: 767px) calc(92vw - 1.5rem), (max-width: 1440px) calc(46vw - 4rem), 38rem"
          className={styles.picture}
        />
        <Chequer className={styles.corner} />
      </div>
    </section>
  );
}
