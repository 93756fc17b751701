import { formatPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import type { Cake, Size } from './catalogue.ts';

const PLAIN_BOX = 'Box';

export function isBox(size: Pick<Size, 'size'>): boolean {
  return size.size.startsWith('Box');
}

/** `8 in`, `Box of 6`; sizes of old orders may be other words. */
export function shortSize({ size }: Pick<Size, 'size'>): string {
  return /^\d+$/.test(size) ? `${size} in` : size;
}

/** `Victoria Sponge 8 in`. A plain box, as candles have, is not named; a free line has no size. */
export function titleWithSize({ title, size }: { title: string; size: string }): string {
  return size === PLAIN_BOX || size === '' ? title : `${title} ${shortSize({ size })}`;
}

/** `Victoria Sponge, 8 inches · 14–18 slices`. */
export function titleInFull(item: Pick<Size, 'size' | 'slices'> & { title: string }): string {
  return [item.title, describeSize(item)].filter(Boolean).join(', ');
}

/** `8 inches`, `Box of 6`. */
export function sizeInWords({ size }: Pick<Size, 'size'>): string {
  return /^\d+$/.test(size) ? `${size} inches` : size;
}

/** `14–18 slices`; empty for a box (spec §2) and a free line. */
export function slicesInWords(size: Pick<Size, 'size' | 'slices'>): string {
  return isBox(size) || size.slices === null ? '' : `${size.slices} slices`;
}

/** `8 inches · 14–18 slices`; a box only has its name, a plain box, as candles have, and a free line nothing. */
export function describeSize(size: Pick<Size, 'size' | 'slices'>): string {
  if (size.size === PLAIN_BOX) return '';
  return [sizeInWords(size), slicesInWords(size)].filter(Boolean).join(' · ');
}

/** How many people a size serves, a slice or a piece each. */
interface Servings {
  fewest: number;
  most: number;
}

/**
 * Reads the slices, which are free text (`8–10`, `8 to 10`, `about 12`), or the pieces of a box.
 * @returns undefined if no number is named.
 */
export function servingsOf({ size, slices }: Pick<Size, 'size' | 'slices'>): Servings | undefined {
  const text = isBox({ size }) ? size : slices;
  const [, first, second = first] = /(\d+)(?:\s*(?:[-–—/]|to|or)\s*(\d+))?/.exec(text ?? '') ?? [];
  const [fewest = 0, most = 0] = [Number(first), Number(second)].sort((a, b) => a - b);
  return most > 0 ? { fewest, most } : undefined;
}

/** The smallest of the sizes that serves so many people; undefined if none does. */
export function smallestFor<Of extends Pick<Size, 'size' | 'slices' | 'price'>>(
  people: number,
  sizes: readonly Of[],
): Of | undefined {
  const enough = sizes.filter((size) => mostServed(size) >= people);
  return enough.sort((a, b) => mostServed(a) - mostServed(b) || a.price - b.price)[0];
}

/** 0 if it is not known. */
export function mostServed(size: Pick<Size, 'size' | 'slices'>): number {
  return servingsOf(size)?.most ?? 0;
}

/** `from £3.78 a slice`, `£2.17 each`; undefined if nobody knows how many there are. */
export function pricePerServing(size: Pick<Size, 'size' | 'slices' | 'price'>): string | undefined {
  const servings = servingsOf(size);
  if (!servings) return undefined;
  const least = formatPence(Math.round(size.price / servings.most));
  if (isBox(size)) return `${least} each`;
  return `${servings.fewest < servings.most ? 'from ' : ''}${least} a slice`;
}

/** The lowest price among a cake's sizes. */
export function fromPrice(cake: Pick<Cake, 'sizes'>): Pence {
  return Math.min(...cake.sizes.map(({ price }) => price));
}

/** The id of a new size. A size keeps its id as long as its label stays. */
export function sizeId(cakeId: string, label: string): string {
  return `${cakeId}-${label.toLowerCase().replaceAll(' ', '-')}`;
}
