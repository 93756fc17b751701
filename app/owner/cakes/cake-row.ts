import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';

export type CakeRow = ReturnType<typeof rowOf>;
export type OptionOfRow = CakeRow['options'][number];

export function rowOf({ cake, content, hidden, version }: CatalogueEntry) {
  return {
    id: cake.id,
    title: cake.title,
    img: cake.img,
    hidden,
    version,
    sizes: content.sizes.map((size) => ({
      id: size.id,
      name: shortSize(size),
      price: size.price,
      isPriced: cake.sizes.some(({ id, api }) => id === size.id && api !== null),
    })),
    options: (content.options ?? []).map(({ id, name, choices }) => ({
      id,
      name,
      choices: choices.map((choice) => choice.name).join(' '),
    })),
  };
}
