import type { Cake } from '#domain/catalogue/catalogue.ts';
import { sumPence } from '#domain/money.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/** UK VAT of what a bakery sells. The reduced rate is for none of it. */
export type Vat = 'zero' | 'standard';

export const VAT_PERCENT: Record<Vat, number> = { zero: 0, standard: 20 };

/**
 * The VAT of what is sold, if the owner says nothing else: cakes are zero-rated food; candles and other add-ons are
 * standard-rated (HMRC, VAT Notice 701/14).
 */
export function usualVat(kind: Cake['kind']): Vat {
  return kind === 'cake' ? 'zero' : 'standard';
}

/** In percent. @param vat what the owner says, if it is not the usual. */
export function vatRateOf({ kind, vat }: Pick<Cake, 'kind'> & { vat?: Vat | undefined }): number {
  return VAT_PERCENT[vat ?? usualVat(kind)];
}

/** A part of an amount that has one rate. */
export interface Line {
  price: Pence;
  /** In percent. */
  vatRate: number;
}

/**
 * The price of an item by the rates of the item and of its options. Those with a rate of their own keep their price if
 * staff have agreed another one for the whole.
 */
export function linesOf({
  price,
  vatRate,
  options = [],
}: Pick<OrderItem, 'price' | 'vatRate' | 'options'>): Line[] {
  let left = price;
  const own = options.flatMap((option): Line[] => {
    if (option.vatRate === undefined) return [];
    const part = Math.min(left, option.price);
    left -= part;
    return [{ price: part, vatRate: option.vatRate }];
  });
  return [{ price: left, vatRate }, ...own];
}

/** The part of an entry that has one rate. Amounts are in pence, negative for money that goes out. */
export interface VatPart {
  /** In percent; null for what is above the price of the order, which has no VAT. */
  rate: number | null;
  gross: number;
  vat: number;
}

/**
 * What an entry adds to the parts of those before it. Their sums are always the parts of what the order has brought, so the
 * parts of a payment in two and of a refund add up to those of the whole.
 * @param sold all of the order as it is now.
 * @param gross of the entry, negative for money that goes out.
 */
export function partsOfEntry(sold: Line[], earlier: VatPart[], gross: number): VatPart[] {
  const before = sumByRate(earlier);
  const brought = sumPence([...before.values()].map((part) => part.gross));
  const after = new Map(partsOf(sold, brought + gross).map((part) => [part.rate, part]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((rate) => {
      const [was, is] = [before.get(rate) ?? NOTHING, after.get(rate) ?? NOTHING];
      return { rate, gross: is.gross - was.gross, vat: is.vat - was.vat };
    })
    .filter((part) => part.gross !== 0 || part.vat !== 0);
}

const NOTHING = { gross: 0, vat: 0 };

/** Each rate once. */
export function sumByRate(parts: VatPart[]): Map<VatPart['rate'], VatPart> {
  const sums = new Map<VatPart['rate'], VatPart>();
  for (const { rate, gross, vat } of parts) {
    const sum = sums.get(rate) ?? { rate, ...NOTHING };
    sums.set(rate, { rate, gross: sum.gross + gross, vat: sum.vat + vat });
  }
  return sums;
}

/** The share of each rate in an amount: a payment or a refund names no line. VAT is rounded by line. */
function partsOf(sold: Line[], amount: number): VatPart[] {
  const total = sumPence(sold.map(({ price }) => price));
  // Clocks that differ can book a refund before its payment, and a bank may take back more than was paid.
  const within = Math.min(Math.max(0, amount), total);
  const rates = [...new Set(sold.map(({ vatRate }) => vatRate))].sort((a, b) => a - b);
  const parts: VatPart[] = [{ rate: null, gross: amount - within, vat: 0 }];
  let until = 0;
  let shared = 0;
  for (const rate of rates) {
    const lines = sold.filter(({ vatRate }) => vatRate === rate);
    const price = sumPence(lines.map((line) => line.price));
    const vat = sumPence(lines.map((line) => vatIn(line.price, rate)));
    until += price;
    // Rounded from the start, so that the shares add up to the amount.
    const share = (total === 0 ? 0 : divideHalfUp(until * within, total)) - shared;
    shared += share;
    parts.push({ rate, gross: share, vat: price === 0 ? 0 : divideHalfUp(vat * share, price) });
  }
  return parts;
}

/** The VAT in a price that includes it, rounded half up to a penny. */
export function vatIn(price: Pence, rate: number): Pence {
  return divideHalfUp(price * rate, 100 + rate);
}

/** Of integers, without a fraction in between. */
function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor;
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor);
}
