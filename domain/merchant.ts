import type { OpeningHours } from './words/hours.ts';
import type { Cafe, Words } from './words/words.ts';

type CollectionWords = Words['collection'];

/** The cafe as customers need to know it to collect an order. */
export interface Merchant extends CollectionWords {
  name: string;
  address: string[];
  phone: string;
  email: string;
  openingHours: OpeningHours;
  allergenNote: string;
  /** Without it the cafe is not registered for VAT, and none is shown. */
  vatNumber?: string;
  /** The shop's origin, which starts every link. */
  origin: string;
}

/** The cafe as e-mails and calendar entries name it. */
export function merchantOf(
  { name, contact, hours, allergenNote }: Cafe,
  collection: CollectionWords,
  rules: OpeningHours['rules'],
): Omit<Merchant, 'origin'> {
  return {
    name,
    address: contact.address,
    phone: contact.phone.display,
    email: contact.email,
    ...(contact.vatNumber && { vatNumber: contact.vatNumber }),
    openingHours: { week: hours.week, rules },
    allergenNote,
    ...collection,
  };
}
