interface SizeToMake {
  /** Inches, `Box` or `Box of 6`. */
  size: string;
  points: number;
}

/**
 * Why a day has no room for a cake: `Fully booked for a 10-inch. A 6-inch still fits`.
 * @param sizes of the cake.
 * @param left in points.
 */
export function fullText({ size, points }: SizeToMake, sizes: SizeToMake[], left: number): string {
  if (left <= 0) return 'Fully booked';
  if (points <= left) return fullTogether(left);
  const text = `Fully booked for ${withArticle(size)}`;
  const [largest] = sizes
    .filter((each) => each.points <= left)
    .sort((one, other) => other.points - one.points);
  return largest ? `${text}. A${withArticle(largest.size).slice(1)} still fits` : text;
}

/** Why a day has no room for several cakes together; one of them may fit. */
export function fullTogether(left: number): string {
  return left <= 0 ? 'Fully booked' : 'Fully booked for all that you would collect that day';
}

/** `an 8-inch`, `a box of 6` */
function withArticle(size: string): string {
  if (!/^\d+$/.test(size)) return `a ${size.toLowerCase()}`;
  return `${/^(8|11|18)/.test(size) ? 'an' : 'a'} ${size}-inch`;
}
