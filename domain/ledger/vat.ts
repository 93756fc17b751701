import type { Cake } from '#domain/catalogue/catalogue.ts';
import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';

/**
 * UK VAT in percent by what is sold: cakes are zero-rated food; candles and other add-ons are
 * standard-rated (HMRC, VAT Notice 701/14).
 */
const VAT_RATES = { cake: 0, 'personal-touch': 20 } as const satisfies Record<Cake['kind'], number>;

export function vatRateOf({ kind }: Pick<Cake, 'kind'>): number {
  return VAT_RATES[kind];
}

/** The VAT in a price that includes it, rounded half up to a penny. */
export function vatIn(price: Pence, rate: number): Pence {
  return divideHalfUp(price * rate, 100 + rate);
}

interface Line {
  price: Pence;
  vatRate: number;
}

/**
 * The VAT in an amount of an order, rounded line by line. A refund names no line, so its VAT is its share
 * of the order's.
 */
export function vatOfShare(lines: Line[], amount: Pence): Pence {
  const total = sumPence(lines.map(({ price }) => price));
  const vat = sumPence(lines.map(({ price, vatRate }) => vatIn(price, vatRate)));
  return total === 0 ? 0 : divideHalfUp(vat * amount, total);
}

/** Of integers, without a fraction in between. */
function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor;
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor);
}
