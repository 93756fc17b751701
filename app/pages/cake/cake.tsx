import { data } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { cafe } from '#demo/cafe.ts';
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

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { title, desc } = loaderData.cake;
  return [{ title: `${title} · ${cafe.name}` }, { name: 'description', content: desc }];
}

export default function CakePage({ loaderData }: Route.ComponentProps) {
  const { cake } = loaderData;
  return (
    // Another cake starts afresh: no size, message or day of the one before.
    <article key={cake.id} className={styles.page}>
      <CakeGallery files={[cake.img, ...cake.imgs]} />
      <CakeOrder {...loaderData} />
    </article>
  );
}
