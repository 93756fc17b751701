import { type RefObject, useEffect, useRef } from 'react';
import { data, href, Link } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { categoryPath } from '#app/seo/addresses.ts';
import { pageMeta, privatePageMeta } from '#app/seo/page-meta.ts';
import { breadcrumbs } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { Chequer } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { photoAlts } from '#server/content/photos.ts';
import type { Route } from './+types/category';
import { CakeList } from './cake-list.tsx';
import styles from './category.module.css';
import { dietsInWords, type ListChoice, listPath } from './list-path.ts';
import { shownCakes } from './shown-cakes.ts';
import { WaysToBrowse } from './ways-to-browse.tsx';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { catalogue } = await shop.content();
  const { categories, allCategories } = catalogue;
  const category = allCategories.find(({ slug }) => slug === params.category);
  if (!category) throw data(null, { status: 404 });
  const shown = await shownCakes(shop, request, category.slug);
  const picture = heroPicture(category, catalogue.cakesIn(category.slug));
  const alts = await photoAlts(shop, picture === undefined ? [] : [picture], category.title);
  return { category, categories, ...shown, picture, alts };
}

/** One that no card shows. Other pictures of the category's own cake come first. */
function heroPicture({ img }: Category, cakes: Cake[]): string | undefined {
  const cards = cakes.map((cake) => cake.img);
  const sameCake = cakes.find((cake) => cake.img === img);
  const others = [sameCake, ...cakes].flatMap((cake) => cake?.imgs ?? []);
  return [img, ...others].find((file) => !cards.includes(file));
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { category, choice } = loaderData;
  const title = [category.title, dietsInWords(choice.diets).toLowerCase()]
    .filter(Boolean)
    .join(', ');
  const description = `${category.desc} Order online and collect from our cafe in North London.`;
  // As on the page of all cakes.
  if (choice.diets.length > 0 || choice.sort) return privatePageMeta(site, { title, description });
  const path = categoryPath(category);
  return pageMeta(site, {
    path,
    title,
    description,
    structuredData: import.meta.env.SSR ? [breadcrumbs(site, [{ name: title, path }])] : undefined,
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, choice, cards } = loaderData;
  useLive({ topics: 'categories,cakes' });
  return (
    <>
      <CategoryHero {...loaderData} />
      <WaysToBrowse {...loaderData} />
      <CakeList
        key={listPath(categoryPath(category), choice)}
        cards={cards}
        category={category.slug}
        whenEmpty={<Empty category={category} choice={choice} />}
      />
    </>
  );
}

function Empty({ category, choice }: { category: Category; choice: ListChoice }) {
  return (
    <div className={`${styles.empty} page`}>
      {choice.diets.length > 0 ? (
        <p>
          Nothing in {category.title} suits all of these just now. Take one of them off, look among
          all cakes, or ring us on <PhoneLink />.
        </p>
      ) : (
        <p>
          These shelves are empty just now; the next batch is being thought about. Please look at
          our other cakes, or give us a ring on <PhoneLink /> and tell us what you would like.
        </p>
      )}
      <ButtonLink to={listPath(href('/cakes'), choice)}>See all cakes</ButtonLink>
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
          sizes="(max-width: 47.9375rem) 40vw, (max-width: 780px) 38vw, 18.5rem"
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
