/**
 * Who the cafe is: what every page shows. What only some pages show stands beside it in `cafe/`, so
 * that the others need not load it. All of it is what a new owner changes to make the site their own.
 */
export interface Cafe {
  name: string;
  tagline: string;
  contact: {
    phone: { display: string; tel: string };
    /** For messages only; the number as wa.me wants it. */
    whatsapp: { display: string; number: string };
    email: string;
    postalAddress: { street: string; town: string; postcode: string };
    /** The same, line by line. */
    address: string[];
    mapUrl: string;
    instagram: string;
    facebook: string;
  };
  hours: {
    readable: string[];
    /** ISO weekdays, Monday 1 to Sunday 7; a day that is missing is closed. London time. */
    week: { weekday: number; opens: string; closes: string }[];
  };
  aboutUs: TitledText;
  /** The notes of spec §9, in its order. */
  importantInformation: [TitledText, TitledText, TitledText];
}

interface TitledText {
  title: string;
  text: string;
}

const postalAddress = { street: '12 Chequer Row', town: 'London', postcode: 'N8 0XX' };
const address = [postalAddress.street, `${postalAddress.town} ${postalAddress.postcode}`];

export const cafe = {
  name: 'Battenberg',
  tagline: 'Made-to-order cakes and freshly baked pastries from our family’s oven in North London.',
  contact: {
    // Numbers that Ofcom keeps for fiction, and names that can never be registered.
    phone: { display: '020 7946 0000', tel: '+442079460000' },
    whatsapp: { display: '07700 900000', number: '447700900000' },
    email: 'hello@battenberg.example',
    postalAddress,
    address,
    mapUrl: directionsTo(address),
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
  aboutUs: {
    title: 'A family cafe that takes cake seriously',
    text: 'We are a family cafe in North London, specialising in cakes and desserts. Quality is our priority, and only the finest ingredients are used: proper butter, free-range eggs, dark chocolate and fruit in its season.',
  },
  importantInformation: [
    {
      title: 'Allergens',
      text: 'Our products are made where gluten, eggs, soya, milk, nuts and other allergens are used, so no food is guaranteed 100% allergen free. If you are unsure, please ask us before you order.',
    },
    {
      title: 'Made by hand',
      text: 'Everything is handmade, so the colour and decoration of your cake may differ from the picture, and depend on what our suppliers bring us that week.',
    },
    {
      title: 'Needed sooner',
      text: 'If you need a cake sooner than the calendar allows, please ask. Give us a ring, and we will try to make it happen.',
    },
  ],
} satisfies Cafe;

function directionsTo(lines: string[]): string {
  const destination = encodeURIComponent(lines.join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}
