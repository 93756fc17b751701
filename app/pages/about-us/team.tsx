import { reveal } from '#app/ui/reveal.ts';
import { team } from '#cafe/words/family.ts';
import styles from './team.module.css';

/** The people as the squares of the slice that the cafe is named after. */
export function Team() {
  return (
    <section className={styles.section} aria-labelledby="team-title">
      <h2 id="team-title" className={styles.title} {...reveal()}>
        Who bakes for you
      </h2>
      <ul className={styles.slice}>
        {team.map(({ name, role, line }, index) => (
          <li key={name} className={styles.square} {...reveal(index)}>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.role}>{role}</p>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
