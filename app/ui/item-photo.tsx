import type { ComponentProps } from 'react';
import { Mark } from './brand.tsx';
import styles from './item-photo.module.css';
import { Photo } from './photo.tsx';

interface ItemPhotoProps extends Omit<ComponentProps<typeof Photo>, 'file' | 'alt'> {
  /** Null: a free line of an order, which has no picture. */
  file: string | null;
}

/** The picture of an ordered item, beside its title; its place stays if there is none. */
export function ItemPhoto({ file, ...photo }: ItemPhotoProps) {
  if (file !== null) return <Photo {...photo} file={file} alt="" />;
  return (
    <span className={[styles.none, photo.className].join(' ')}>
      <Mark />
    </span>
  );
}
