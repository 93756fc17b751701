/** Each visitor's own, of the network that is kept for measuring (RFC 2544); there are 62,500. */
export function visitorAddress(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}
