import { Pence } from '#domain/pence.ts';

/** How all prices change at once. */
export interface Raise {
  /** In hundredths of a percent; negative lowers the prices. */
  hundredths: number;
  /** The pence of which each price is a multiple; 1 for exact prices. */
  step: Step;
}

const STEPS = [50, 100, 1] as const;
type Step = (typeof STEPS)[number];

const LOWEST_PERCENT = -90;
const HIGHEST_PERCENT = 100;

/** @returns undefined if the percentage is none of −90 to 100, with up to two decimals. */
export function parseRaise(percent: string, step: string): Raise | undefined {
  const [, sign = '', whole = '', decimals = ''] =
    /^\s*([+\-−]?)(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(percent) ?? [];
  if (whole === '') return undefined;
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  const hundredths = sign === '' || sign === '+' ? size : 0 - size;
  if (hundredths < LOWEST_PERCENT * 100 || hundredths > HIGHEST_PERCENT * 100) return undefined;
  return { hundredths, step: STEPS.find((each) => String(each) === step) ?? STEPS[0] };
}

/**
 * The new price: exact ones are rounded half up to a penny, others up to the next step. Lowering never makes a price
 * higher, and no price becomes zero or more than the shop takes: it stays as it is.
 */
export function raisePrice(price: Pence, { hundredths, step }: Raise): Pence {
  // In ten-thousandths of a penny, so that all of it is integers.
  const exact = price * (10_000 + hundredths);
  const unit = step * 10_000;
  const rest = exact % unit;
  const isUp = step === 1 ? 2 * rest >= unit : rest > 0;
  const raised = ((exact - rest) / unit + (isUp ? 1 : 0)) * step;
  const isWrongWay = hundredths < 0 && raised > price;
  return isWrongWay || !Pence.positive().safeParse(raised).success ? price : raised;
}
