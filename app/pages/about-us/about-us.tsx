import { Photo } from '#app/ui/photo.tsx';
import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { ScrollRow } from '#app/ui/scroll-row.tsx';
import { cafe } from '#demo/cafe.ts';
import type { Route } from './+types/about-us';
import styles from './about-us.module.css';
import { Story } from './story.tsx';
import { Team } from './team.tsx';
import { Timeline } from './timeline.tsx';

export function meta(): Route.MetaDescriptors {
  return [
    { title: `About us · ${cafe.name}` },
    { name: 'description', content: cafe.aboutUs.text },
  ];
}

/** Family story, team, image scroller, timeline, gallery (spec §2). */
export default function AboutUs() {
  return (
    <>
      <Story />
      <Team />
      <ScrollRow label="Pictures from the bakery">
        {cafe.scroller.map((file) => (
          <li key={file}>
            <Photo file={file} sizes="(max-width: 767px) 80vw, 30rem" className={styles.scrolled} />
          </li>
        ))}
      </ScrollRow>
      <Timeline />
      <section className={styles.gallery} aria-labelledby="gallery-title">
        <h2 id="gallery-title" className={styles.title}>
          Our Gallery
        </h2>
        <PhotoGallery columns={cafe.gallery} />
      </section>
    </>
  );
}
