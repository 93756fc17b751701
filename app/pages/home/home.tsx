import { shopContext } from '#app/shop-context.ts';
import { cafe } from '#demo/cafe.ts';
import { onLandingPage } from '#domain/catalogue/catalogue.ts';
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

export function meta(): Route.MetaDescriptors {
  return [
    { title: `${cafe.name} · Cakes made to order in North London` },
    { name: 'description', content: cafe.tagline },
  ];
}

/** The sections in the order of the specification (§2). */
export default function Home({ loaderData }: Route.ComponentProps) {
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
