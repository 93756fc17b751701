import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useLazy } from './defer-loading.ts';
import type { LargePhotoProps, PhotoLinks } from './large-photo.tsx';
import { Photo } from './photo.tsx';
import styles from './photo-gallery.module.css';
import { reveal } from './reveal.ts';

interface PhotoGalleryProps {
  label: string;
  links: PhotoLinks;
  /** What is seen in each, by file name. */
  alts: Record<string, string>;
  /** File names in the shop's photos, two for each column. */
  files: string[];
}

/** Three columns of one long and one short photo, with links to their cakes; on a phone each column becomes a row. */
export function PhotoGallery({ label, links, alts, files }: PhotoGalleryProps) {
  const [shown, setShown] = useState<string>();
  const placed = files.map((file, index) => ({ file, index, shape: SHAPES[index % 4] ?? 'long' }));
  const columns = [0, 2, 4].map((first) => placed.slice(first, first + 2));
  return (
    <>
      <div className={styles.columns}>
        {columns.map((column) => (
          <div key={column[0]?.file} className={styles.column}>
            {column.map(({ file, shape, index }) => (
              <div
                key={file}
                className={`${styles.item} ${shape === 'long' ? styles.long : styles.short}`}
                {...reveal(index)}
              >
                <button
                  type="button"
                  className={styles.photo}
                  aria-haspopup="dialog"
                  onClick={() => setShown(file)}
                >
                  <Photo
                    file={file}
                    alt={alts[file]}
                    sizes={SIZES[shape]}
                    className={`${styles.picture} cover grows`}
                  />
                </button>
                {links[file] && (
                  <Link to={links[file].path} className={styles.cake}>
                    {links[file].title}
                  </Link>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <PhotoOverlay
        label={label}
        links={links}
        alts={alts}
        files={files}
        shown={shown}
        onShow={setShown}
        onClose={() => setShown(undefined)}
      />
    </>
  );
}

/** Columns alternate between long first and long last. */
const SHAPES = ['long', 'short', 'short', 'long'] as const;

const SIZES = {
  long: '(max-width: 47.9375rem) 42vw, (max-width: 1440px) 30vw, 28rem',
  short: '(max-width: 47.9375rem) 58vw, (max-width: 1440px) 30vw, 28rem',
};

interface PhotoOverlayProps extends Omit<LargePhotoProps, 'shown'> {
  shown: string | undefined;
}

/** Shows the photo `shown` over the page. Loads its module on first use. */
export function PhotoOverlay({ shown, ...rest }: PhotoOverlayProps) {
  const { Component: LargePhoto, failed } = useLazy(shown !== undefined, loadLargePhoto);
  // Counts as closed, so that the next click retries.
  const giveUp = useEffectEvent(rest.onClose);
  useEffect(() => {
    if (failed) giveUp();
  }, [failed]);
  return LargePhoto && shown ? <LargePhoto shown={shown} {...rest} /> : null;
}

async function loadLargePhoto() {
  return (await import('./large-photo.tsx')).LargePhoto;
}
