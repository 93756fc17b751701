import { href } from 'react-router';
import { pageMeta } from '#app/seo/page-meta.ts';
import { galleryLinks } from '#app/shop/gallery-links.ts';
import { shopContext } from '#app/shop-context.ts';
import { Chequer } from '#app/ui/brand.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { findPhoto, Photo } from '#app/ui/photo.tsx';
import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { scroller } from '#cafe/words/pictures.ts';
import type { Words } from '#domain/words/words.ts';
import { photoAlts } from '#server/content/photos.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/about-us';
import styles from './about-us.module.css';

const STORY_PHOTO = 'battenberg.jpg';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ catalogue }, words] = await Promise.all([shop.content(), currentWords(shop)]);
  const { welcome, story, team, timeline, gallery } = words;
  return {
    description: welcome.text,
    story,
    team,
    timeline,
    gallery,
    galleryLinks: galleryLinks(catalogue, gallery),
    alts: await photoAlts(shop, [STORY_PHOTO, ...scroller, ...gallery]),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches[0].loaderData, {
    path: href('/about-us'),
    title: 'About us',
    description: loaderData.description,
  });
}

/** Family story, team, image scroller, timeline, gallery (spec §2). */
export default function AboutUs({ loaderData }: Route.ComponentProps) {
  const { story, team, timeline, alts } = loaderData;
  return (
    <>
      <Story {...story} alt={alts[STORY_PHOTO]} />
      <Team team={team} />
      <ImageScroller alts={alts} />
      <Timeline timeline={timeline} />
      <section className={`${styles.gallery} page`} aria-labelledby="gallery-title">
        <h2 id="gallery-title" className="title" {...reveal()}>
          Our Gallery
        </h2>
        <PhotoGallery
          label="Our Gallery"
          files={loaderData.gallery}
          links={loaderData.galleryLinks}
          alts={alts}
        />
      </section>
    </>
  );
}

function Story({ heading, paragraphs, alt }: Words['story'] & { alt: string | undefined }) {
  return (
    <section className={`${styles.story} page`}>
      <h1 className={styles.storyHeading}>{heading}</h1>
      <div className={`${styles.storyFigure} framed`}>
        <Photo
          file={STORY_PHOTO}
          alt={alt}
          sizes="(max-width: 47.9375rem) calc(92vw - 1.5rem), (max-width: 1440px) calc(42vw - 3.6rem), 34.5rem"
          first
          className={`${styles.storyPicture} cover`}
        />
        <Chequer />
      </div>
      <div className={`${styles.storyText} stack`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

/** Laid out as the squares of a Battenberg slice. */
function Team({ team }: Pick<Words, 'team'>) {
  return (
    <section className={`${styles.teamSection} page`} aria-labelledby="team-title">
      <h2 id="team-title" className="title" {...reveal()}>
        Who bakes for you
      </h2>
      <ul className={styles.teamSlice}>
        {team.map(({ name, role, line }, index) => (
          <li key={name} className={styles.teamSquare} {...reveal(index)}>
            <h3 className={styles.teamName}>{name}</h3>
            <p className={styles.teamRole}>{role}</p>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * An endless scroller in CSS only: it moves and can be paused without scripts. With reduced motion
 * it is a row that the visitor scrolls.
 */
function ImageScroller({ alts }: { alts: Record<string, string> }) {
  return (
    <div className={styles.scroller} {...reveal()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it, and focus pauses the animation. */}
      <section className={styles.scrollerWindow} aria-label="Pictures from the bakery" tabIndex={0}>
        <div className={styles.scrollerTrack}>
          <Pictures alts={alts} />
          {/* Again, so that the animation repeats without a gap. */}
          <Pictures />
        </div>
      </section>
      <label className={`${styles.scrollerPause} round`}>
        <input type="checkbox" className={styles.scrollerCheckbox} />
        <Icon path="M7 4v14M15 4v14" />
        <Icon path="M7 4l10 7-10 7z" />
        <VisuallyHidden>Pause the pictures</VisuallyHidden>
      </label>
    </div>
  );
}

/** @param alts missing for the duplicate, which is decorative. */
function Pictures({ alts }: { alts?: Record<string, string> }) {
  return (
    <ul
      className={
        alts ? styles.scrollerPictures : `${styles.scrollerPictures} ${styles.scrollerDuplicate}`
      }
      aria-hidden={!alts}
    >
      {scroller.map((file) => (
        <li key={file}>
          <Photo
            file={file}
            sizes={sizesOf(file)}
            alt={alts ? alts[file] : ''}
            className={styles.scrollerPicture}
          />
        </li>
      ))}
    </ul>
  );
}

/** All pictures have one height (`.scrollerPicture`), so the aspect ratio gives the width. */
function sizesOf(file: string): string {
  const { width, height } = findPhoto(file) ?? { width: 1, height: 1 };
  const wide = (high: number) => ((high * width) / height).toFixed(1);
  return `(max-width: 750px) ${wide(16)}rem, (max-width: 1200px) ${wide(34)}vw, ${wide(25.5)}rem`;
}

function Timeline({ timeline }: Pick<Words, 'timeline'>) {
  return (
    <section className={`${styles.timelineSection} page`} aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="title" {...reveal()}>
        How we got here
      </h2>
      <ol className={styles.timelineLine}>
        {timeline.map(({ year, title, text }, index) => (
          <li key={year} className={styles.timelineEvent} {...reveal(index)}>
            <p className={styles.timelineYear}>{year}</p>
            <h3 className={styles.timelineTitle}>{title}</h3>
            <p className={styles.timelineText}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
