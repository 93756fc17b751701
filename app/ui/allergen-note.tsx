import styles from './allergen-note.module.css';
import { useCafe } from './cafe.ts';

interface AllergenNoteProps {
  /** `contains`: the precise allergens, if they are not in `allergens`. */
  items: readonly { title: string; allergens: string[]; contains?: string[] | undefined }[];
}

/** The allergens of each cake, shown before and after payment. Cakes may share a title. */
export function AllergenNote({ items }: AllergenNoteProps) {
  const byTitle = new Map<string, Set<string>>();
  for (const { title, allergens, contains } of items) {
    byTitle.set(title, new Set([...(byTitle.get(title) ?? []), ...(contains ?? allergens)]));
  }
  return (
    <section className={styles.note} aria-label="Allergens">
      <h3>Allergens</h3>
      <ul>
        {[...byTitle].map(([title, allergens]) => (
          <li key={title}>
            <strong>{title}</strong> {allergensInWords([...allergens])}
          </li>
        ))}
      </ul>
      <p>{useCafe().allergenNote}</p>
    </section>
  );
}

export function allergensInWords(allergens: readonly string[]): string {
  return allergens.length === 0 ? 'none named' : allergens.join(', ');
}
