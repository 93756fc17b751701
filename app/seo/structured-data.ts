import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import type { Pence } from '#domain/pence.ts';
import { absolute, cakePath } from './addresses.ts';
import icon from './icons/icon-512.png?no-inline';
import { cafeCard, type PublicSite, type StructuredData, sharedPhoto } from './page-meta.ts';

// Structured data of schema.org. React Router prints it with `<`, `>` and `&` escaped. Pages ask for it on the server
// alone (`import.meta.env.SSR`), so that browsers do not load these functions.

const CONTEXT = 'https://schema.org';
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function bakery(site: PublicSite, description: string): StructuredData {
  const { origin, cafe, specialDays = [] } = site;
  const { phone, email, street, town, postcode, mapUrl, instagram, facebook } = cafe.contact;
  return {
    '@context': CONTEXT,
    '@type': 'Bakery',
    '@id': absolute(origin, '/#bakery'),
    name: cafe.name,
    description,
    url: absolute(origin, '/'),
    image: cafeCard(site).url,
    logo: absolute(origin, icon),
    telephone: phone.tel,
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town,
      postalCode: postcode,
      addressCountry: 'GB',
    },
    hasMap: mapUrl,
    openingHoursSpecification: cafe.hours.week.map(({ weekday, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `${CONTEXT}/${WEEKDAYS[weekday - 1]}`,
      opens,
      closes,
    })),
    ...(specialDays.length > 0 && {
      specialOpeningHoursSpecification: specialDays.map(({ first, last, hours }) => ({
        '@type': 'OpeningHoursSpecification',
        validFrom: first,
        validThrough: last,
        // Search engines read equal times at midnight as closed all day.
        opens: hours?.opens ?? '00:00',
        closes: hours?.closes ?? '00:00',
      })),
    }),
    currenciesAccepted: 'GBP',
    sameAs: [instagram, facebook].filter((page) => page !== undefined),
  };
}

export function product(site: PublicSite, cake: Cake, category: Category): StructuredData {
  const url = absolute(site.origin, cakePath(cake));
  const { options = [] } = cake;
  const extras = extrasOf(cake);
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    '@id': `${url}#product`,
    name: cake.title,
    description: cake.desc,
    sku: cake.id,
    category: category.title,
    image: [cake.img, ...cake.imgs].map((file) => sharedPhoto(site, file).url),
    url,
    brand: { '@type': 'Brand', name: site.cafe.name },
    offers: cake.sizes.map((size) => ({
      '@type': 'Offer',
      name: describeSize(size) || size.size,
      sku: size.id,
      url,
      price: pounds(size.price),
      priceCurrency: 'GBP',
      availability: `${CONTEXT}/InStock`,
      availableDeliveryMethod: `${CONTEXT}/OnSitePickup`,
      ...(extras.length > 0 && { addOn: extras }),
    })),
    ...(options.length > 0 && {
      additionalProperty: options.map(({ name, choices }) => ({
        '@type': 'PropertyValue',
        name,
        value: choices.map((choice) => choice.name).join(', '),
      })),
    }),
  };
}

/** The choices that cost something: schema.org's offers that can be had only with another one. */
function extrasOf({ options = [] }: Cake): StructuredData[] {
  return options.flatMap((group) =>
    group.choices.flatMap(({ name, price }) =>
      price === 0
        ? []
        : {
            '@type': 'Offer',
            name:
              group.kind === 'text' ? group.name : optionsInWords([{ group: group.name, name }]),
            price: pounds(price),
            priceCurrency: 'GBP',
          },
    ),
  );
}

/** The path from the home page. The last step is the page itself. */
export function breadcrumbs(
  { origin, cafe }: PublicSite,
  steps: { name: string; path: string }[],
): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: cafe.name, path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(origin, path),
    })),
  };
}

/** `4800` → `48.00` */
function pounds(price: Pence): string {
  return (price / 100).toFixed(2);
}
