import { photos } from '#demo/photos.ts';

interface PhotoProps {
  /** A file name in the shop's photos. */
  file: string;
  sizes: string;
  /** The page's first picture: loaded at once and before the others. */
  first?: boolean;
  /** Beside text that says the same. */
  decorative?: boolean;
  className?: string | undefined;
}

/** A picture with its size and colour known before it has loaded, so that nothing moves. */
export function Photo({ file, sizes, first = false, decorative = false, className }: PhotoProps) {
  const photo = photos.find((known) => known.file === file);
  if (!photo) return null;
  return (
    <img
      className={className}
      src={photoUrl(photo.file)}
      alt={decorative ? '' : photo.alt}
      width={photo.width}
      height={photo.height}
      sizes={sizes}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      style={{ backgroundColor: photo.colour }}
    />
  );
}

function photoUrl(file: string): string {
  return `/photos/${file}`;
}
