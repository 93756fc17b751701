import { type PhotoFormat, photoWidthUpTo } from '#app/ui/photo-variants.ts';
import { photoSizes } from '#cafe/photos.ts';
import type { PhotoSize } from '#domain/catalogue/photo.ts';
import { uploadedPhoto } from '#domain/catalogue/photo.ts';
import './photo-styles.css';
import { photoSrcSet, photoUrl } from './photo-url.ts';
import { useSiteData } from './site-data.ts';

interface PhotoProps {
  /** A file name in the shop's photos. */
  file: string;
  /** The displayed width, as in `<img sizes>`. */
  sizes: string;
  /** A crop of the same picture for narrow portrait screens. */
  onPhone?: string;
  /** The page's first picture: loaded eagerly and with high priority. */
  first?: boolean;
  /** On the first screen: loaded eagerly. */
  eager?: boolean;
  /** Empty if the text beside it says the same. */
  alt: string | undefined;
  className?: string | undefined;
}

const PHONE = '(max-width: 480px)';

/** The width of `src`, for clients that ignore `srcset`, such as search engines. */
const FALLBACK_WIDTH = 960;

/**
 * A picture that reserves its space and shows its colour before it has loaded, so nothing shifts.
 *
 * The browser chooses the format from `<source>`, not the server from `Accept`: each URL is one
 * immutable file, and caches need no `Vary: Accept`.
 */
export function Photo(props: PhotoProps) {
  const { file, sizes, onPhone, first = false, eager = first, alt = '', className } = props;
  const { photoDelivery: delivery } = useSiteData();
  const photo = findPhoto(file);
  const phonePhoto = onPhone === undefined ? undefined : findPhoto(onPhone);
  if (!photo) return null;

  const sourceProps = (of: PhotoSize, format: PhotoFormat) => ({
    type: `image/${format}`,
    srcSet: photoSrcSet(delivery, of, format),
    sizes,
  });
  return (
    <picture>
      {phonePhoto && (
        <>
          <source {...sourceProps(phonePhoto, 'avif')} media={PHONE} />
          <source {...sourceProps(phonePhoto, 'webp')} media={PHONE} />
        </>
      )}
      <source {...sourceProps(photo, 'avif')} />
      <img
        ref={first ? endLoader : undefined}
        className={className}
        src={photoUrl(delivery, file, {
          width: photoWidthUpTo(photo, FALLBACK_WIDTH),
          format: 'jpeg',
        })}
        srcSet={photoSrcSet(delivery, photo, 'webp')}
        alt={alt}
        width={photo.width}
        height={photo.height}
        sizes={sizes}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        data-photo={file}
      />
    </picture>
  );
}

/** Tells the stylesheet of the loader that the picture has loaded or failed. */
function endLoader(picture: HTMLImageElement | null): void {
  const settle = () => {
    if (picture) picture.dataset.settled = '';
  };
  if (picture?.complete) settle();
  for (const event of ['load', 'error']) picture?.addEventListener(event, settle);
}

/** A photo of `cafe/`, or an uploaded one. */
export function findPhoto(file: string): PhotoSize | undefined {
  const size = sizes.get(file);
  if (!size) return uploadedPhoto(file);
  const [width, height] = size;
  return { file, width, height };
}

const sizes = new Map(Object.entries(photoSizes));
