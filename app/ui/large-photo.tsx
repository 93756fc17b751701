import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { Link } from 'react-router';
import { photos } from '#cafe/photos.ts';
import styles from './large-photo.module.css';
import { Photo } from './photo.tsx';
import type { PhotoLinks } from './photo-gallery.tsx';
import { useSwipe } from './swipe.ts';

export interface LargePhotoProps {
  label: string;
  files: string[];
  links?: PhotoLinks;
  shown: string;
  onShow: (file: string) => void;
  onClose: () => void;
}

/** One photo in full size over the page. A click outside the arrows closes it. */
export function LargePhoto({ label, files, links, shown, onShow, onClose }: LargePhotoProps) {
  const photoId = useId();
  const index = files.indexOf(shown);
  const link = links?.[shown];
  const box = fullSize(shown);
  const swipe = useSwipe((direction) => turn(direction === 'left' ? 1 : -1));

  function turn(by: 1 | -1) {
    const next = files.at((index + by) % files.length);
    if (next) onShow(next);
  }

  function turnByKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  }

  return (
    <dialog
      ref={openAtOnce}
      className={styles.overlay}
      aria-label={label}
      aria-describedby={photoId}
      onClick={({ currentTarget }) => currentTarget.close()}
      onKeyDown={turnByKey}
      onClose={onClose}
      {...swipe}
    >
      <button type="button" className={`${styles.button} ${styles.close}`}>
        <svg width="14" height="14" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M2 2l14 14M16 2L2 16" />
        </svg>
        Close
      </button>
      <Arrow turn="previous" onTurn={() => turn(-1)} />
      {/* Not a figure: screen readers would read only its caption, not the photo's `alt`. */}
      <div id={photoId} className={styles.shown} aria-live="polite" aria-atomic="true">
        <div className={styles.frame} style={box}>
          <Photo
            key={shown}
            file={shown}
            sizes={sizesOf(box.aspectRatio)}
            className={styles.photo}
          />
        </div>
        <div className={styles.caption}>
          <p>
            {index + 1} of {files.length}
          </p>
          {link && (
            <Link to={link.path} className={styles.button}>
              See {link.title}
            </Link>
          )}
        </div>
      </div>
      <Arrow turn="next" onTurn={() => turn(1)} />
    </dialog>
  );
}

function openAtOnce(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}

/** As large as the window and the file allow; known before the photo has loaded. */
function fullSize(file: string): { width: string; aspectRatio: number } {
  const { width, height } = photos.find((photo) => photo.file === file) ?? { width: 1, height: 1 };
  const ratio = width / height;
  return { width: `min(90vw, ${(76 * ratio).toFixed(1)}vh, ${width}px)`, aspectRatio: ratio };
}

/** The same as `sizes`, in which the HTML checker rejects `min()`. */
function sizesOf(ratio: number): string {
  const width = 76 * ratio;
  return `(max-aspect-ratio: ${Math.round(width)}/90) 90vw, ${width.toFixed(1)}vh`;
}

function Arrow({ turn, onTurn }: { turn: 'previous' | 'next'; onTurn: () => void }) {
  function keepOpen(event: MouseEvent) {
    event.stopPropagation();
    onTurn();
  }
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[turn]}`}
      aria-label={turn === 'next' ? 'Next photo' : 'Previous photo'}
      onClick={keepOpen}
    >
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <path d={turn === 'next' ? 'M8 4l7 7-7 7' : 'M14 4l-7 7 7 7'} />
      </svg>
    </button>
  );
}
