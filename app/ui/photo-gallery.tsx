import { useEffect, useEffectEvent, useState } from 'react';
import { useLazy } from './defer-loading.ts';
import type { LargePhotoProps, PhotoLinks } from './large-photo.tsx';
import { Photo } from './photo.tsx';
import styles from './photo-gallery.module.css';
import { reveal } from './reveal.ts';

interface Column {
  long: string;
  short: string;
}

interface PhotoGalleryProps {
  label: string;
  links: PhotoLinks;
  /** What is seen in each, by file name. */
  alts: Record<string, string>;
  /** File names in the shop's photos: a portrait and a landscape photo per column. */
  columns: readonly Column[];
}

/** Columns of one long and one short photo; on a phone each column becomes a row. */
export function PhotoGallery({ label, links, alts, columns }: PhotoGalleryProps) {
  const [shown, setShown] = useState<string>();
  const arranged = columns.map(arrange);
  const files = arranged.flat().map(({ file }) => file);
  return (
    <>
      <div className={styles.columns}>
        {arranged.map((column) => (
          <div key={column[0]?.file} className={styles.column}>
            {column.map(({ file, shape }) => (
              <button
                key={file}
                type="button"
                className={`${styles.photo} ${styles[shape]}`}
                aria-haspopup="dialog"
                onClick={() => setShown(file)}
                {...reveal(files.indexOf(file))}
              >
                <Photo
                  file={file}
                  alt={alts[file]}
                  sizes={SIZES[shape]}
                  className={styles.picture}
                />
              </button>
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

type Shape = keyof Column;

const SIZES: Record<Shape, string> = {
  long: '(max-width: 47.9375rem) 42vw, (max-width: 1440px) 30vw, 28rem',
  short: '(max-width: 47.9375rem) 58vw, (max-width: 1440px) 30vw, 28rem',
};

/** Alternates between long first and long last. */
function arrange({ long, short }: Column, index: number): { file: string; shape: Shape }[] {
  const first = { file: long, shape: 'long' } satisfies { shape: Shape; file: string };
  const second = { file: short, shape: 'short' } satisfies { shape: Shape; file: string };
  return index % 2 === 0 ? [first, second] : [second, first];
}

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
