import { useRef, useState } from 'react';
import { Photo } from '#app/ui/photo.tsx';
import { PhotoOverlay } from '#app/ui/photo-gallery.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import styles from './cake-gallery.module.css';

type Files = [string, ...string[]];
/** The alternative texts of uploaded photos, by file name. */
type Alts = Record<string, string>;

/**
 * The cake's pictures in a row that scrolls and snaps, so a swipe needs no script. A click opens the
 * current one large. The scroll position is the only record of the shown picture.
 */
export function CakeGallery({ files, alts }: { files: Files; alts: Alts }) {
  const [shown, setShown] = useState(files[0]);
  const [isLarge, setLarge] = useState(false);
  const row = useRef<HTMLDivElement>(null);

  function scrollTo(file: string) {
    const left = files.indexOf(file) * (row.current?.clientWidth ?? 0);
    row.current?.scrollTo({ left, behavior: 'instant' });
  }

  function readPosition({ scrollLeft, clientWidth }: HTMLElement) {
    setShown(files[Math.round(scrollLeft / clientWidth)] ?? files[0]);
  }

  return (
    <section className={styles.gallery} aria-label="Pictures">
      <div className={styles.frame}>
        <div
          ref={row}
          className={styles.row}
          onScroll={({ currentTarget }) => readPosition(currentTarget)}
        >
          <EnlargeButton onClick={() => setLarge(true)} />
          <ul className={styles.slides}>
            {files.map((file, index) => (
              <li key={file} className={styles.slide}>
                <Photo
                  file={file}
                  alt={alts[file]}
                  sizes="(max-width: 47.9375rem) 100vw, (max-width: 1440px) 45.5vw, 41.5rem"
                  first={index === 0}
                  className={`${styles.picture} cover`}
                />
              </li>
            ))}
          </ul>
        </div>
        {files.length > 1 && <Dots files={files} shown={shown} />}
      </div>
      {files.length > 1 && <Thumbnails files={files} alts={alts} shown={shown} onShow={scrollTo} />}
      <PhotoOverlay
        label="Large picture"
        files={files}
        alts={alts}
        shown={isLarge ? shown : undefined}
        onShow={scrollTo}
        onClose={() => setLarge(false)}
      />
    </section>
  );
}

/** Lies over the visible picture and inside the row, so that a swipe on it scrolls the row. */
function EnlargeButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.enlarge} onClick={onClick}>
      <VisuallyHidden>Show it large</VisuallyHidden>
      <svg className={styles.glass} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M16 16l5 5M10.5 3a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10.5 7v7M7 10.5h7" />
      </svg>
    </button>
  );
}

/** Decorative: screen readers have the list of pictures. */
function Dots({ files, shown }: { files: Files; shown: string }) {
  return (
    <div className={styles.dots} aria-hidden="true">
      {files.map((file) => (
        <span key={file} className={styles.dot} data-shown={file === shown} />
      ))}
    </div>
  );
}

interface ThumbnailsProps {
  files: Files;
  alts: Alts;
  shown: string;
  onShow: (file: string) => void;
}

function Thumbnails({ files, alts, shown, onShow }: ThumbnailsProps) {
  return (
    <ul className={styles.thumbnails}>
      {files.map((file) => (
        <li key={file}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-pressed={file === shown}
            onClick={() => onShow(file)}
          >
            <Photo
              file={file}
              alt={alts[file]}
              sizes="(max-width: 1440px) 12vw, 11.5rem"
              className={`${styles.small} cover`}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
