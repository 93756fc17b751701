import { useState } from 'react';
import { Photo } from '#app/ui/photo.tsx';
import { PhotoOverlay } from '#app/ui/photo-overlay.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import styles from './cake-gallery.module.css';

/** The cake's pictures; a click on the one that is shown opens it large. */
export function CakeGallery({ files }: { files: [string, ...string[]] }) {
  const [shown, setShown] = useState(files[0]);
  const [isLarge, setLarge] = useState(false);
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <button type="button" className={styles.enlarge} onClick={() => setLarge(true)}>
        {/* A new element for each picture, or the last one would stay until the next has come. */}
        <Photo
          key={shown}
          file={shown}
          sizes="(max-width: 767px) 100vw, (max-width: 1440px) 45.5vw, 41.5rem"
          first
          className={styles.picture}
        />
        <VisuallyHidden>Show it large</VisuallyHidden>
        <svg className={styles.glass} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M16 16l5 5M10.5 3a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10.5 7v7M7 10.5h7" />
        </svg>
      </button>
      {files.length > 1 && <Thumbnails files={files} shown={shown} onShow={setShown} />}
      <PhotoOverlay
        label="Large picture"
        files={files}
        shown={isLarge ? shown : undefined}
        onShow={setShown}
        onClose={() => setLarge(false)}
      />
    </section>
  );
}

interface ThumbnailsProps {
  files: string[];
  shown: string;
  onShow: (file: string) => void;
}

function Thumbnails({ files, shown, onShow }: ThumbnailsProps) {
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
              sizes="(max-width: 767px) 24vw, (max-width: 1440px) 12vw, 11.5rem"
              className={styles.small}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
