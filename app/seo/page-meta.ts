import type { MetaDescriptor } from 'react-router';
import { cafe } from '#cafe/cafe.ts';
import { absolute } from './addresses.ts';
import { cafeCard, type SharedPicture } from './picture.ts';
import type { StructuredData } from './structured-data.ts';
import { documentDescription, documentTitle } from './wording.ts';

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
