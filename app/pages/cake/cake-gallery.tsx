import { useState } from 'react';
import { Photo } from '#app/ui/photo.tsx';
import styles from './cake-gallery.module.css';

export function CakeGallery({ files }: { files: string[] }) {
  const [shown, setShown] = useState(files[0]);
  return (
    <section className={styles.gallery} aria-label="Pictures">
      {shown && (
        // A new element for each picture, or the last one would stay until the next has come.
        <Photo
          key={shown}
          file={shown}
          sizes="(max-width: 767px) 100vw, 48vw"
          first
          className={styles.picture}
        />
      )}
      {files.length > 1 && (
        <ul className={styles.thumbnails}>
          {files.map((file) => (
            <li key={file}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-pressed={file === shown}
                onClick={() => setShown(file)}
              >
                <Photo file={file} sizes="8rem" className={styles.small} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
