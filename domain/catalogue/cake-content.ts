import * as z from 'zod';
import type { Vat as VatKind } from '#domain/ledger/vat.ts';
import type { Pence } from '#domain/pence.ts';
import { Cake, OptionChoiceContent, optionGroup, Size } from './catalogue.ts';
import { choiceKey } from './options.ts';

/** How much of a day's capacity a size takes; missing for the usual (`usualUnits`). */
export const Units = z.int().min(0).max(100);

/** Without the payment provider's price id. Within a cake, its label (`8`, `Box of 6`) identifies it. */
const SizeContent = Size.omit({ api: true }).extend({ units: Units.optional() });

export const Vat = z.enum(['zero', 'standard']) satisfies z.ZodType<VatKind>;

export const OptionGroupContent = optionGroup(
  OptionChoiceContent.extend({
    /** What it adds to the units of the size; missing for nothing. */
    units: Units.optional(),
    /** Of what is no part of the cake, such as a candle; missing for that of the cake. */
    vat: Vat.extract(['standard']).optional(),
  }),
);

export type OptionGroupContent = z.infer<typeof OptionGroupContent>;

/** All that the owner edits of a cake or an add-on. A version of a cake stores it as JSON. */
export const CakeContent = Cake.omit({ id: true, sizes: true, options: true }).extend({
  slug: Cake.shape.slug.unwrap(),
  sizes: z.array(SizeContent).min(1),
  options: z.array(OptionGroupContent).min(1).optional(),
  /** Missing for the usual (`usualVat`). */
  vat: Vat.optional(),
  hidden: z.boolean(),
  archived: z.boolean(),
});
export type CakeContent = z.infer<typeof CakeContent>;

interface SoldPrice {
  price: Pence;
  /** The payment provider's price id. */
  api: string | null;
}

/**
 * The sizes and options as they are sold.
 * @param priceOf how something is sold, by its size id or `choiceKey`, and by its saved price.
 */
export function asSold(
  cakeId: string,
  { sizes, options }: Pick<CakeContent, 'sizes' | 'options'>,
  priceOf: (key: string, saved: Pence) => SoldPrice,
): Pick<Cake, 'sizes' | 'options'> {
  return {
    sizes: sizes.map(({ units: _, ...size }) => ({ ...size, ...priceOf(size.id, size.price) })),
    ...(options && {
      options: options.map((group) => ({
        ...group,
        choices: group.choices.map(({ units: _, vat: __, ...choice }) => ({
          ...choice,
          // What is free now costs nothing at once.
          ...(choice.price === 0
            ? { api: null }
            : priceOf(choiceKey(cakeId, group.id, choice.id), choice.price)),
        })),
      })),
    }),
  };
}

/** A cake as the owner sees it. Visitors see and order only visible ones. */
export interface CatalogueEntry {
  /** As it is sold: a new price counts once the payment provider has it. */
  cake: Cake;
  /** As it was saved. */
  content: CakeContent;
  hidden: boolean;
  /** Hidden for good, apart from the others. */
  archived: boolean;
  /** Counted from 1; without what only the payment provider has changed. */
  version: number;
  /** Nobody has saved it since the shop was filled from `cafe/`. */
  isFirst: boolean;
}
