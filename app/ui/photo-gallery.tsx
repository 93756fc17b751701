import { Photo } from './photo.tsx';
import styles from './photo-gallery.module.css';

interface PhotoGalleryProps {
  /** File names in the shop's photos: a portrait and a landscape to each column. */
  columns: readonly { long: string; short: string }[];
}

/** Columns of one long and one short picture; on a phone each column lies down as a row. */
export function PhotoGallery({ columns }: PhotoGalleryProps) {
  return (
    <div className={styles.columns}>
      {columns.map(({ long, short }) => (
        <div key={long} className={styles.column}>
          <Photo file={long} sizes="(max-width: 767px) 42vw, 30vw" className={styles.long} />
          <Photo file={short} sizes="(max-width: 767px) 55vw, 30vw" className={styles.short} />
        </div>
      ))}
    </div>
  );
}
