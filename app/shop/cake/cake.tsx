import { data, href, Link, redirect, useLocation } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { cakePath, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta, sharedPhoto } from '#app/seo/page-meta.ts';
import { breadcrumbs, product } from '#app/seo/structured-data.ts';
import { shopContext } from '#app/shop-context.ts';
import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays, rulesAt } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { generalRulesText } from '#domain/calendar/reason-text.ts';
import type { Category } from '#domain/catalogue/catalogue.ts';
import { keepingLines } from '#domain/catalogue/keeping.ts';
import { shownTestimonials } from '#server/content/before-opening.ts';
import { photoAlts } from '#server/content/photos.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { currentWords } from '#server/content/texts.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/cake';
import styles from './cake.module.css';
import { CakeGallery } from './cake-gallery.tsx';
import { loadOptionParts } from './option-parts.ts';
import { OrderForm } from './order-form.tsx';
import { shownOptions } from './shown-options.ts';

/** Ignores the navigation state: it carries the cake too (spec §2), which may be outdated. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ catalogue }, testimonials] = await Promise.all([
    shop.content(),
    shownTestimonials(shop),
  ]);
  const category = catalogue.allCategories.find(({ slug }) => slug === params.category);
  const cake = catalogue.bySlug(params.cake);
  if (!category) throw data(null, { status: 404 });
  if (!cake) {
    throw data(
      {
        title: 'This cake is not on our counter',
        text: 'It may be resting for a season, or the address may be mistyped.',
        way: { path: categoryPath(category), title: `See ${category.title}` },
      },
      { status: 404 },
    );
  }
  const { id, slug = id } = cake;
  if (slug !== params.cake || !cake.category.includes(category.slug)) {
    throw redirect(cakePath(cake), 301);
  }
  const { map, phone } = (await currentWords(shop)).contact;
  // Written here, so that browsers need only show it.
  const { ingredients, keeping, ...shown } = cake;
  const today = todayAt(shop);
  const calendarRules = rulesFor(cake, (await shownRules(shop)).rules, today);
  const [first = today] = nextOpenDays(1, today, calendarRules);
  if (cake.options) await loadOptionParts();
  return {
    category,
    cake: shown,
    options: shownOptions(cake, first),
    keeping: keepingLines({ ingredients, keeping }),
    alts: await photoAlts(shop, [cake.img, ...cake.imgs], cake.title),
    mapAlt: map && (await photoAlts(shop, [map]))[map],
    addOns: catalogue.addOns,
    notOrderable: cake.sizes.every(({ api }) => api !== null)
      ? undefined
      : `This cannot be ordered online right now. Please ring us on ${phone}.`,
    calendarRules,
    rulesText: generalRulesText(today, calendarRules),
    today,
    weeks: weeksShown(first, today),
    testimonials: testimonials.filter((testimonial) => testimonial.cake === cake.id),
  };
}

/** The rows of a month in the calendar. It leaves out past weeks. */
function weeksShown(month: Day, today: Day): number {
  const first = addDays(month, 1 - Number(month.slice(-2)));
  let weeks = 0;
  let monday = addDays(first, 1 - weekday(first));
  for (; monday.slice(0, 7) <= first.slice(0, 7); monday = addDays(monday, 7)) {
    if (addDays(monday, 6) >= today) weeks += 1;
  }
  return weeks;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { category, cake, alts } = loaderData;
  const path = cakePath(cake);
  return pageMeta(site, {
    path,
    title: cake.title,
    description: cake.desc,
    picture: import.meta.env.SSR ? sharedPhoto(site, cake.img, alts[cake.img]) : undefined,
    structuredData: import.meta.env.SSR
      ? [
          product(site, cake, category),
          breadcrumbs(site, [
            { name: category.title, path: categoryPath(category) },
            { name: cake.title, path },
          ]),
        ]
      : undefined,
  });
}

export default function CakePage({ loaderData }: Route.ComponentProps) {
  const { cake, category, alts } = loaderData;
  const { isGone } = useLive({
    topics: 'cakes,calendar',
    // Left open overnight, it shows the days of yesterday; past the cut-off, those from before.
    isOutdated() {
      const now = new Date().toISOString();
      const { today, calendarRules } = loaderData;
      return (
        londonDay(now) !== today || rulesAt(now, calendarRules).startsOn !== calendarRules.startsOn
      );
    },
  });
  const edited = String(Object(useLocation().state).edit);
  return (
    // The keys reset size, message and day for another cake or basket item.
    <article key={cake.id} className={`${styles.page} page`}>
      <Breadcrumb category={category} />
      <CakeGallery files={[cake.img, ...cake.imgs]} alts={alts} />
      <OrderForm key={edited} {...loaderData} isGone={isGone} />
      {loaderData.testimonials.map(({ id, text, name }) => (
        <figure key={id} className={`${styles.testimonial} stack`}>
          <blockquote className={`${styles.quote} quote`}>{text}</blockquote>
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </article>
  );
}

function Breadcrumb({ category }: { category: Category }) {
  return (
    <nav className={styles.breadcrumb} aria-label="Breadcrumb">
      <ol className={`${styles.trail} cluster quiet`}>
        <li>
          <Link to={{ pathname: href('/'), hash: 'cakes' }}>Cakes and Pastries</Link>
        </li>
        <li>
          <Link to={href('/cakes/:category', { category: category.slug })} state={{ category }}>
            {category.title}
          </Link>
        </li>
      </ol>
    </nav>
  );
}
