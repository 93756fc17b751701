import { ScrollRow } from '#app/ui/scroll-row.tsx';
import { cafe } from '#demo/cafe.ts';
import styles from './testimonials.module.css';

export function Testimonials() {
  return (
    <section className={styles.section} aria-labelledby="testimonials-title">
      <h2 id="testimonials-title" className={styles.title}>
        What people say
      </h2>
      <ScrollRow label="Testimonials">
        {cafe.testimonials.map(({ id, text, name }) => (
          <li key={id} className={styles.testimonial}>
            <figure className={styles.figure}>
              <blockquote className={styles.quote}>{text}</blockquote>
              <figcaption className={styles.name}>{name}</figcaption>
            </figure>
          </li>
        ))}
      </ScrollRow>
    </section>
  );
}
