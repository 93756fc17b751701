import type { Photo } from '../../domain/catalogue/photo.ts';

/**
 * The widths in which pictures are sent. Each is at most 1.3 times the one before: whatever a
 * picture's place on the page, one of them fits it without many wasted pixels.
 */
const WIDTHS = [96, 120, 150, 192, 240, 300, 375, 480, 600, 750, 960, 1200, 1500, 1920];

/** The formats in which they are sent, with the quality at which all three look alike. */
export const PHOTO_QUALITY = { avif: 50, webp: 70, jpeg: 75 };
export type PhotoFormat = keyof typeof PHOTO_QUALITY;

/** The widths that a photo is sent in, up to its own: it is never enlarged. */
export function photoWidths({ width: own }: Pick<Photo, 'width'>): number[] {
  return [...WIDTHS.filter((width) => width < own), own];
}

/** The widest that is no wider than asked for. */
export function photoWidthUpTo(photo: Pick<Photo, 'width'>, most: number): number {
  const widths = photoWidths(photo);
  return widths.findLast((width) => width <= most) ?? Math.min(...widths);
}
