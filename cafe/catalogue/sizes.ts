import type { Size } from '#domain/catalogue/catalogue.ts';
import type { Pence } from '#domain/pence.ts';

/** How many a round cake serves, by its inches across. */
const SLICES_OF_A_ROUND = { 6: '8–10', 8: '14–18', 10: '24–28', 12: '36–40' };

type Inches = keyof typeof SLICES_OF_A_ROUND;

/** The usual round sizes of a cake: `rounds('red-velvet', { 6: 4700, 8: 6500 })`. */
export function rounds(cakeId: string, prices: Partial<Record<Inches, Pence>>): Size[] {
  const all: Inches[] = [6, 8, 10, 12];
  return all.flatMap((inches) => {
    const price = prices[inches];
    return price === undefined ? [] : [across(cakeId, inches, SLICES_OF_A_ROUND[inches], price)];
  });
}

/** One size of a cake that is not cut like the usual rounds: tiers, loaves, several cakes. */
export function across(cakeId: string, inches: number, slices: string, price: Pence): Size {
  return { id: `${cakeId}-${inches}`, size: String(inches), slices, price, api: null };
}

/** Boxes by how many are in them: `boxes('macaron-box', { 6: 1300, 12: 2400 })`. */
export function boxes(cakeId: string, prices: Record<number, Pence>): Size[] {
  return Object.entries(prices).map(([count, price]) => ({
    id: `${cakeId}-box-${count}`,
    size: `Box of ${count}`,
    slices: null,
    price,
    api: null,
  }));
}
