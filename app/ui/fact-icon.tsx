import type { Allergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import styles from './fact-icon.module.css';
import drawings from './facts.svg?no-inline';

export type Fact = Allergen | ServingInfo;

/**
 * What is in a cake and whom it suits, drawn; the word stands beside it. The drawings are a file of
 * their own, and no script has to carry them.
 */
export function FactIcon({ fact }: { fact: Fact }) {
  return (
    <svg className={styles.icon} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.plate} cx="24" cy="24" r="24" />
      <use
        className={styles.drawing}
        href={`${drawings}#${fact.toLowerCase().replace(' ', '-')}`}
      />
    </svg>
  );
}
