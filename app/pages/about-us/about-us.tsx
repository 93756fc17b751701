import { href } from 'react-router';
import { pageMeta } from '#app/seo/page-meta.ts';
import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { gallery } from '#cafe/words/pictures.ts';
import { aboutUs } from '#cafe/words/welcome.ts';
import type { Route } from './+types/about-us';
import styles from './about-us.module.css';
import { ImageScroller } from './image-scroller.tsx';
import { Story } from './story.tsx';
import { Team } from './team.tsx';
import { Timeline } from './timeline.tsx';

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta({
    origin: matches[0].loaderData.origin,
    path: href('/about-us'),
    title: 'About us',
    description: aboutUs.text,
  });
}

/** Family story, team, image scroller, timeline, gallery (spec §2). */
export default function AboutUs() {
  return (
    <>
      <Story />
      <Team />
      <ImageScroller />
      <Timeline />
      <section className={styles.gallery} aria-labelledby="gallery-title">
        <h2 id="gallery-title" className={styles.title} {...reveal()}>
          Our Gallery
        </h2>
        <PhotoGallery label="Our Gallery" columns={gallery} />
      </section>
    </>
  );
}
