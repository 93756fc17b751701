import { VisuallyHidden } from '#app/ui/text.tsx';
import styles from './message.module.css';

/** A message as it is piped: every space is marked, and none is lost at the end of a line. */
export function Message({ text, large = false }: { text: string; large?: boolean }) {
  const parts = text.split(/( )/);
  return (
    <p className={large ? `${styles.message} ${styles.large}` : styles.message}>
      <VisuallyHidden>Message: </VisuallyHidden>
      {parts.map((part, place) =>
        part === ' ' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
          <span key={place} className={styles.space}>
            {' '}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}
