import * as z from 'zod';

const TitledText = z.object({ title: z.string(), text: z.string() });
export type TitledText = z.infer<typeof TitledText>;

/** A number as people read it, and as a link wants it: with the country. */
const Phone = z.object({ display: z.string(), tel: z.string() });

const Contact = z.object({
  phone: Phone,
  /** For messages only; the number as wa.me wants it. */
  whatsapp: z.object({ display: z.string(), number: z.string() }).optional(),
  email: z.string(),
  postalAddress: z.object({ street: z.string(), town: z.string(), postcode: z.string() }),
  /** The same, line by line. */
  address: z.array(z.string()),
  mapUrl: z.string(),
  instagram: z.string().optional(),
  facebook: z.string().optional(),
  /** Without it the cafe is not registered for VAT, and none is shown. */
  vatNumber: z.string().optional(),
});

const OpenDay = z.object({
  /** ISO: Monday 1 to Sunday 7. */
  weekday: z.int().min(1).max(7),
  /** London time, `08:00`. */
  opens: z.string(),
  closes: z.string(),
});
export type OpenDay = z.infer<typeof OpenDay>;

const Hours = z.object({
  /** The week in words (`describeWeek`). */
  readable: z.array(z.string()),
  /** A day that is missing is closed. */
  week: z.array(OpenDay),
});

const Testimonial = z.object({
  id: z.int(),
  /** The id of the cake that it is about. */
  cake: z.string().optional(),
  text: z.string(),
  name: z.string(),
});
export type Testimonial = z.infer<typeof Testimonial>;

/** A text with headings. In its words stand placeholders, `{phone}`, and `**bold**` words. */
const Policy = z.object({
  introduction: z.string(),
  parts: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
});
export type Policy = z.infer<typeof Policy>;

/** The cafe's words, by the pieces in which the owner edits them. */
export const Words = z.object({
  name: z.object({ name: z.string(), tagline: z.string() }),
  contact: Contact,
  hours: Hours,
  /** Beside the allergens of each cake, and the first of the notes of spec §9. */
  allergenNote: z.string(),
  welcome: TitledText,
  story: z.object({ heading: z.string(), paragraphs: z.array(z.string()) }),
  team: z.array(z.object({ name: z.string(), role: z.string(), line: z.string() })),
  timeline: z.array(z.object({ year: z.int(), title: z.string(), text: z.string() })),
  testimonials: z.array(Testimonial),
  /** The notes of spec §9 after the allergen note. */
  importantInformation: z.array(TitledText),
  /** What a customer with an order needs to know before they come. */
  collection: z.object({ howToFind: z.string(), whatToBring: z.string() }),
  terms: Policy,
  /** Besides what the shop itself says about personal data. */
  privacy: Policy,
});
export type Words = z.infer<typeof Words>;
export const WordsKey = Words.keyof();
export type WordsKey = z.infer<typeof WordsKey>;

/** What every page shows. */
export interface Cafe
  extends Pick<Words, 'contact' | 'hours' | 'allergenNote'>,
    Pick<Words['name'], keyof Words['name']> {}

/** The pieces that every page shows, without those that are missing. */
export function cafeOf({ name, contact, hours, allergenNote }: Words): Cafe;
export function cafeOf(words: Partial<Words>): Partial<Cafe>;
export function cafeOf({ name, contact, hours, allergenNote }: Partial<Words>): Partial<Cafe> {
  return {
    ...name,
    ...(contact && { contact }),
    ...(hours && { hours }),
    ...(allergenNote && { allergenNote }),
  };
}
