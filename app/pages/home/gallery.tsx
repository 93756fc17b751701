import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { cafe } from '#demo/cafe.ts';
import styles from './gallery.module.css';

export function Gallery() {
  return (
    <section id="gallery" tabIndex={-1} className={styles.section} aria-labelledby="gallery-title">
      <h2 id="gallery-title" className={styles.title}>
        Our Gallery
      </h2>
      <PhotoGallery columns={cafe.gallery} />
    </section>
  );
}
