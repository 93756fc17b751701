import { story, team, timeline } from './cafe/family.ts';
import { gallery, scroller } from './cafe/pictures.ts';
import { testimonials } from './cafe/testimonials.ts';

/** All that a new owner changes to make the site their own. Pictures are file names in `photos`. */
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
  testimonials: { id: number; text: string; name: string }[];
  gallery: [GalleryColumn, GalleryColumn, GalleryColumn];
  scroller: string[];
  story: { heading: string; paragraphs: string[] };
  team: { name: string; role: string; line: string }[];
  timeline: { year: number; title: string; text: string }[];
  collection: { whatToBring: string; howToFind: string };
}

interface TitledText {
  title: string;
  text: string;
}

interface GalleryColumn {
  long: string;
  short: string;
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
  testimonials,
  gallery,
  scroller,
  story,
  team,
  timeline,
  collection: {
    whatToBring:
      'Only the name you ordered under; there is nothing to print. Your cake will be boxed and ready at the counter. It travels best on a flat surface, so the floor of the car is kinder to it than a seat or a lap.',
    howToFind:
      'Chequer Row is a short street off the High Street in Hornsey. We are at number 12, halfway along on the sunny side, with a pink and yellow sign over the door. There is room to stop outside while you collect.',
  },
} satisfies Cafe;

function directionsTo(lines: string[]): string {
  const destination = encodeURIComponent(lines.join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}
