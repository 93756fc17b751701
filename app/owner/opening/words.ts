/** Empty if nothing is. */
export function leftInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One thing is still the demo’s.' : `${count} things are still the demo’s.`;
}
