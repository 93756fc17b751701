/** Empty if nothing is. */
export function leftInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One thing to look at' : `${count} things to look at`;
}
