import { data } from 'react-router';
import { usePrefetchToken } from '#app/bot-check/use-interest.ts';
import { says } from '#app/live/says.ts';
import { useLive } from '#app/live/use-live.ts';
import { cakePath, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta } from '#app/seo/page-meta.ts';
import { sharedPhoto } from '#app/seo/picture.ts';
import { breadcrumbs, product } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import type { Route } from './+types/cake';
import styles from './cake.module.css';
import { CakeGallery } from './cake-gallery.tsx';
import { CakeOrder } from './cake-order.tsx';

/** The address alone is enough. Navigation state carries the cake too (spec §2), but may be days old. */
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
    picture: sharedPhoto(place, cake.img),
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
      says(record, 'kind', 'personal-touch'),
  });
  return (
    // Another cake starts afresh: no size, message or day of the one before.
    <article key={cake.id} className={styles.page}>
      <CakeGallery files={[cake.img, ...cake.imgs]} />
      <CakeOrder {...loaderData} isGone={isGone} />
    </article>
  );
}
