import { Fragment, type ReactNode } from 'react';
import { allergenLines, type Declared, declaredTogether } from '#domain/catalogue/allergens.ts';
import styles from './allergens.module.css';
import { useCafe } from './cafe.ts';

interface AllergensProps {
  of: Declared;
  /** Replaces the words for what it contains. */
  children?: ReactNode;
}

/** What a cake contains and may contain. No other component shows it, so that none leaves out the traces. */
export function Allergens({ of, children }: AllergensProps) {
  return allergenLines(of).map(({ word, names }) =>
    word === 'Contains' && children ? (
      <Fragment key={word}>{children}</Fragment>
    ) : (
      <span key={word} className={styles.line}>
        <strong>{word}:</strong> {names}.{' '}
      </span>
    ),
  );
}

interface AllergenNoteProps {
  items: readonly (Declared & { title: string })[];
}

/** The allergens of each cake, shown before and after payment. Cakes may share a title. */
export function AllergenNote({ items }: AllergenNoteProps) {
  const byTitle = new Map<string, Declared[]>();
  for (const item of items) byTitle.set(item.title, [...(byTitle.get(item.title) ?? []), item]);
  return (
    <section className={styles.note} aria-label="Allergens">
      <h3>Allergens</h3>
      <ul>
        {[...byTitle].map(([title, own]) => (
          <li key={title}>
            <strong>{title}</strong> <Allergens of={declaredTogether(own)} />
          </li>
        ))}
      </ul>
      <p>{useCafe().allergenNote}</p>
    </section>
  );
}
