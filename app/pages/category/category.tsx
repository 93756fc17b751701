import { data, href } from 'react-router';
import { categoryPath } from '#app/found/addresses.ts';
import { pageMeta } from '#app/found/page-meta.ts';
import { breadcrumbs } from '#app/found/structured-data.ts';
import { says } from '#app/live/says.ts';
import { useLive } from '#app/live/use-live.ts';
import { useSteadyList } from '#app/live/use-steady-list.ts';
import { shopContext } from '#app/shop-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { cafe } from '#demo/cafe.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import type { Route } from './+types/category';
import { CakeCard } from './cake-card.tsx';
import styles from './category.module.css';
import { CategoryHero } from './category-hero.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const category = await shop.category(params.category);
  if (!category) throw data(null, { status: 404 });
  return { category, cakes: await shop.cakes(category.slug) };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { origin } = matches[0].loaderData;
  const { category } = loaderData;
  const path = categoryPath(category);
  return pageMeta({
    origin,
    path,
    title: category.title,
    description: `${category.desc} Order online and collect from our cafe in North London.`,
    structuredData: [breadcrumbs(origin, [{ name: category.title, path }])],
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, cakes } = loaderData;
  useLive({
    topics: 'categories,cakes',
    concerns: ({ path, record }) =>
      path === `/categories/${category.id}` ||
      cakes.some(({ id }) => path === `/cakes/${id}`) ||
      says(record, 'category', category.slug),
  });
  return (
    <>
      <CategoryHero category={category} />
      <Cakes key={category.id} category={category} cakes={cakes} />
    </>
  );
}

function Cakes({ category, cakes }: { category: Category; cakes: Cake[] }) {
  const shown = useSteadyList(cakes);
  if (shown.length === 0) return <Empty />;
  return (
    <ul className={styles.cakes}>
      {shown.map(({ item, isGone }) => (
        <li key={item.id}>
          <CakeCard category={category} cake={item} isGone={isGone} />
        </li>
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <div className={styles.empty}>
      <p>
        These shelves are empty just now; the next batch is being thought about. Please look at our
        other cakes, or give us a ring on{' '}
        <a href={`tel:${cafe.contact.phone.tel}`}>{cafe.contact.phone.display}</a> and tell us what
        you would like.
      </p>
      <ButtonLink to={{ pathname: href('/'), hash: 'cakes' }}>See all cakes</ButtonLink>
    </div>
  );
}
