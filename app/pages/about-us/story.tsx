import { Chequer } from '#app/ui/chequer.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { story } from '#cafe/words/family.ts';
import styles from './story.module.css';

export function Story() {
  const { heading, paragraphs } = story;
  return (
    <section className={styles.story}>
      <h1 className={styles.heading}>{heading}</h1>
      <div className={styles.figure}>
        <Photo
          file="battenberg.jpg"
          sizes="(max-width: 767px) calc(92vw - 1.5rem), (max-width: 1440px) calc(42vw - 3.6rem), 34.5rem"
          first
          className={styles.picture}
        />
        <Chequer className={styles.corner} />
      </div>
      <div className={styles.text}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
