import * as z from 'zod';

// The fields that search engines require.

const Context = z.literal('https://schema.org');
const Time = z.string().regex(/^\d{2}:\d{2}$/);

const Bakery = z.object({
  '@context': Context,
  '@type': z.literal('Bakery'),
  '@id': z.url(),
  name: z.string().min(1),
  description: z.string().min(1),
  url: z.url(),
  image: z.url(),
  logo: z.url(),
  telephone: z.e164(),
  email: z.email(),
  address: z.object({
    '@type': z.literal('PostalAddress'),
    streetAddress: z.string().min(1),
    addressLocality: z.string().min(1),
    postalCode: z.string().min(1),
    addressCountry: z.literal('GB'),
  }),
  openingHoursSpecification: z
    .array(
      z.object({
        '@type': z.literal('OpeningHoursSpecification'),
        dayOfWeek: z.string().regex(/^https:\/\/schema\.org\/[A-Z][a-z]+day$/),
        opens: Time,
        closes: Time,
      }),
    )
    .min(1),
  sameAs: z.array(z.url()).min(1),
});

const Product = z.object({
  '@context': Context,
  '@type': z.literal('Product'),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.array(z.url()).min(1),
  url: z.url(),
  brand: z.object({ '@type': z.literal('Brand'), name: z.string().min(1) }),
  offers: z
    .array(
      z.object({
        '@type': z.literal('Offer'),
        name: z.string().min(1),
        url: z.url(),
        price: z.string().regex(/^\d+\.\d{2}$/),
        priceCurrency: z.literal('GBP'),
        availability: z.literal('https://schema.org/InStock'),
      }),
    )
    .min(1),
});

const BreadcrumbList = z.object({
  '@context': Context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.object({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: z.string().min(1),
        item: z.url(),
      }),
    )
    .min(2),
});

const StructuredData = z.discriminatedUnion('@type', [Bakery, Product, BreadcrumbList]);

export function readStructuredData(blocks: string[]) {
  return blocks.map((block) => StructuredData.parse(JSON.parse(block)));
}
