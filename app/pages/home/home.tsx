import { href } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { pageMeta } from '#app/seo/page-meta.ts';
import { bakery } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { cafe } from '#cafe/cafe.ts';
import { aboutUs } from '#cafe/words/welcome.ts';
import { onLandingPage } from '#domain/catalogue/landing-page.ts';
import type { Route } from './+types/home';
import { AboutUs } from './about-us.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { ImportantInformation } from './important-information.tsx';
import { Testimonials } from './testimonials.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: onLandingPage(await context.get(shopContext).categories()) };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { origin } = matches[0].loaderData;
  return pageMeta({
    origin,
    path: href('/'),
    title: 'Cakes made to order in North London',
    description: cafe.tagline,
    structuredData: [bakery(origin, aboutUs.text)],
  });
}

/** The sections in the order of the specification (§2). */
export default function Home({ loaderData }: Route.ComponentProps) {
  useLive({ topics: 'categories', concerns: () => true });
  return (
    <>
      <Hero />
      <AboutUs />
      <CategoryGrid categories={loaderData.categories} />
      <Gallery />
      <ImportantInformation />
      <Testimonials />
    </>
  );
}
