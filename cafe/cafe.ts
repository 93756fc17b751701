/**
 * Who the cafe is: what every page shows. What only some pages show is in `cafe/words/`, so
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
  /** Beside the allergens of each cake, and the first of the notes of spec §9. */
  allergenNote: TitledText;
}

export interface TitledText {
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
    week: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  },
  allergenNote: {
    title: 'Allergens',
    text: 'Our products are made where gluten, eggs, soya, milk, nuts and other allergens are used, so no food is guaranteed 100% allergen free. If you are unsure, please ask us before you order.',
  },
} satisfies Cafe;

function directionsTo(lines: string[]): string {
  const destination = encodeURIComponent(lines.join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}
