import type { Photo } from '../../domain/catalogue/photo.ts';

/**
 * The available widths. Each is at most 1.3 times the previous one, so some width fits any layout
 * without many wasted pixels.
 */
const WIDTHS = [96, 120, 150, 192, 240, 300, 375, 480, 600, 750, 960, 1200, 1500, 1920];

/** The available formats, with qualities at which they look alike. */
export const PHOTO_QUALITY = { avif: 50, webp: 70, jpeg: 75 };
export type PhotoFormat = keyof typeof PHOTO_QUALITY;

/** The widths of a photo, up to its own: it is never enlarged. */
export function photoWidths({ width: own }: Pick<Photo, 'width'>): number[] {
  return [...WIDTHS.filter((width) => width < own), own];
}

/** The largest width up to a maximum. */
export function photoWidthUpTo(photo: Pick<Photo, 'width'>, most: number): number {
  const widths = photoWidths(photo);
  return widths.findLast((width) => width <= most) ?? Math.min(...widths);
}
