import { useState } from 'react';
import { data } from 'react-router';
import { usePrefetchToken } from '#app/bot-check/bot-check.ts';
import { hasValue, useLive } from '#app/live/use-live.ts';
import { cakePath, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta, sharedPhoto } from '#app/seo/page-meta.ts';
import { breadcrumbs, product } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { Photo } from '#app/ui/photo.tsx';
import { PhotoOverlay } from '#app/ui/photo-gallery.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Route } from './+types/cake';
import styles from './cake.module.css';
import { OrderForm } from './order-form.tsx';

/** Ignores the navigation state: it carries the cake too (spec §2), which may be outdated. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [category, cake] = await Promise.all([
    shop.category(params.category),
    shop.cake(params.cake),
  ]);
  if (!category || !cake?.category.includes(category.slug)) throw data(null, { status: 404 });
  return {
    category,
    cake,
    personalTouches: await shop.personalTouches(),
    calendarRules: await shop.calendarRules(),
    today: shop.today(),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const place = matches[0].loaderData;
  const { origin } = place;
  const { category, cake } = loaderData;
  const path = cakePath(cake);
  return pageMeta({
    origin,
    path,
    title: cake.title,
    description: cake.desc,
    picture: import.meta.env.SSR ? sharedPhoto(place, cake.img) : undefined,
    structuredData: [
      product(place, cake, category),
      breadcrumbs(origin, [
        { name: category.title, path: categoryPath(category) },
        { name: cake.title, path },
      ]),
    ],
  });
}

export default function CakePage({ loaderData }: Route.ComponentProps) {
  const { cake, personalTouches } = loaderData;
  usePrefetchToken();
  const { isGone } = useLive({
    topics: 'cakes,calendar',
    concerns: ({ path, record }) =>
      path.startsWith('/calendar/') ||
      [cake, ...personalTouches].some(({ id }) => path === `/cakes/${id}`) ||
      hasValue(record, 'kind', 'personal-touch'),
  });
  return (
    // The key resets size, message and day for another cake.
    <article key={cake.id} className={styles.page}>
      <CakeGallery files={[cake.img, ...cake.imgs]} />
      <OrderForm {...loaderData} isGone={isGone} />
    </article>
  );
}

/** The cake's pictures; a click opens the current one large. */
function CakeGallery({ files }: { files: [string, ...string[]] }) {
  const [shown, setShown] = useState(files[0]);
  const [isLarge, setLarge] = useState(false);
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <button type="button" className={styles.galleryEnlarge} onClick={() => setLarge(true)}>
        {/* With a key, the previous picture disappears before the next has loaded. */}
        <Photo
          key={shown}
          file={shown}
          sizes="(max-width: 767px) 100vw, (max-width: 1440px) 45.5vw, 41.5rem"
          first
          className={styles.galleryPicture}
        />
        <VisuallyHidden>Show it large</VisuallyHidden>
        <svg className={styles.galleryGlass} viewBox="0 0 24 24" aria-hidden="true">
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
    <ul className={styles.galleryThumbnails}>
      {files.map((file) => (
        <li key={file}>
          <button
            type="button"
            className={styles.galleryThumbnail}
            aria-pressed={file === shown}
            onClick={() => onShow(file)}
          >
            <Photo
              file={file}
              sizes="(max-width: 767px) 24vw, (max-width: 1440px) 12vw, 11.5rem"
              className={styles.gallerySmall}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
