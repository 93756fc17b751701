import type { MetaDescriptor } from 'react-router';
import { type PhotoDelivery, photoUrl } from '#app/ui/photo-url.ts';
import { photoWidthUpTo } from '#app/ui/photo-variants.ts';
import { cafe } from '#cafe/cafe.ts';
import { photos } from '#cafe/photos.ts';
import { absolute } from './addresses.ts';
import socialCard from './social-card.jpg?no-inline';
import type { StructuredData } from './structured-data.ts';

interface Page {
  /** Where visitors reach the shop. */
  origin: string;
  /** The page's own address, without what a visitor's may carry behind it. */
  path: string;
  title: string;
  description: string;
  /** What a shared link shows; the cafe's card if nothing better is there. */
  picture?: SharedPicture;
  structuredData?: StructuredData[];
}

/** All that a page says of itself to search engines and to those with whom it is shared. */
export function pageMeta({ structuredData = [], ...page }: Page): MetaDescriptor[] {
  const url = absolute(page.origin, page.path);
  const description = documentDescription(page.description);
  const picture = page.picture ?? cafeCard(page.origin);
  return [
    { title: documentTitle(page.title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...openGraph({ title: page.title, description, url, picture }),
    ...twitterCard({ title: page.title, description, picture }),
    // Only in the document that is sent: who reads this loads pages, and a browser that trusts no
    // script from a string (`require-trusted-types-for`) would refuse to add one when navigating.
    ...(import.meta.env.SSR ? structuredData.map((data) => ({ 'script:ld+json': data })) : []),
  ];
}

/** For pages that are one visitor's: nothing to find, and no address to pass on. */
export function privatePageMeta(page: { title: string; description: string }): MetaDescriptor[] {
  return [
    { title: documentTitle(page.title) },
    { name: 'description', content: page.description },
    { name: 'robots', content: 'noindex' },
  ];
}

interface Card {
  title: string;
  description: string;
  picture: SharedPicture;
}

function openGraph({ title, description, url, picture }: Card & { url: string }): MetaDescriptor[] {
  return Object.entries({
    type: 'website',
    site_name: cafe.name,
    locale: 'en_GB',
    title,
    description,
    url,
    image: picture.url,
    'image:width': String(picture.width),
    'image:height': String(picture.height),
    'image:alt': picture.alt,
  }).map(([property, content]) => ({ property: `og:${property}`, content }));
}

function twitterCard({ title, description, picture }: Card): MetaDescriptor[] {
  return Object.entries({
    card: 'summary_large_image',
    title,
    description,
    image: picture.url,
    'image:alt': picture.alt,
  }).map(([name, content]) => ({ name: `twitter:${name}`, content }));
}

/** A picture that others show with a link to us, so its address is whole. */
interface SharedPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** Where the shop stands, and where its pictures do. */
export interface Place {
  /** Where visitors reach the shop. */
  origin: string;
  photoDelivery: PhotoDelivery;
}

/** As wide as the large cards of those who show it. */
const CARD_WIDTH = 1200;

/** A whole photo: whoever shows it cuts it to a shape of their own. JPEG, because all can read it. */
export function sharedPhoto({ origin, photoDelivery }: Place, file: string): SharedPicture {
  const photo = photos.find((known) => known.file === file);
  if (!photo) return cafeCard(origin);
  const width = photoWidthUpTo(photo, CARD_WIDTH);
  return {
    url: absolute(origin, photoUrl(photoDelivery, file, { width, format: 'jpeg' })),
    width,
    height: Math.round((photo.height * width) / photo.width),
    alt: photo.alt,
  };
}

/** Drawn by `scripts/icons.ts`. */
export function cafeCard(origin: string): SharedPicture {
  return {
    url: absolute(origin, socialCard),
    width: CARD_WIDTH,
    height: 630,
    alt: `${cafe.name}: cakes made to order in North London.`,
  };
}

/** What search engines show before they cut. */
const TITLE_LETTERS = 60;
const DESCRIPTION_LETTERS = 155;

/** `Victoria Sponge · Battenberg`; a title too long for both keeps its own words. */
export function documentTitle(title: string): string {
  const withName = `${title} · ${cafe.name}`;
  return withName.length <= TITLE_LETTERS ? withName : shorten(title, TITLE_LETTERS);
}

export function documentDescription(text: string): string {
  return shorten(text, DESCRIPTION_LETTERS);
}

/** As many whole sentences as there is room for; as many words where the first is too long. */
function shorten(text: string, limit: number): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const sentences = /^.*[.?](?=\s)/su.exec(letters.slice(0, limit + 1).join(''))?.[0] ?? '';
  // An abbreviation near the beginning is no sentence.
  if (sentences.length > limit / 3) return sentences;
  const words = letters.slice(0, limit - 1).join('');
  return `${words.replace(/\s+\S*$/u, '')}…`;
}
