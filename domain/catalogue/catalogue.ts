import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { LeadDays, YearlyPeriod } from '#domain/calendar/rules.ts';
import { Pence } from '#domain/pence.ts';
import { wordOf } from './allergens.ts';

/** The part of a URL that names a category. Stored, never derived from the title (spec §2). */
export const CategorySlug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const Category = z.object({
  /** Its place: ids 1 to 7 are on the landing page, in this order (spec §9). */
  id: z.int().positive(),
  slug: CategorySlug,
  title: z.string().min(1),
  /** A file name in the shop's photos. */
  img: z.string().min(1),
  /** One line under the category's name. */
  desc: z.string().min(1),
});
export type Category = z.infer<typeof Category>;

/** Allergens that must be declared; the first three have icons (spec §2). */
export const Allergen = z.enum(['Eggs', 'Dairy', 'Gluten', 'Nuts', 'Soya']);
export type Allergen = z.infer<typeof Allergen>;

/**
 * The 14 allergens of UK law (Food Information Regulations 2014) with the cereal and the nut named, after
 * the specification's word if it has one. Peanuts are no nuts in law, but a visitor who avoids nuts looks
 * for that word.
 */
export const PreciseAllergen = z.enum([
  'Eggs',
  'Dairy (milk)',
  'Gluten (wheat)',
  'Gluten (rye)',
  'Gluten (barley)',
  'Gluten (oats)',
  'Gluten (spelt)',
  'Gluten (kamut)',
  'Nuts (almonds)',
  'Nuts (hazelnuts)',
  'Nuts (walnuts)',
  'Nuts (cashews)',
  'Nuts (pecans)',
  'Nuts (Brazil nuts)',
  'Nuts (pistachios)',
  'Nuts (macadamia nuts)',
  'Nuts (peanuts)',
  'Soya (soybeans)',
  'Celery',
  'Crustaceans',
  'Fish',
  'Lupin',
  'Molluscs',
  'Mustard',
  'Sesame',
  'Sulphites',
]);
export type PreciseAllergen = z.infer<typeof PreciseAllergen>;

/** The specification's words for precise allergens, in its order. */
export function wordsOf(contains: readonly PreciseAllergen[]): Allergen[] {
  const words = contains.map(wordOf);
  return Allergen.options.filter((word) => words.includes(word));
}

export const ServingInfo = z.enum(['vege', 'halal friendly', 'alcohol free']);
export type ServingInfo = z.infer<typeof ServingInfo>;

export const Size = z.object({
  id: z.string().min(1),
  /** Inches as text (`8`), or a `Box` variant (`Box`, `Box of 6`). */
  size: z.string().regex(/^(\d{1,2}|Box( of \d+)?)$/),
  /** The servings as text (`14–18`); null for boxes. */
  slices: z.string().min(1).nullable(),
  price: Pence.positive(),
  /** The Stripe price id, under the specification's name; null until the prices have been synced. */
  api: z.string().min(1).nullable(),
});
export type Size = z.infer<typeof Size>;

/** A choice of an option group, as the cafe writes it. */
export const OptionChoiceContent = z.object({
  /** Made of its first name, and kept: orders and the payment provider know it by this. */
  id: CategorySlug,
  name: z.string().min(1),
  /** On top of the price of the size; 0 for most. */
  price: Pence,
  /** What it adds to what the cake contains; missing for nothing. */
  contains: z.array(PreciseAllergen).min(1).optional(),
  mayContain: z.array(PreciseAllergen).min(1).optional(),
  /** Whether it suits vegans. */
  vegan: z.boolean(),
  /** The first day on which it can be collected again. */
  soldOutUntil: Day.optional(),
});

export const OptionChoice = OptionChoiceContent.extend({
  /** The Stripe price id, as of a size; null if it costs nothing. */
  api: z.string().min(1).nullable(),
});
export type OptionChoice = z.infer<typeof OptionChoice>;

/** @param choice of its choices. */
export function optionGroup<Choice extends z.ZodType>(choice: Choice) {
  const named = { id: CategorySlug, name: z.string().min(1) };
  const choices = z.array(choice).min(1);
  return z.discriminatedUnion('kind', [
    /** One is chosen; the first that is not sold out, unless the customer chooses another. */
    z.object({ ...named, kind: z.literal('one'), choices }),
    /** None or up to `most` are chosen. */
    z.object({ ...named, kind: z.literal('several'), most: z.int().positive(), choices }),
    /** The customer may write a text of up to `limit` characters; the name of the choice labels the field. */
    z.object({
      ...named,
      kind: z.literal('text'),
      limit: z.int().min(1).max(MAX_OPTION_TEXT),
      choices: choices.length(1),
    }),
  ]);
}

/** What `limit` of a text may be. */
export const MAX_OPTION_TEXT = 60;

export const OptionGroup = optionGroup(OptionChoice);
export type OptionGroup = z.infer<typeof OptionGroup>;

/** Of a tall cake: stacked rounds, each smaller than the one below. */
export const Tiers = z.int().min(2).max(5);

/** What to do with a cake after its collection, as the cafe writes it. */
export const Keeping = z.object({
  carry: z.string().min(1).optional(),
  /** Short enough for the label of its box. */
  keep: z.string().min(1).optional(),
  cut: z.string().min(1).optional(),
  /** The last day on which it is good, counted from that of its collection; 0 is that day. */
  days: z.int().min(0).max(365).optional(),
});
export type Keeping = z.infer<typeof Keeping>;

export const Cake = z.object({
  id: z.string().min(1),
  /** Add-ons (candles) are sold like cakes but belong to no category. */
  kind: z.enum(['cake', 'personal-touch']),
  title: z.string().min(1),
  desc: z.string().min(1),
  /** File names in the shop's photos: the main picture, then the others. */
  img: z.string().min(1),
  imgs: z.array(z.string().min(1)),
  category: z.array(CategorySlug),
  sizes: z.array(Size).min(1),
  /** What customers choose besides the size; missing for none. */
  options: z.array(OptionGroup).min(1).optional(),
  /** How many tiers it has, of which the inches are the lowest; missing for one. */
  tiers: Tiers.optional(),
  allergens: z.array(Allergen),
  /** The same allergens by their names in law, if the cafe has named them. */
  contains: z.array(PreciseAllergen).optional(),
  /** Traces that the recipe does not contain. */
  mayContain: z.array(PreciseAllergen).optional(),
  servingInfo: z.array(ServingInfo),
  /** True if it takes no message. */
  offMessage: z.boolean(),
  /** When the cafe recommends it; it can be ordered all year. Missing for most cakes. */
  season: YearlyPeriod.optional(),
  /** Text as the cafe writes it. */
  ingredients: z.string().min(1).optional(),
  keeping: Keeping.optional(),
  /** The lead time of this cake instead of the shop's. */
  leadDays: LeadDays.optional(),
  /** The first day on which it can be collected again. */
  unavailableUntil: Day.optional(),
  /** The last part of its URL, if it is not the id. */
  slug: CategorySlug.optional(),
});
export type Cake = z.infer<typeof Cake>;
