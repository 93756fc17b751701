import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { describe, expect, test } from 'vitest';
import { words } from '#cafe/words.ts';
import { Day } from '#domain/calendar/day.ts';
import { cafeOf } from '#domain/words/words.ts';
import { sampleCake, sampleCategory, sampleOptions } from '#test/samples.ts';
import { pageMeta } from './page-meta.ts';
import { bakery, breadcrumbs, product } from './structured-data.ts';

const ORIGIN = 'https://battenberg.example';
const site = {
  origin: ORIGIN,
  photoDelivery: { cdn: 'ipx', url: '/_img/{width}/{file}' },
  cafe: cafeOf(words),
} as const;
const category = sampleCategory(1, 'birthday');

test('the bakery says where it is, when it is open and where else it is found', () => {
  expect(bakery(site, 'A family cafe.')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    '@id': `${ORIGIN}/#bakery`,
    description: 'A family cafe.',
    url: `${ORIGIN}/`,
    telephone: site.cafe.contact.phone.tel,
    address: {
      streetAddress: '12 Chequer Row',
      addressLocality: 'London',
      postalCode: 'N8 0XX',
      addressCountry: 'GB',
    },
    openingHoursSpecification: [
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ].map((day) => ({ dayOfWeek: `https://schema.org/${day}`, opens: '08:00', closes: '18:00' })),
  });
});

test('the days on which the bakery has other hours are among its hours, closed ones from midnight to midnight', () => {
  const [first, last] = [Day.parse('2026-12-24'), Day.parse('2026-12-26')];
  const hours = { opens: '08:00', closes: '13:00' };
  const specialDays = [
    { first, last: first, hours, words: '' },
    { first: last, last, hours: undefined, words: '' },
  ];
  expect(bakery({ ...site, specialDays }, '')).toMatchObject({
    specialOpeningHoursSpecification: [
      { validFrom: first, validThrough: first, ...hours },
      { validFrom: last, validThrough: last, opens: '00:00', closes: '00:00' },
    ],
  });
  expect(bakery(site, '')).not.toHaveProperty('specialOpeningHoursSpecification');
});

describe('a cake', () => {
  test('is offered in each of its sizes, in pounds and pence', () => {
    expect(product(site, sampleCake('victoria'), category)).toMatchObject({
      '@type': 'Product',
      name: 'Cake victoria',
      url: `${ORIGIN}/cakes/birthday/victoria`,
      category: 'Category 1',
      offers: [
        { name: '8 inches · 14–18 slices', price: '48.00', priceCurrency: 'GBP' },
        { name: 'Box of 6', price: '21.50', url: `${ORIGIN}/cakes/birthday/victoria` },
      ],
    });
  });

  test('says what can be chosen, and what is more than the price of its size', () => {
    const cake = sampleCake('victoria', { options: sampleOptions() });
    const addOn = [
      { name: 'Sponge: lemon', price: '3.00', priceCurrency: 'GBP' },
      { name: 'Number topper', price: '4.00', priceCurrency: 'GBP' },
    ];
    expect(product(site, cake, category)).toMatchObject({
      offers: [
        { price: '48.00', addOn },
        { price: '21.50', addOn },
      ],
      additionalProperty: [
        { name: 'Sponge', value: 'vanilla, lemon' },
        { name: 'Toppings', value: 'praline, berries' },
        { name: 'Number topper', value: 'Number topper' },
      ],
    });
    expect(product(site, sampleCake('victoria'), category)).not.toHaveProperty(
      'additionalProperty',
    );
  });

  test('has one address, in the first of its categories, wherever it was found', () => {
    const cake = sampleCake('victoria', { category: ['wedding', 'birthday'] });
    expect(product(site, cake, category)).toMatchObject({
      url: `${ORIGIN}/cakes/wedding/victoria`,
    });
  });
});

test('the way to a page begins at home and ends at the page', () => {
  expect(breadcrumbs(site, [{ name: 'Birthday', path: '/cakes/birthday' }])).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Battenberg', item: `${ORIGIN}/` },
      { position: 2, name: 'Birthday', item: `${ORIGIN}/cakes/birthday` },
    ],
  });
});

describe('the markup', () => {
  const nasty = `"Tom & Jerry's" </script><script>alert(1)</script> <!-- \u2028`;

  test('cannot be left by what an owner or a cake is called', () => {
    const html = render(product(site, sampleCake('a&b"<c>', { title: nasty }), category));
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<!--/g)).toBeNull();
    expect(JSON.parse(blocks[0]?.[1] ?? '')).toMatchObject({
      name: nasty,
      url: `${ORIGIN}/cakes/birthday/a&b%22%3Cc%3E`,
    });
    expect(html).toContain('<title>&quot;Tom &amp; Jerry');
  });

  /** As a page's head is written. */
  function render(data: ReturnType<typeof product>): string {
    const Page = createRoutesStub([
      {
        path: '/',
        Component: Meta,
        meta: () =>
          pageMeta(site, {
            path: '/',
            title: nasty,
            description: nasty,
            structuredData: [data],
          }),
      },
    ]);
    return renderToStaticMarkup(<Page />);
  }
});
