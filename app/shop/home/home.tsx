import type { MouseEvent } from 'react';
import { href, Link } from 'react-router';
import { useLive } from '#app/live/use-live.ts';
import { cakePath, categoryPath } from '#app/seo/addresses.ts';
import { pageMeta, sharedPhoto } from '#app/seo/page-meta.ts';
import { bakery } from '#app/seo/structured-data.ts';
import { galleryLinks } from '#app/shop/gallery-links.ts';
import { shopContext } from '#app/shop-context.ts';
import { Chequer } from '#app/ui/brand.tsx';
import button from '#app/ui/button.module.css';
import { ButtonLink } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import type { PhotoLinks } from '#app/ui/large-photo.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { PhotoGallery } from '#app/ui/photo-gallery.tsx';
import { reveal } from '#app/ui/reveal.ts';
import { useScrolledPast } from '#app/ui/use-scrolled-past.ts';
import { cakesInSeason } from '#domain/calendar/cake-rules.ts';
import { noticeInWords } from '#domain/calendar/reason-text.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { cardTitle, onLandingPage } from '#domain/catalogue/landing-page.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { TitledText } from '#domain/words/words.ts';
import { shownTestimonials } from '#server/content/before-opening.ts';
import { photoAlts } from '#server/content/photos.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { currentWords } from '#server/content/texts.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';
import { Testimonials } from './testimonials.tsx';

const ABOUT_US = 'baking-table.jpg';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { rules } = await shownRules(shop);
  const [{ catalogue, texts }, words] = await Promise.all([shop.content(), currentWords(shop)]);
  const { homePicture, gallery } = words;
  const { categories, lowestPrice } = catalogue;
  return {
    categories: onLandingPage(categories),
    seasonalTreat: categories.find(({ slug }) => slug === 'seasonal-treat'),
    inSeason: cakesInSeason(catalogue.cakes, todayAt(shop), rules)
      .slice(0, MOST_IN_SEASON)
      .map(seasonalCard),
    lowestPrice: lowestPrice === undefined ? undefined : formatPence(lowestPrice),
    notice: noticeInWords(rules),
    ...(rules.pause && { pause: rules.pause.words }),
    homePicture,
    /** The cafe's card shows the first one. */
    isPictureEdited: Boolean(texts.homePicture),
    gallery,
    galleryLinks: galleryLinks(catalogue, gallery),
    alts: await photoAlts(shop, [...homePicture, ABOUT_US, ...gallery]),
    // Here, where compression removes the repetition of what the HTML says, and not in a script.
    words: {
      aboutUs: words.welcome,
      importantInformation: [
        { title: 'Allergens', text: words.allergenNote },
        ...words.importantInformation,
      ],
      testimonials: await shownTestimonials(shop),
    },
  };
}

/** Without what is long of a cake, and with its price in words. */
function seasonalCard({ ingredients: _, keeping: __, ...cake }: Cake) {
  return { cake, price: formatPence(fromPrice(cake)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const site = matches[0].loaderData;
  const { homePicture, alts, isPictureEdited } = loaderData;
  const [file = ''] = homePicture;
  return pageMeta(site, {
    path: href('/'),
    picture:
      import.meta.env.SSR && isPictureEdited ? sharedPhoto(site, file, alts[file]) : undefined,
    title: 'Cakes made to order in North London',
    description: site.cafe.tagline,
    structuredData: import.meta.env.SSR ? [bakery(site, loaderData.words.aboutUs.text)] : undefined,
  });
}

/** The sections in the order of the specification (§2). */
export default function Home({ loaderData }: Route.ComponentProps) {
  useLive({ topics: 'categories,cakes,calendar' });
  const { words, alts, inSeason, seasonalTreat } = loaderData;
  return (
    <>
      <Hero {...loaderData} />
      <AboutUsTeaser {...words.aboutUs} alt={alts[ABOUT_US]} />
      <CategoryGrid categories={loaderData.categories} />
      <InSeason cards={inSeason} category={seasonalTreat} />
      <Gallery files={loaderData.gallery} links={loaderData.galleryLinks} alts={alts} />
      <ImportantInformation notes={words.importantInformation} />
      {words.testimonials.length > 0 && <Testimonials testimonials={words.testimonials} />}
    </>
  );
}

interface HeroProps {
  isPictureEdited: boolean;
  /** For wide screens, and for phones if it is another one. */
  homePicture: string[];
  alts: Record<string, string>;
  lowestPrice: string | undefined;
  /** `3 days’ notice` */
  notice: string;
  /** For visitors, while the cafe takes no orders for the next days. */
  pause?: string;
}

function Hero({ isPictureEdited, homePicture, alts, lowestPrice, notice, pause }: HeroProps) {
  // Not every browser supports scroll-driven CSS animations.
  const scrolledDown = useScrolledPast(0);
  const [wide = '', onPhone] = homePicture;
  const { name, tagline, contact } = useCafe();
  const { street, postcode } = contact;
  return (
    <>
      <section
        className={isPictureEdited ? `${styles.hero} ${styles.heroChosen}` : styles.hero}
        aria-labelledby="cafe-name"
      >
        <Photo
          file={wide}
          alt={alts[wide]}
          onPhone={onPhone}
          sizes={`(max-width: 480px) ${onPhone ? 100 : 200}vw, (max-width: 1100px) 120vw, 110vw`}
          first
          className={styles.heroPicture}
        />
        <div className={`page ${styles.heroText} ${scrolledDown ? styles.heroHidden : ''}`}>
          <h1 id="cafe-name" className={styles.heroName}>
            {name}
          </h1>
          <Link
            to={{ pathname: href('/'), hash: 'cakes' }}
            className={styles.heroLink}
            onClick={scrollToCakes}
          >
            <span className={styles.heroTagline}>{tagline}</span>
            <span className={`${button.button} ${button.solid}`}>See the cakes</span>
          </Link>
          <ul className={`${styles.heroFacts} cluster`}>
            {pause && <li>{pause}</li>}
            {lowestPrice !== undefined && <li>From {lowestPrice}</li>}
            <li>{notice}</li>
            <li>
              Collect from {street}, {postcode.replaceAll(' ', NO_BREAK)}
            </li>
          </ul>
        </div>
      </section>
      <Chequer className={styles.heroBand} />
    </>
  );
}

const NO_BREAK = '\u00a0';

/** Scrolls smoothly, where the router would jump. */
function scrollToCakes(event: MouseEvent): void {
  const cakes = document.getElementById('cakes');
  // Modified clicks open another tab or window.
  if (!cakes || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  cakes.focus({ preventScroll: true });
  cakes.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
}

function AboutUsTeaser({ title, text, alt }: TitledText & { alt: string | undefined }) {
  return (
    <section
      id="about-us"
      tabIndex={-1}
      className={`${styles.aboutSection} section`}
      aria-labelledby="about-us-title"
    >
      <div className={styles.aboutText} {...reveal(0)}>
        <h2 id="about-us-title" className={styles.aboutTitle}>
          {title}
        </h2>
        <p>{text}</p>
        <ButtonLink to={href('/about-us')} variant="outline">
          Our story
        </ButtonLink>
      </div>
      <div className="framed" {...reveal(1)}>
        <Photo
          file={ABOUT_US}
          alt={alt}
          sizes="(max-width: 47.9375rem) calc(92vw - 1.5rem), (max-width: 1440px) calc(46vw - 4rem), 38rem"
          className={`${styles.aboutPicture} cover`}
        />
        <Chequer />
      </div>
    </section>
  );
}

function CategoryGrid({ categories }: { categories: Category[] }) {
  return (
    <section
      id="cakes"
      tabIndex={-1}
      className={styles.categorySection}
      aria-labelledby="cakes-title"
    >
      <div className="page">
        <h2 id="cakes-title" className="title" {...reveal()}>
          Cakes and Pastries
        </h2>
        <ul className={styles.categoryGrid}>
          {categories.map((category, index) => (
            <li key={category.id} className={styles.categoryItem} {...reveal(category.id)}>
              <CategoryCard category={category} sizes={index === 0 ? LARGE : SMALL} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The first card has the area of four others (`.categoryItem:first-child`). */
const LARGE = '(max-width: 47.9375rem) 92vw, (max-width: 1440px) 46vw, 42rem';
const SMALL = '(max-width: 47.9375rem) 45vw, (max-width: 1440px) 22.5vw, 21rem';

function CategoryCard({ category, sizes }: { category: Category; sizes: string }) {
  return (
    <Link
      to={href('/cakes/:category', { category: category.slug })}
      state={{ category }}
      className={styles.categoryCard}
    >
      <div className={styles.categoryFrame}>
        <Photo
          file={category.img}
          sizes={sizes}
          alt=""
          className={`${styles.categoryPicture} cover grows`}
        />
      </div>
      <div className={`${styles.categoryCaption} apart`}>
        <h3 className={styles.categoryTitle}>{cardTitle(category.title)}</h3>
        <span className={styles.categoryBrowse}>Browse</span>
      </div>
    </Link>
  );
}

interface InSeasonProps {
  cards: ReturnType<typeof seasonalCard>[];
  category: Category | undefined;
}

/** Below the seven tiles, which lead to every category but the seasonal one (spec §9). */
function InSeason({ cards, category }: InSeasonProps) {
  if (cards.length === 0 || !category) return null;
  return (
    <section className={`${styles.seasonSection} page`} aria-labelledby="in-season-title">
      <div className={`${styles.seasonHead} apart`}>
        <h2 id="in-season-title" {...reveal()}>
          In season
        </h2>
        <Link to={categoryPath(category)} state={{ category }} className={styles.seasonAll}>
          See every {category.title}
        </Link>
      </div>
      <ul className={styles.seasonCakes}>
        {cards.map(({ cake, price }, index) => (
          <li key={cake.id} {...reveal(index)}>
            <Link to={cakePath(cake)} state={{ cake }} className={styles.categoryCard}>
              <div className={styles.categoryFrame}>
                <Photo
                  file={cake.img}
                  sizes={`(max-width: 47.9375rem) ${index === 0 && cards.length % 2 === 1 ? 92 : 45}vw, ${SEASONAL[cards.length - 1]}`}
                  alt=""
                  className={`${styles.categoryPicture} cover grows`}
                />
              </div>
              <div className={`${styles.categoryCaption} apart`}>
                <h3 className={styles.categoryTitle}>{cake.title}</h3>
                <span>from {price}</span>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_IN_SEASON = 4;

/** The widths of the pictures when there are one to four, in one row or on phones in two columns. */
const SEASONAL = [
  '27rem',
  '(max-width: 1440px) 46vw, 42rem',
  '(max-width: 1440px) 30vw, 27rem',
  '(max-width: 1440px) 22.5vw, 21rem',
];

interface GalleryProps {
  files: string[];
  links: PhotoLinks;
  alts: Record<string, string>;
}

function Gallery(props: GalleryProps) {
  return (
    <section id="gallery" tabIndex={-1} className="section" aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="title" {...reveal()}>
        Our Gallery
      </h2>
      <PhotoGallery label="Our Gallery" {...props} />
    </section>
  );
}

function ImportantInformation({ notes }: { notes: TitledText[] }) {
  return (
    <section className={styles.informationSection} aria-labelledby="important-information-title">
      <div className="page">
        <h2 id="important-information-title" className="title" {...reveal()}>
          Important Information
        </h2>
        <ul className={styles.informationNotes}>
          {notes.map(({ title, text }, index) => (
            <li key={title} className={`${styles.informationNote} lines`} {...reveal(index)}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className={styles.informationMore}>
          <a href={href('/ask')}>Ask for a cake that is not in the list, or sooner</a>
        </p>
      </div>
    </section>
  );
}
