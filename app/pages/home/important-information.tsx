import { reveal } from '#app/ui/reveal.ts';
import { importantInformation } from '#cafe/words/welcome.ts';
import styles from './important-information.module.css';

export function ImportantInformation() {
  return (
    <section className={styles.section} aria-labelledby="important-information-title">
      <div className={styles.inner}>
        <h2 id="important-information-title" className={styles.heading} {...reveal()}>
          Important Information
        </h2>
        <ul className={styles.notes}>
          {importantInformation.map(({ title, text }, index) => (
            <li key={title} className={styles.note} {...reveal(index)}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
