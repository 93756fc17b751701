import type { Pence } from '#domain/pence.ts';
import type { Cake, Size } from './catalogue.ts';

export function isBox(size: Pick<Size, 'size'>): boolean {
  return size.size.startsWith('Box');
}

/** `8 in`, `Box of 6`; sizes of old orders may be other words. */
export function shortSize({ size }: Pick<Size, 'size'>): string {
  return /^\d+$/.test(size) ? `${size} in` : size;
}

/** `Victoria Sponge 8 in`. A plain box, as candles have, is not named; a free line has no size. */
export function titleWithSize({ title, size }: { title: string; size: string }): string {
  return size === 'Box' || size === '' ? title : `${title} ${shortSize({ size })}`;
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

/** `8 inches · 14–18 slices`; a box only has its name, a free line nothing. */
export function describeSize(size: Pick<Size, 'size' | 'slices'>): string {
  return [sizeInWords(size), slicesInWords(size)].filter(Boolean).join(' · ');
}

/** The lowest price among a cake's sizes. */
export function fromPrice(cake: Pick<Cake, 'sizes'>): Pence {
  return Math.min(...cake.sizes.map(({ price }) => price));
}

/** The id of a new size. A size keeps its id as long as its label stays. */
export function sizeId(cakeId: string, label: string): string {
  return `${cakeId}-${label.toLowerCase().replaceAll(' ', '-')}`;
}
