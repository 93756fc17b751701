import { href } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { pageMeta, privatePageMeta } from '#app/seo/page-meta.ts';
import { breadcrumbs } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Route } from './+types/all-cakes';
import styles from './all-cakes.module.css';
import { CakeList } from './cake-list.tsx';
import { dietsInWords, listPath } from './list-path.ts';
import { shownCakes } from './shown-cakes.ts';
import { WaysToBrowse } from './ways-to-browse.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { categories } = (await shop.content()).catalogue;
  return { categories, ...(await shownCakes(shop, request)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { choice } = loaderData;
  const title = dietsInWords(choice.diets) || 'All cakes';
  const description =
    'All our cakes, pastries and doughnuts, made to order in North London. Choose by diet, order online and collect.';
  // Search engines need no list of every choice: each shows a part of the same cakes.
  if (choice.diets.length > 0 || choice.sort) return privatePageMeta(site, { title, description });
  const path = href('/cakes');
  return pageMeta(site, {
    path,
    title,
    description,
    structuredData: import.meta.env.SSR ? [breadcrumbs(site, [{ name: title, path }])] : undefined,
  });
}

export default function AllCakes({ loaderData }: Route.ComponentProps) {
  const { choice, cards } = loaderData;
  useLive({ topics: 'categories,cakes' });
  return (
    <>
      <div className={`${styles.top} page`}>
        <h1>All cakes</h1>
        <h2>{dietsInWords(choice.diets) || 'Every kind that we make to order'}</h2>
      </div>
      <WaysToBrowse {...loaderData} />
      <CakeList
        key={listPath(href('/cakes'), choice)}
        cards={cards}
        whenEmpty={
          <p className={`${styles.none} page`}>
            We have no cake for all of these just now. Take one of them off, or ring us on{' '}
            <PhoneLink />.
          </p>
        }
      />
    </>
  );
}
