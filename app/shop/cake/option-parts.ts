import { use } from 'react';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { MadeCake } from './option-choice.tsx';
import type { ShownOptions } from './shown-options.ts';

type Parts = typeof import('./option-choice.tsx');

let parts: Parts | undefined;
let loading: Promise<Parts> | undefined;

/** The loader waits for it, because nothing may suspend while the server renders. */
export async function loadOptionParts(): Promise<void> {
  parts = await import('./option-choice.tsx');
}

/**
 * Browsers load the code for options with the first cake that has some. The page waits for it as for its own.
 * @param options undefined for a cake without.
 */
export function useMadeCake(
  options: ShownOptions | undefined,
  cake: Cake,
  typed: string | undefined,
  edited: OrderedOption[] | undefined,
): MadeCake | undefined {
  if (!options) return undefined;
  loading ??= import('./option-choice.tsx');
  return (parts ?? use(loading)).makeCake(options, cake, typed, edited);
}
