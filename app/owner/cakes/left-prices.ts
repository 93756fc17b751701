/**
 * What is said beside "Saved" of old prices that Stripe keeps active.
 * @param count of such prices, from an address.
 */
export function leftText(count: string | null): string {
  if (count === null || !/^[1-9]\d?$/.test(count)) return '';
  return count === '1'
    ? 'One old price is still active at Stripe. Nobody can order at it here. It is listed in Needs you.'
    : `${count} old prices are still active at Stripe. Nobody can order at them here. They are listed in Needs you.`;
}
