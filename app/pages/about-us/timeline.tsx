import { reveal } from '#app/ui/reveal.ts';
import { timeline } from '#cafe/words/family.ts';
import styles from './timeline.module.css';

export function Timeline() {
  return (
    <section className={styles.section} aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={styles.heading} {...reveal()}>
        How we got here
      </h2>
      <ol className={styles.line}>
        {timeline.map(({ year, title, text }, index) => (
          <li key={year} className={styles.event} {...reveal(index)}>
            <p className={styles.year}>{year}</p>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
