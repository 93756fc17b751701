import * as z from 'zod';
import { readPounds } from './read-pounds.ts';

/** An amount in integer pence. */
export const Pence = z.int().min(0).max(10_000_000);
export type Pence = z.infer<typeof Pence>;

/** The smallest payment that Stripe takes in pounds. */
export const LEAST_PAYABLE: Pence = 30;

/** A price as it is typed (`readPounds`). */
export const Pounds = z
  .string()
  .transform((text) => readPounds(text))
  .pipe(Pence.positive());
