// What links need beside what people read.

/** `020 7946 0000` → `+442079460000`. @returns undefined if it is not a number. */
export function toTel(display: string): string | undefined {
  // `+44 (0)20 …`: the zero is not dialled with the country's code.
  const dialled = /^\s*(\+|00)/.test(display) ? display.replace('(0)', '') : display;
  const digits = dialled.replace(/[\s().-]/g, '');
  const tel = digits.replace(/^00/, '+').replace(/^0/, '+44');
  return /^\+(?!440)[1-9]\d{6,14}$/.test(tel) ? tel : undefined;
}

/** A map with the way to an address. */
export function directionsTo(address: string[]): string {
  const destination = encodeURIComponent(address.join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}
