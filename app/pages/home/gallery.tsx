import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { gallery } from '#cafe/words/pictures.ts';
import styles from './gallery.module.css';

export function Gallery() {
  return (
    <section id="gallery" tabIndex={-1} className={styles.section} aria-labelledby="gallery-title">
      <h2 id="gallery-title" className={styles.title} {...reveal()}>
        Our Gallery
      </h2>
      <PhotoGallery label="Our Gallery" columns={gallery} />
    </section>
  );
}
