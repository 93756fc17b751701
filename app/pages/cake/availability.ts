import type { Size } from '#domain/catalogue/catalogue.ts';

export const NOT_AVAILABLE = 'Not available right now';

/** An order names the payment provider's price: without one a size can be seen but not bought. */
export function isAvailable(size: Size): size is Size & { api: string } {
  return size.api !== null;
}
