import type { Words } from '#domain/words/words.ts';

/**
 * Who the cafe is: what every page shows. What only some pages show is in `cafe/words/`. All of it is what a new owner
 * changes to make the site their own.
 */
export const cafe = {
  name: {
    name: 'Battenberg',
    tagline:
      'Made-to-order cakes and freshly baked pastries from our family’s oven in North London.',
  },
  contact: {
    phone: '020 7946 0000',
    whatsapp: '07700 900000',
    email: 'hello@battenberg.example',
    street: '12 Chequer Row',
    town: 'London',
    postcode: 'N8 0XX',
    map: 'chequer-row-map.jpg',
    instagram: 'https://instagram.example/battenberg',
    facebook: 'https://facebook.example/battenberg',
  },
  hours: {
    week: [
      { weekday: 1, opens: '08:00', closes: '18:00' },
      { weekday: 2, opens: '08:00', closes: '18:00' },
      { weekday: 3, opens: '08:00', closes: '18:00' },
      { weekday: 4, opens: '08:00', closes: '18:00' },
      { weekday: 5, opens: '08:00', closes: '18:00' },
      { weekday: 6, opens: '08:00', closes: '18:00' },
    ],
  },
  allergenNote:
    'Our products are made where gluten, eggs, soya, milk, nuts and other allergens are used, so no food is guaranteed 100% allergen free. If you are unsure, please ask us before you order.',
  piping: '♥',
  payment: 'Card, Apple Pay, Google Pay',
} satisfies Partial<Words>;
