import type { PhotoDelivery } from '#app/ui/photo-delivery.ts';
import { photoUrl } from '#app/ui/photo-url.ts';
import { cafe } from '#cafe/cafe.ts';
import { photos } from '#cafe/photos.ts';
import { photoWidthUpTo } from '#domain/catalogue/photo-variants.ts';
import { absolute } from './addresses.ts';
import socialCard from './social-card.jpg?no-inline';

/** A picture that others show with a link to us, so its address is whole. */
export interface SharedPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** Where the shop stands, and where its pictures do. */
export interface Place {
  /** Where visitors reach the shop. */
  origin: string;
  photoDelivery: PhotoDelivery;
}

/** As wide as the large cards of those who show it. */
const CARD_WIDTH = 1200;

/** A whole photo: whoever shows it cuts it to a shape of their own. JPEG, because all can read it. */
export function sharedPhoto({ origin, photoDelivery }: Place, file: string): SharedPicture {
  const photo = photos.find((known) => known.file === file);
  if (!photo) return cafeCard(origin);
  const width = photoWidthUpTo(photo, CARD_WIDTH);
  return {
    url: absolute(origin, photoUrl(photoDelivery, file, { width, format: 'jpeg' })),
    width,
    height: Math.round((photo.height * width) / photo.width),
    alt: photo.alt,
  };
}

/** Drawn by `scripts/icons.ts`. */
export function cafeCard(origin: string): SharedPicture {
  return {
    url: absolute(origin, socialCard),
    width: CARD_WIDTH,
    height: 630,
    alt: `${cafe.name}: cakes made to order in North London.`,
  };
}
