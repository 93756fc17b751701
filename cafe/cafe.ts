import type { Cafe } from '#domain/words/words.ts';

/**
 * Who the cafe is: what every page shows. What only some pages show is in `cafe/words/`. All of it is what a new owner
 * changes to make the site their own. A test says if two of these lines disagree.
 */
export const cafe = {
  name: 'Battenberg',
  tagline: 'Made-to-order cakes and freshly baked pastries from our family’s oven in North London.',
  contact: {
    phone: { display: '020 7946 0000', tel: '+442079460000' },
    whatsapp: { display: '07700 900000', number: '447700900000' },
    email: 'hello@battenberg.example',
    postalAddress: { street: '12 Chequer Row', town: 'London', postcode: 'N8 0XX' },
    address: ['12 Chequer Row', 'London N8 0XX'],
    map: 'chequer-row-map.jpg',
    mapUrl:
      'https://www.google.com/maps/dir/?api=1&destination=12%20Chequer%20Row%2C%20London%20N8%200XX',
    instagram: 'https://instagram.example/battenberg',
    facebook: 'https://facebook.example/battenberg',
  },
  hours: {
    readable: ['Monday to Saturday, 8am to 6pm', 'Closed on Sundays'],
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
} satisfies Cafe;
