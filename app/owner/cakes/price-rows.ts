import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { Pence } from '#domain/pence.ts';

export type CakeRow = ReturnType<typeof rowOf>;

export function rowOf({ cake, content, hidden }: CatalogueEntry) {
  return {
    id: cake.id,
    title: cake.title,
    img: cake.img,
    hidden,
    sizes: content.sizes.map((size) => ({
      id: size.id,
      name: shortSize(size),
      price: size.price,
      isPriced: cake.sizes.some(({ id, api }) => id === size.id && api !== null),
    })),
  };
}

/** A price of a cake's form: what it showed and what was typed. */
export interface PriceRow {
  /** The id of the size. */
  size: string;
  seen: Pence;
  typed: string;
  /** In an answer: what it is now. */
  now: Pence;
}

/** The rows as fields of a form, or as parameters of an answer. */
export function writePriceRows(rows: PriceRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ size, seen, typed, now }, index) => [
      [`size-${index}`, size],
      [`seen-${index}`, String(seen)],
      [`price-${index}`, typed],
      [`now-${index}`, String(now)],
    ]),
  );
}

export function readPriceRows(field: (name: string) => string): PriceRow[] {
  const rows: PriceRow[] = [];
  for (let index = 0; field(`size-${index}`) !== ''; index += 1) {
    const seen = readPence(field(`seen-${index}`)) ?? 0;
    rows.push({
      size: field(`size-${index}`),
      seen,
      typed: field(`price-${index}`),
      now: readPence(field(`now-${index}`)) ?? seen,
    });
  }
  return rows;
}

/** As it is typed: `52` or `52.50`. */
export function pounds(price: Pence): string {
  return formatPence(price).replaceAll(/[£,]/g, '');
}

function readPence(text: string): Pence | undefined {
  return text === '' ? undefined : Pence.safeParse(Number(text)).data;
}
