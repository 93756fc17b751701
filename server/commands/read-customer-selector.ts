import { parseArgs } from 'node:util';
import type { CustomerSelector } from '#domain/orders/anonymise-customer.ts';

/** Either `--email …` or `--all`. @returns nothing for any other words. */
export function readWhose(words: string[]): CustomerSelector | undefined {
  try {
    const options = { email: { type: 'string' }, all: { type: 'boolean' } } as const;
    const { email, all } = parseArgs({ args: words, options }).values;
    if (all === true) return email === undefined ? 'everybody' : undefined;
    const asked = email?.trim() ?? '';
    return asked === '' ? undefined : { email: asked };
  } catch {
    // What `parseArgs` says is about options; the usage says what is meant.
    return undefined;
  }
}
