import { data, href, redirect } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { readPageNumber } from '#app/page-number.ts';
import { pageMeta, privatePageMeta } from '#app/seo/page-meta.ts';
import { breadcrumbs } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { useCafe } from '#app/ui/cafe.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { type Diet, diets, filterFor } from '#domain/catalogue/diets.ts';
import { ALL_CAKES_A_PAGE } from '#server/content/catalogue.ts';
import type { Route } from './+types/all-cakes';
import styles from './all-cakes.module.css';
import { CakeList, Pager } from './cake-list.tsx';
import { dietQuery, readDiets } from './diet-query.ts';
import { WaysToBrowse } from './ways-to-browse.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const query = new URL(request.url).searchParams;
  const chosen = readDiets(query);
  if (query.get('page') === '1') throw redirect(pagePath(chosen, 1), 301);
  const page = readPageNumber(query.get('page'));
  const { catalogue } = await shop.content();
  const filter = filterFor(chosen);
  const shown = page && catalogue.page({ filter, page, perPage: ALL_CAKES_A_PAGE });
  if (!shown) throw data(null, { status: 404 });
  return { chosen, categories: catalogue.categories, ...shown };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { chosen, page } = loaderData;
  const title = page === 1 ? 'All cakes' : `All cakes, page ${page}`;
  const description =
    'All our cakes, pastries and doughnuts, made to order in North London. Choose by diet, order online and collect.';
  // Search engines need no list of every choice: each shows a part of the same cakes.
  if (chosen.length > 0) return privatePageMeta(site, { title: namesOf(chosen), description });
  const path = pagePath(chosen, page);
  const structuredData = [breadcrumbs(site, [{ name: title, path }])];
  return pageMeta(site, { path, title, description, structuredData });
}

function pagePath(chosen: Diet[], page: number): string {
  const query = dietQuery(chosen);
  if (page === 1) return href('/cakes') + query;
  return `${href('/cakes')}${query ? `${query}&` : '?'}page=${page}`;
}

export default function AllCakes({ loaderData }: Route.ComponentProps) {
  const { chosen, categories, cakes, total, page, pages } = loaderData;
  const { allergenNote } = useCafe();
  useLive({ topics: 'categories,cakes' });
  return (
    <>
      <div className={styles.top}>
        <h1>All cakes</h1>
        <h2>{chosen.length > 0 ? namesOf(chosen) : 'Every kind that we make to order'}</h2>
        <p role="status">{total === 1 ? '1 kind' : `${total} kinds`}</p>
      </div>
      <WaysToBrowse categories={categories} chosen={chosen} />
      {chosen.length > 0 && <p className={styles.note}>{allergenNote}</p>}
      <CakeList key={pagePath(chosen, page)} cakes={cakes} whenEmpty={<NoneSuits />} />
      <Pager page={page} pages={pages} pathOf={(to) => pagePath(chosen, to)} />
    </>
  );
}

function namesOf(chosen: Diet[]): string {
  const names = diets.filter(({ diet }) => chosen.includes(diet)).map(({ name }) => name);
  return names.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(', ');
}

function NoneSuits() {
  return (
    <p className={styles.note}>
      We have no cake for all of these just now. Take one of them off, or ring us on <PhoneLink />.
    </p>
  );
}
