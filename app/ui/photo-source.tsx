import { Source } from '@unpic/react/base';
import type { Photo } from '#domain/catalogue/photo.ts';
import { type PhotoFormat, photoWidths } from '#domain/catalogue/photo-variants.ts';
import type { PhotoDelivery } from './photo-delivery.ts';
import { photoUrl } from './photo-url.ts';

interface PhotoSourceProps {
  delivery: PhotoDelivery;
  photo: Photo;
  format: PhotoFormat;
  sizes: string;
  media?: string;
}

type Operations = { width?: number | string };

/** One format of a picture in all its widths, for the browsers that read it. */
export function PhotoSource({ delivery, photo, format, sizes, media }: PhotoSourceProps) {
  function address(file: string | URL, { width = photo.width }: Operations): string {
    return photoUrl(delivery, String(file), { width: Number(width), format });
  }
  return (
    <Source
      type={`image/${format}`}
      src={photo.file}
      transformer={address}
      layout="fullWidth"
      breakpoints={photoWidths(photo)}
      sizes={sizes}
      media={media}
    />
  );
}
