import { Photo } from '#app/ui/photo.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { photos } from '#cafe/photos.ts';
import { scroller } from '#cafe/words/pictures.ts';
import styles from './image-scroller.module.css';

/**
 * Pictures that go by without end, by CSS alone: they move, and can be stopped, before the page's
 * scripts have started and without them. Where motion is not wanted it is a row to be scrolled.
 */
export function ImageScroller() {
  return (
    <div className={styles.scroller} {...reveal()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable by keyboard, and focus stops it. */}
      <section className={styles.window} aria-label="Pictures from the bakery" tabIndex={0}>
        <div className={styles.track}>
          <Pictures />
          <Pictures again />
        </div>
      </section>
      <label className={styles.pause}>
        <input type="checkbox" className={styles.checkbox} />
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path className={styles.bars} d="M7 4v14M15 4v14" />
          <path className={styles.triangle} d="M7 4l10 7-10 7z" />
        </svg>
        <VisuallyHidden>Pause the pictures</VisuallyHidden>
      </label>
    </div>
  );
}

/** Twice, so that the end of one round is the beginning of the next. */
function Pictures({ again = false }: { again?: boolean }) {
  return (
    <ul
      className={again ? `${styles.pictures} ${styles.again}` : styles.pictures}
      aria-hidden={again}
    >
      {scroller.map((file) => (
        <li key={file}>
          <Photo file={file} sizes={sizesOf(file)} decorative={again} className={styles.picture} />
        </li>
      ))}
    </ul>
  );
}

/** One height for all (`.picture`), so the shape says how wide. */
function sizesOf(file: string): string {
  const { width, height } = photos.find((photo) => photo.file === file) ?? { width: 1, height: 1 };
  const wide = (high: number) => ((high * width) / height).toFixed(1);
  return `(max-width: 750px) ${wide(16)}rem, (max-width: 1200px) ${wide(34)}vw, ${wide(25.5)}rem`;
}
