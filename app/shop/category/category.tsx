import { type RefObject, useEffect, useRef } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { readPageNumber } from '#app/page-number.ts';
import { absolute, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta } from '#app/seo/page-meta.ts';
import { breadcrumbs } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { Chequer } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { CAKES_A_PAGE } from '#server/content/catalogue.ts';
import { photoAlts } from '#server/content/photos.ts';
import type { Route } from './+types/category';
import { CakeList, Pager } from './cake-list.tsx';
import styles from './category.module.css';
import { WaysToBrowse } from './ways-to-browse.tsx';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { catalogue } = await shop.content();
  const { categories, allCategories } = catalogue;
  const category = allCategories.find(({ slug }) => slug === params.category);
  if (!category) throw data(null, { status: 404 });
  const asked = new URL(request.url).searchParams.get('page');
  // The first page has one URL, without a number.
  if (asked === '1') throw redirect(categoryPath(category), 301);
  const page = readPageNumber(asked);
  const shown = page && catalogue.page({ category: category.slug, page, perPage: CAKES_A_PAGE });
  if (!shown) throw data(null, { status: 404 });
  const hero = heroPicture(category, shown.cakes);
  const alts = await photoAlts(shop, hero === undefined ? [] : [hero], category.title);
  return { category, categories, ...shown, alts };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { category, page, pages } = loaderData;
  const path = pagePath(category, page);
  const title = page === 1 ? category.title : `${category.title}, page ${page}`;
  const neighbour = (rel: string, to: number) => {
    const url = absolute(site.origin, pagePath(category, to));
    return { tagName: 'link', rel, href: url };
  };
  return [
    ...pageMeta(site, {
      path,
      title,
      description: `${category.desc} Order online and collect from our cafe in North London.`,
      structuredData: [breadcrumbs(site, [{ name: title, path }])],
    }),
    ...(page > 1 ? [neighbour('prev', page - 1)] : []),
    ...(page < pages ? [neighbour('next', page + 1)] : []),
  ];
}

function pagePath(category: Category, page: number): string {
  return page === 1 ? categoryPath(category) : `${categoryPath(category)}?page=${page}`;
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, categories, cakes, page, pages, alts } = loaderData;
  useLive({ topics: 'categories,cakes' });
  return (
    <>
      <CategoryHero category={category} picture={heroPicture(category, cakes)} alts={alts} />
      <WaysToBrowse categories={categories} current={category.slug} />
      <CakeList
        key={`${category.id} ${page}`}
        cakes={cakes}
        category={category.slug}
        whenEmpty={<Empty />}
      />
      <Pager page={page} pages={pages} pathOf={(to) => pagePath(category, to)} />
    </>
  );
}

/** One that no card shows. Other pictures of the category's own cake come first. */
function heroPicture({ img }: Category, cakes: Cake[]): string | undefined {
  const cards = cakes.map((cake) => cake.img);
  const sameCake = cakes.find((cake) => cake.img === img);
  const others = [sameCake, ...cakes].flatMap((cake) => cake?.imgs ?? []);
  return [img, ...others].find((file) => !cards.includes(file));
}

function Empty() {
  return (
    <div className={styles.empty}>
      <p>
        These shelves are empty just now; the next batch is being thought about. Please look at our
        other cakes, or give us a ring on <PhoneLink /> and tell us what you would like.
      </p>
      <ButtonLink to={href('/cakes')}>See all cakes</ButtonLink>
    </div>
  );
}

interface CategoryHeroProps {
  category: Category;
  picture: string | undefined;
  /** The alternative texts of uploaded photos, by file name. */
  alts: Record<string, string>;
}

function CategoryHero({ category, picture, alts }: CategoryHeroProps) {
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
        <h2 className={styles.heroTitle}>{category.title}</h2>
        <p className={styles.heroLine}>{category.desc}</p>
      </div>
      {picture && (
        <Photo
          file={picture}
          alt={alts[picture]}
          sizes="(max-width: 47.9375rem) 40vw, (max-width: 1100px) 38vw, 25rem"
          first
          className={styles.heroPicture}
        />
      )}
    </section>
  );
}

/** Opaque at first, transparent when scrolled out at the top (spec §2). */
function useFadeWithScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const fade = () => {
      if (ref.current)
        ref.current.style.opacity = calm.matches ? '' : String(opacityOf(ref.current));
    };
    addEventListener('scroll', fade, { passive: true, signal });
    addEventListener('resize', fade, { signal });
    calm.addEventListener('change', fade, { signal });
    fade();
    return () => leaving.abort();
  }, [ref]);
}

function opacityOf(element: HTMLElement): number {
  const { bottom, height } = element.getBoundingClientRect();
  return Math.min(1, Math.max(0, bottom / Math.min(height, innerHeight)));
}
