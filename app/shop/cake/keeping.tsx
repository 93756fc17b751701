import type { KeepingLine } from '#domain/catalogue/keeping.ts';
import styles from './keeping.module.css';

/** How to carry, keep and cut a cake. The server writes the lines. */
export function Keeping({ lines }: { lines: KeepingLine[] }) {
  return (
    <dl className={`${styles.lines} lines`}>
      {lines.map(({ word, text }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
