import { useContext } from 'react';
import { photos } from '#cafe/photos.ts';
import { photoWidthUpTo } from '#domain/catalogue/photo-variants.ts';
import './photo-colours.css';
import styles from './photo.module.css';
import { PhotoDeliveryContext } from './photo-delivery.ts';
import { PhotoSource } from './photo-source.tsx';
import { photoSrcSet, photoUrl } from './photo-url.ts';

interface PhotoProps {
  /** A file name in the shop's photos. */
  file: string;
  /** How wide it is shown; the file that is sent follows from it. */
  sizes: string;
  /** A cut of the same picture for screens that are narrow and high. */
  onPhone?: string;
  /** The page's first picture: loaded at once and before the others. */
  first?: boolean;
  /** Beside text that says the same. */
  decorative?: boolean;
  className?: string | undefined;
}

const PHONE = '(max-width: 480px)';

/** For whatever reads no list of sizes, such as search engines. */
const PLAIN_WIDTH = 960;

/**
 * A picture with its size and colour known before it has loaded, so that nothing moves.
 *
 * The browser chooses the format from the markup, not the server from `Accept`: each address is one
 * file for ever, which every cache on the way can keep. With `Vary: Accept` they would keep a copy
 * for each browser's wording of it, and those that do not look at `Vary` would send AVIF to all.
 *
 * The `img` is written out: unpic's `Image` adds a role to an empty `alt`, which HTML forbids.
 */
export function Photo(props: PhotoProps) {
  const { file, sizes, onPhone, first = false, decorative = false, className } = props;
  const delivery = useContext(PhotoDeliveryContext);
  const photo = findPhoto(file);
  const phonePhoto = onPhone === undefined ? undefined : findPhoto(onPhone);
  if (!photo) return null;
  const source = { delivery, sizes };
  const plainWidth = photoWidthUpTo(photo, PLAIN_WIDTH);
  return (
    <picture className={styles.formats}>
      {phonePhoto && (
        <>
          <PhotoSource {...source} photo={phonePhoto} format="avif" media={PHONE} />
          <PhotoSource {...source} photo={phonePhoto} format="webp" media={PHONE} />
        </>
      )}
      <PhotoSource {...source} photo={photo} format="avif" />
      <img
        className={className}
        src={photoUrl(delivery, file, { width: plainWidth, format: 'jpeg' })}
        srcSet={photoSrcSet(delivery, photo, 'webp')}
        alt={decorative ? '' : photo.alt}
        width={photo.width}
        height={photo.height}
        sizes={sizes}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        data-photo={file}
      />
    </picture>
  );
}

function findPhoto(file: string) {
  return photos.find((known) => known.file === file);
}
