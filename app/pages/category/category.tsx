import { type RefObject, useEffect, useRef } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { hasValue, useLive } from '#app/live/use-live.ts';
import { useStableList } from '#app/live/use-stable-list.ts';
import { readPageNumber } from '#app/page-number.ts';
import { absolute, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta } from '#app/seo/page-meta.ts';
import { breadcrumbs } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { Chequer } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { cafe } from '#cafe/cafe.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { CAKES_A_PAGE } from '#domain/catalogue/pages.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Route } from './+types/category';
import styles from './category.module.css';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const category = await shop.category(params.category);
  if (!category) throw data(null, { status: 404 });
  const asked = new URL(request.url).searchParams.get('page');
  // The first page has one URL, without a number.
  if (asked === '1') throw redirect(categoryPath(category), 301);
  const page = readPageNumber(asked);
  const shown =
    page && (await shop.cakes({ category: category.slug, page, perPage: CAKES_A_PAGE }));
  if (!shown) throw data(null, { status: 404 });
  return { category, ...shown };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { origin } = matches[0].loaderData;
  const { category, page, pages } = loaderData;
  const path = pagePath(category, page);
  const title = page === 1 ? category.title : `${category.title}, page ${page}`;
  const neighbour = (rel: string, to: number) => {
    const url = absolute(origin, pagePath(category, to));
    return { tagName: 'link', rel, href: url };
  };
  return [
    ...pageMeta({
      origin,
      path,
      title,
      description: `${category.desc} Order online and collect from our cafe in North London.`,
      structuredData: [breadcrumbs(origin, [{ name: title, path }])],
    }),
    ...(page > 1 ? [neighbour('prev', page - 1)] : []),
    ...(page < pages ? [neighbour('next', page + 1)] : []),
  ];
}

function pagePath(category: Category, page: number): string {
  return page === 1 ? categoryPath(category) : `${categoryPath(category)}?page=${page}`;
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, cakes, page, pages } = loaderData;
  useLive({
    topics: 'categories,cakes',
    concerns: ({ path, record }) =>
      path === `/categories/${category.id}` ||
      cakes.some(({ id }) => path === `/cakes/${id}`) ||
      hasValue(record, 'category', category.slug),
  });
  // Skips the hero when paging.
  const toPage = (to: number) => `${pagePath(category, to)}#shelf`;
  return (
    <>
      <CategoryHero category={category} />
      <Cakes key={`${category.id} ${page}`} category={category} cakes={cakes} />
      {pages > 1 && <Pager page={page} pages={pages} toPage={toPage} />}
    </>
  );
}

function Cakes({ category, cakes }: { category: Category; cakes: Cake[] }) {
  const shown = useStableList(cakes);
  if (shown.length === 0) return <Empty />;
  return (
    <ul id="shelf" className={styles.cakes}>
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

function CategoryHero({ category }: { category: Category }) {
  const hero = useRef<HTMLElement>(null);
  useFadeWithScroll(hero);
  return (
    <section ref={hero} className={styles.hero}>
      <div className={styles.heroText}>
        <nav aria-label="Breadcrumb">
          <Link to={{ pathname: href('/'), hash: 'cakes' }} className={styles.heroBack}>
            Cakes and Pastries
          </Link>
        </nav>
        <h1 className={styles.heroHeading}>Made with love</h1>
        <Chequer className={styles.heroRule} />
        <h2>{category.title}</h2>
        <p className={styles.heroLine}>{category.desc}</p>
      </div>
      <Photo
        file={category.img}
        sizes="(max-width: 767px) 100vw, (max-width: 1440px) 42vw, calc(21vw + 17.5rem)"
        first
        className={styles.heroPicture}
      />
    </section>
  );
}

/** Loads a script only where the browser lacks scroll-driven animations. */
function useFadeWithScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || CSS.supports('animation-timeline', 'view()')) return;
    const leaving = new AbortController();
    void import('./fade-with-scroll.ts').then(
      ({ fadeWithScroll }) => fadeWithScroll(element, leaving.signal),
      // Without the script the picture does not fade.
      () => undefined,
    );
    return () => leaving.abort();
  }, [ref]);
}

interface CakeCardProps {
  category: Category;
  cake: Cake;
  isGone: boolean;
}

/** A cake that is gone keeps its place without a link. */
function CakeCard({ category, cake, isGone }: CakeCardProps) {
  if (isGone) {
    return (
      <div className={`${styles.card} ${styles.cardGone}`}>
        <CardContent cake={cake} isGone />
      </div>
    );
  }
  return (
    <Link
      to={href('/cakes/:category/:cake', { category: category.slug, cake: cake.id })}
      state={{ cake }}
      className={styles.card}
    >
      <CardContent cake={cake} />
    </Link>
  );
}

function CardContent({ cake, isGone = false }: { cake: Cake; isGone?: boolean }) {
  return (
    <>
      <div className={styles.cardFrame}>
        <Photo
          file={cake.img}
          sizes="(max-width: 767px) 45vw, (max-width: 1440px) 30vw, 27rem"
          decorative
          className={styles.cardPicture}
        />
        {isGone && <p className={styles.cardWord}>Not available right now</p>}
      </div>
      <h3 className={styles.cardTitle}>{cake.title}</h3>
      <div className={styles.cardLine}>
        <p className={styles.cardPrice}>from {formatPence(fromPrice(cake))}</p>
        <span className={styles.cardView}>VIEW</span>
      </div>
    </>
  );
}

interface PagerProps {
  page: number;
  pages: number;
  toPage: (page: number) => string;
}

function Pager({ page, pages, toPage }: PagerProps) {
  return (
    <nav aria-label="Pages" className={styles.pager}>
      {page > 1 && (
        <ButtonLink
          variant="outline"
          to={toPage(page - 1)}
          rel="prev"
          className={styles.pagerPrevious}
        >
          Previous
        </ButtonLink>
      )}
      <p className={styles.pagerPlace}>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <ButtonLink variant="outline" to={toPage(page + 1)} rel="next" className={styles.pagerNext}>
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
