import type { MetaDescriptor } from 'react-router';
import { findPhoto } from '#app/ui/photo.tsx';
import { photoUrl } from '#app/ui/photo-url.ts';
import { photoWidthUpTo } from '#app/ui/photo-variants.ts';
import type { SiteData } from '#app/ui/site-data.ts';
import { absolute } from './addresses.ts';
import socialCard from './social-card.jpg?no-inline';

export type StructuredData = Extract<
  MetaDescriptor,
  { 'script:ld+json': unknown }
>['script:ld+json'];

interface Page {
  /** The canonical path, without a query string. */
  path: string;
  title: string;
  description: string;
  /** For link previews. The default is the cafe's card. */
  picture?: SharedPicture | undefined;
  structuredData?: StructuredData[] | undefined;
}

/** Metadata for search engines and link previews. */
export function pageMeta(site: PublicSite, page: Page): MetaDescriptor[] {
  return [
    { title: documentTitle(site, page.title) },
    { tagName: 'link', rel: 'canonical', href: absolute(site.origin, page.path) },
    // Only in server-rendered HTML, which crawlers read. Trusted Types would reject the script that a
    // client navigation adds.
    ...(import.meta.env.SSR ? forCrawlers(site, page) : []),
  ];
}

function forCrawlers(site: PublicSite, { structuredData = [], ...page }: Page): MetaDescriptor[] {
  return [
    { name: 'description', content: documentDescription(page.description) },
    ...linkPreview(site, page),
    ...structuredData.map((data) => ({ 'script:ld+json': data })),
  ];
}

function linkPreview(site: PublicSite, page: Page): MetaDescriptor[] {
  const picture = page.picture ?? cafeCard(site);
  const shared = {
    title: page.title,
    description: documentDescription(page.description),
    image: picture.url,
    'image:alt': picture.alt,
  };
  const openGraph = {
    type: 'website',
    site_name: site.cafe.name,
    locale: 'en_GB',
    url: absolute(site.origin, page.path),
    'image:width': String(picture.width),
    'image:height': String(picture.height),
    ...shared,
  };
  const twitter = { card: 'summary_large_image', ...shared };
  return [
    ...Object.entries(openGraph).map(([name, content]) => ({ property: `og:${name}`, content })),
    ...Object.entries(twitter).map(([name, content]) => ({ name: `twitter:${name}`, content })),
  ];
}

/** For pages that must not be indexed: those of one visitor, and filtered lists. */
export function privatePageMeta(
  site: PublicSite,
  page: { title: string; description: string },
): MetaDescriptor[] {
  return [
    { title: documentTitle(site, page.title) },
    ...(import.meta.env.SSR ? [{ name: 'description', content: page.description }] : []),
    { name: 'robots', content: 'noindex' },
  ];
}

/** A picture for link previews, with an absolute URL. */
interface SharedPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** The root loader's data that metadata need. */
export interface PublicSite extends Pick<SiteData, 'photoDelivery' | 'cafe' | 'specialDays'> {
  /** The shop's public origin. */
  origin: string;
}

/** The width of large link previews. */
const CARD_WIDTH = 1200;

/** An uncropped photo as JPEG: link previews crop it and may not read other formats. */
export function sharedPhoto(site: PublicSite, file: string, alt = ''): SharedPicture {
  const { origin, photoDelivery } = site;
  const photo = findPhoto(file);
  if (!photo) return cafeCard(site);
  const width = photoWidthUpTo(photo, CARD_WIDTH);
  return {
    url: absolute(origin, photoUrl(photoDelivery, file, { width, format: 'jpeg' })),
    width,
    height: Math.round((photo.height * width) / photo.width),
    alt,
  };
}

/** Drawn by `scripts/icons.ts`. */
export function cafeCard({ origin, cafe }: PublicSite): SharedPicture {
  return {
    url: absolute(origin, socialCard),
    width: CARD_WIDTH,
    height: 630,
    alt: `${cafe.name}: cakes made to order in North London.`,
  };
}

/** The lengths at which search engines truncate. */
const MAX_TITLE_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 155;

/** `Victoria Sponge · Battenberg`; a long title omits the name of the cafe. */
export function documentTitle({ cafe }: Pick<PublicSite, 'cafe'>, title: string): string {
  const withName = `${title} · ${cafe.name}`;
  return withName.length <= MAX_TITLE_LENGTH ? withName : shorten(title, MAX_TITLE_LENGTH);
}

export function documentDescription(text: string): string {
  return shorten(text, MAX_DESCRIPTION_LENGTH);
}

/** Truncates at a sentence, or at a word if the first sentence is too long. */
function shorten(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const sentences = /^.*[.?](?=\s)/su.exec(characters.slice(0, limit + 1).join(''))?.[0] ?? '';
  // A full stop in the first third may be an abbreviation.
  if (sentences.length > limit / 3) return sentences;
  const words = characters.slice(0, limit - 1).join('');
  return `${words.replace(/\s+\S*$/u, '')}…`;
}
